//! The shapes of marks.

/// A mark on one square or from one square to another, by its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MarkShape {
    /// Four corners: left.
    Corners,
    /// A closed frame: reached.
    Frame,
    /// A thin line within the border: left, or attacked from there.
    Inset,
    /// A frame with eight points: in check.
    Burst,
    /// A small bold cross: taken on the way.
    Taken,
    /// A thin cross on a disc: covered.
    Covered,
    /// A small disc at the upper right: counted.
    Counted,
    /// Hatching: blocked.
    Hatch,
    /// A dot: may go there.
    Dot,
    /// A ring: may attack there.
    Ring,
    /// A label with round ends for a text in a ring: its width and height in pixels.
    Label(u16, u16),
    /// Two chevrons on a medallion: became one bigger piece.
    Grown,
    /// A bold arrow upward at the lower right: of higher rank now.
    Raised,
    /// A bar across a medallion: too strong.
    Struck,
    /// A plus on a medallion: may become one with the piece there.
    Plus,
    /// A round medallion that fills the square.
    Medal,
    /// A rounded box: its width and height in pixels.
    Tray(u16, u16),
    /// A disc with two chevrons that part: pushed back. It is turned by so many eighths clockwise.
    Bounce(u8),
    /// A thin broken line with an open head: how many squares it leads right and down.
    Threat(i16, i16),
    /// A band from middle to middle without an edge: how many squares it leads right and down, and
    /// half its width in hundredths of a square.
    Band(i16, i16, u8),
}

impl MarkShape {
    /// The shapes that have a size of their own, and the names of their symbols.
    pub(crate) const SYMBOLS: [(Self, &'static str); 19] = [
        (Self::Corners, "corners"),
        (Self::Frame, "frame"),
        (Self::Inset, "inset"),
        (Self::Burst, "burst"),
        (Self::Taken, "taken"),
        (Self::Covered, "covered"),
        (Self::Counted, "counted"),
        (Self::Hatch, "hatch"),
        (Self::Dot, "dot"),
        (Self::Ring, "ring"),
        (Self::Grown, "grown"),
        (Self::Raised, "raised"),
        (Self::Struck, "struck"),
        (Self::Plus, "plus"),
        (Self::Medal, "medal"),
        (Self::Bounce(0), "bounce0"),
        (Self::Bounce(1), "bounce1"),
        (Self::Bounce(2), "bounce2"),
        (Self::Bounce(3), "bounce3"),
    ];

    /// The name of its symbol; `None` for one whose form depends on its size.
    pub(crate) fn symbol(self) -> Option<&'static str> {
        Self::SYMBOLS.iter().find(|(shape, _)| *shape == self).map(|(_, name)| *name)
    }

    /// Returns `true` for a line from square to square, which may slant.
    pub(crate) const fn is_line(self) -> bool {
        matches!(self, Self::Threat(..) | Self::Band(..))
    }

    /// Returns `true` if the mark runs along the border of a cell or fills it, and so has the cell's form.
    pub(crate) const fn follows_border(self) -> bool {
        matches!(self, Self::Corners | Self::Frame | Self::Inset | Self::Hatch)
    }
}
