//! The sources as a graph: which file names something that another file defines.
//!
//! Imports and paths written in the code both count, also inside macros and function bodies. A
//! path through a re-export counts for the file that defines the thing, so that a façade hides no
//! arrow. Test code is left out.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Item, UseTree, parse::Parser as _};

use super::{
    libraries,
    measures::{Measures, measured},
    root,
};

/// A module of the crate: a file, or a part of one.
struct Module {
    /// Names from the root of the crate.
    path: Vec<String>,
    file: usize,
    names: HashMap<String, Vec<Name>>,
    /// Paths whose whole content is in scope: `use a::b::*`.
    globs: Vec<Vec<String>>,
    /// Every path that the code of this module writes, as it stands there.
    written: BTreeSet<Vec<String>>,
}

/// What a name stands for in a module.
#[derive(Clone)]
enum Name {
    /// Defined in this module.
    Item,
    Module(usize),
    /// Brought in by `use`.
    Alias(Vec<String>),
}

/// What a path leads to.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    Module(usize),
    /// Something that this file defines.
    Item(usize),
}

/// An arrow from one file to another with the paths that draw it.
pub(super) type Arrows = BTreeMap<(usize, usize), BTreeSet<String>>;

/// The modules of a crate, read from its root file.
pub(super) struct Sources {
    /// Below the source folder, with slashes.
    pub(super) files: Vec<String>,
    /// The measures of each file.
    pub(super) measures: Vec<Measures>,
    modules: Vec<Module>,
}

impl Sources {
    /// Reads the library or the program whose sources are below `src`.
    pub(super) fn read(src: &Path) -> Self {
        let mut sources = Self { files: Vec::new(), measures: Vec::new(), modules: Vec::new() };
        let roots = ["lib.rs", "main.rs"].map(|name| src.join(name));
        let root = roots.iter().find(|root| root.exists()).expect("a crate has a root");
        sources.file(src, root, &src.join(""), Vec::new());
        sources
    }

    /// Every library and the program, each with its name, which is empty for the program. They are read
    /// once for all tests.
    pub(super) fn of_all() -> &'static [(String, Self)] {
        static ALL: OnceLock<Vec<(String, Sources)>> = OnceLock::new();
        ALL.get_or_init(|| {
            let program = (String::new(), root().join("src"));
            let all = libraries().into_iter().chain([program]);
            all.map(|(name, src)| (name, Self::read(&src))).collect()
        })
    }

    /// Reads a file and all files below it, and returns the number of its module.
    fn file(&mut self, src: &Path, file: &Path, folder: &Path, path: Vec<String>) -> usize {
        let text = fs::read_to_string(file)
            .unwrap_or_else(|error| panic!("{} was not read: {error}", file.display()));
        let parsed = syn::parse_file(&text)
            .unwrap_or_else(|error| panic!("{} was not understood: {error}", file.display()));
        let name = file.strip_prefix(src).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let number = self.files.len();
        self.files.push(name);
        self.measures.push(measured(&parsed));
        self.module(src, number, folder, path, &parsed.items)
    }

    fn module(
        &mut self,
        src: &Path,
        file: usize,
        folder: &Path,
        path: Vec<String>,
        items: &[Item],
    ) -> usize {
        let number = self.modules.len();
        self.modules.push(Module {
            path: path.clone(),
            file,
            names: HashMap::new(),
            globs: Vec::new(),
            written: BTreeSet::new(),
        });
        for item in items.iter().filter(|item| !is_test(attributes(item))) {
            match item {
                Item::Mod(inner) => {
                    let name = inner.ident.to_string();
                    let mut below = path.clone();
                    below.push(name.clone());
                    let child = match &inner.content {
                        Some((_, items)) => {
                            self.module(src, file, &folder.join(&name), below, items)
                        }
                        None => {
                            let file = module_file(folder, &name);
                            self.file(src, &file, &folder.join(&name), below)
                        }
                    };
                    self.name(number, &name, Name::Module(child));
                }
                Item::Use(item) => self.modules[number].takes(&item.tree),
                _ => {
                    if let Some(name) = defined(item) {
                        self.name(number, &name, Name::Item);
                        // An exported macro stands at the root, wherever it is written.
                        if attributes(item).iter().any(|a| a.path().is_ident("macro_export")) {
                            let mut path = vec!["crate".to_owned()];
                            path.extend_from_slice(&self.modules[number].path);
                            path.push(name.clone());
                            self.name(0, &name, Name::Alias(path));
                        }
                    }
                    written(item.to_token_stream(), &mut self.modules[number]);
                }
            }
        }
        number
    }

    fn name(&mut self, module: usize, name: &str, what: Name) {
        self.modules[module].names.entry(name.to_owned()).or_default().push(what);
    }

    /// Returns what a path written in a module leads to; `None` for another crate's or a local name.
    fn resolve(&self, module: usize, path: &[String], depth: usize) -> Option<Target> {
        if depth > 16 {
            return None;
        }
        let (first, mut rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => Target::Module(0),
            "self" => Target::Module(module),
            "super" => Target::Module(self.parent(module)?),
            _ => self.lookup(module, first, rest.is_empty(), depth)?,
        };
        while let Target::Module(inner) = at {
            let Some((next, after)) = rest.split_first() else { break };
            at = match next.as_str() {
                "super" => Target::Module(self.parent(inner)?),
                "self" => Target::Module(inner),
                _ => self
                    .lookup(inner, next, after.is_empty(), depth)
                    // What a macro defines is not seen here: the module stands for it.
                    .unwrap_or(Target::Item(self.modules[inner].file)),
            };
            rest = after;
        }
        Some(at)
    }

    /// Returns what a name means in a module. A path that ends here means a thing rather than a module of the
    /// same name.
    fn lookup(&self, module: usize, name: &str, ends: bool, depth: usize) -> Option<Target> {
        let here = &self.modules[module];
        let mut found: Vec<Target> = here
            .names
            .get(name)
            .into_iter()
            .flatten()
            .filter_map(|what| match what {
                Name::Item => Some(Target::Item(here.file)),
                Name::Module(inner) => Some(Target::Module(*inner)),
                Name::Alias(path) => self.resolve(module, path, depth + 1),
            })
            .collect();
        if found.is_empty() {
            for glob in &here.globs {
                let Some(Target::Module(inner)) = self.resolve(module, glob, depth + 1) else {
                    continue;
                };
                if inner != module {
                    found.extend(self.lookup(inner, name, ends, depth + 1));
                }
            }
        }
        let is_item = |target: &Target| matches!(target, Target::Item(_));
        found.iter().find(|target| is_item(target) == ends).or(found.first()).copied()
    }

    fn parent(&self, module: usize) -> Option<usize> {
        let (_, above) = self.modules[module].path.split_last()?;
        self.modules.iter().position(|other| other.path == above)
    }

    /// Every path that the code writes, other crates' included, with its file.
    pub(super) fn written(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.modules.iter().flat_map(|module| {
            let file = self.files[module.file].as_str();
            module.written.iter().map(move |path| (file, path.as_slice()))
        })
    }

    /// Every arrow between two files.
    pub(super) fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (number, module) in self.modules.iter().enumerate() {
            for path in &module.written {
                if let Some(Target::Item(file)) = self.resolve(number, path, 0)
                    && file != module.file
                {
                    arrows.entry((module.file, file)).or_default().insert(path.join("::"));
                }
            }
        }
        arrows
    }
}

/// The files that import each other in a circle, the largest circle first.
pub(super) fn rings(files: usize, arrows: &Arrows) -> Vec<Vec<usize>> {
    let mut reach = vec![BTreeSet::new(); files];
    for (file, reached) in reach.iter_mut().enumerate() {
        let mut open = vec![file];
        while let Some(at) = open.pop() {
            for (_, next) in arrows.range((at, 0)..=(at, usize::MAX)).map(|(pair, _)| *pair) {
                if reached.insert(next) {
                    open.push(next);
                }
            }
        }
    }
    let mut seen = BTreeSet::new();
    let mut rings = Vec::new();
    for file in 0..files {
        let ring: Vec<usize> =
            reach[file].iter().copied().filter(|other| reach[*other].contains(&file)).collect();
        if ring.len() > 1 && seen.insert(ring[0]) {
            rings.push(ring);
        }
    }
    rings.sort_by_key(|ring| std::cmp::Reverse(ring.len()));
    rings
}

/// The names and globs of a `use`.
#[derive(Default)]
struct Uses {
    names: Vec<(String, Vec<String>)>,
    globs: Vec<Vec<String>>,
}

impl Uses {
    fn tree(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: &syn::Ident| {
            let mut path = before.to_vec();
            path.push(name.to_string());
            path
        };
        match tree {
            UseTree::Path(path) => self.tree(&path.tree, &with(&path.ident)),
            UseTree::Name(name) if name.ident == "self" => {
                let last = before.last().cloned().unwrap_or_default();
                self.names.push((last, before.to_vec()));
            }
            UseTree::Name(name) => self.names.push((name.ident.to_string(), with(&name.ident))),
            UseTree::Rename(rename) => {
                self.names.push((rename.rename.to_string(), with(&rename.ident)));
            }
            UseTree::Glob(_) => self.globs.push(before.to_vec()),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.tree(tree, before);
                }
            }
        }
    }
}

fn module_file(folder: &Path, name: &str) -> PathBuf {
    let flat = folder.join(format!("{name}.rs"));
    if flat.exists() { flat } else { folder.join(name).join("mod.rs") }
}

/// Returns `true` if something is compiled for tests alone.
pub(super) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.meta.to_token_stream().to_string().contains("test")
    })
}

/// The attributes of an item.
pub(super) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The name that an item defines in its module.
fn defined(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

impl Module {
    /// Notes what a `use` brings in. One inside a function counts for its whole module.
    fn takes(&mut self, tree: &UseTree) {
        let mut uses = Uses::default();
        uses.tree(tree, &[]);
        for (name, path) in uses.names {
            self.written.insert(path.clone());
            self.names.entry(name).or_default().push(Name::Alias(path));
        }
        self.globs.extend(uses.globs);
    }
}

/// Notes every path that stands in some code. Single names count too: they matter where a glob
/// brings them in.
fn written(code: TokenStream, module: &mut Module) {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let is_mark = |at: usize, sign: char| {
        let mark = tokens.get(at);
        matches!(mark, Some(TokenTree::Punct(mark)) if mark.as_char() == sign)
    };
    let mut at = 0;
    while at < tokens.len() {
        let behind = at.checked_sub(1);
        match &tokens[at] {
            TokenTree::Group(group) => {
                let is_attribute = group.delimiter() == Delimiter::Bracket
                    && behind.is_some_and(|behind| is_mark(behind, '#'));
                if !is_attribute {
                    written(group.stream(), module);
                }
            }
            TokenTree::Ident(name) if name == "use" => {
                let rest = tokens[at + 1..].iter();
                let tree: TokenStream = rest.take_while(|token| !is_end(token)).cloned().collect();
                if let Ok(tree) = <UseTree as syn::parse::Parse>::parse.parse2(tree) {
                    module.takes(&tree);
                }
                at += tokens[at..].iter().take_while(|token| !is_end(token)).count();
            }
            TokenTree::Ident(name) => {
                let mut path = vec![name.to_string()];
                while is_mark(at + 1, ':')
                    && is_mark(at + 2, ':')
                    && let Some(TokenTree::Ident(name)) = tokens.get(at + 3)
                {
                    path.push(name.to_string());
                    at += 3;
                }
                if !behind.is_some_and(|behind| is_mark(behind, '.')) {
                    module.written.insert(path);
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        at += 1;
    }
}

/// Returns `true` if a statement ends here.
fn is_end(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(mark) if mark.as_char() == ';')
}
