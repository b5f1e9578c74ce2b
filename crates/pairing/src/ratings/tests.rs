mod eligible;
mod glicko;
mod ladder;
mod reference;
mod weng_lin;
