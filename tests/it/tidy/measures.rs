//! Checks how long functions and the page's scripts are, and whether the docs of public items say more than
//! their names.

use std::fs;

use proc_macro2::Span;
use syn::{
    Attribute, Expr, ImplItemFn, ItemFn, ItemMod, Lit, Meta, TraitItemFn, Visibility,
    spanned::Spanned,
    visit::{self, Visit},
};

use super::{
    root,
    sources::{Sources, is_test},
};

/// The greatest number of lines that a function may have, outside tests.
const LONGEST: usize = 80;

/// The number of lines that 95 % of the functions must not exceed.
const LONG: usize = 30;

/// The greatest number of parts that the host's loop may have.
const MOST_PARTS: usize = 14;

/// The greatest number of methods that the host's loop may have, over all files.
const MOST_METHODS: usize = 80;

/// The greatest number of lines that a script of the page may have.
const LONGEST_SCRIPT: usize = 400;

/// The measures of one file.
#[derive(Debug, Default)]
pub(super) struct Measures {
    /// The number of lines of each function, and where it stands.
    functions: Vec<(usize, String)>,
    /// The lines of the public items whose documentation has only one or two words.
    short: Vec<usize>,
    /// The types for which something is implemented here, with the number of methods.
    methods: Vec<(String, usize)>,
    /// The structs with the number of their fields.
    fields: Vec<(String, usize)>,
}

/// Measures a file.
pub(super) fn measured(file: &syn::File) -> Measures {
    let mut measures = Measures::default();
    measures.visit_file(file);
    measures
}

impl Measures {
    fn function(&mut self, name: &syn::Ident, from: Span, to: Span) {
        let (from, to) = (from.start().line, to.end().line);
        self.functions.push((to - from + 1, format!("{from} {name}")));
    }

    fn documented(&mut self, visibility: &Visibility, attributes: &[Attribute], span: Span) {
        // The doc of an argument is what the program prints as its help.
        let is_help = attributes.iter().any(|attribute| attribute.path().is_ident("arg"));
        let words = documentation(attributes);
        if !is_help && matches!(visibility, Visibility::Public(_)) && (1..=2).contains(&words) {
            self.short.push(span.start().line);
        }
    }
}

/// The number of words in the doc comment that these attributes hold.
fn documentation(attributes: &[Attribute]) -> usize {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(doc) if doc.path.is_ident("doc") => match &doc.value {
            Expr::Lit(text) => match &text.lit {
                Lit::Str(text) => Some(text.value().split_whitespace().count()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    attributes.iter().filter_map(line).sum()
}

impl<'a> Visit<'a> for Measures {
    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        if !is_test(&item.attrs) {
            self.documented(&item.vis, &item.attrs, item.span());
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'a ItemFn) {
        if !is_test(&item.attrs) {
            self.function(&item.sig.ident, item.sig.span(), item.block.span());
            self.documented(&item.vis, &item.attrs, item.sig.span());
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'a syn::ItemImpl) {
        if let syn::Type::Path(of) = &*item.self_ty
            && let Some(name) = of.path.segments.last()
            && !is_test(&item.attrs)
        {
            let methods = item.items.iter().filter(|item| matches!(item, syn::ImplItem::Fn(_)));
            self.methods.push((name.ident.to_string(), methods.count()));
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'a ImplItemFn) {
        self.function(&item.sig.ident, item.sig.span(), item.block.span());
        self.documented(&item.vis, &item.attrs, item.sig.span());
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'a TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig.ident, item.sig.span(), block.span());
        }
        self.documented(&Visibility::Public(Default::default()), &item.attrs, item.sig.span());
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_struct(&mut self, item: &'a syn::ItemStruct) {
        self.fields.push((item.ident.to_string(), item.fields.len()));
        self.documented(&item.vis, &item.attrs, item.ident.span());
        for field in &item.fields {
            self.documented(&field.vis, &field.attrs, field.span());
        }
    }

    fn visit_item_enum(&mut self, item: &'a syn::ItemEnum) {
        self.documented(&item.vis, &item.attrs, item.ident.span());
        for variant in &item.variants {
            self.documented(&item.vis, &variant.attrs, variant.ident.span());
            for field in &variant.fields {
                self.documented(&item.vis, &field.attrs, field.span());
            }
        }
    }

    fn visit_item_const(&mut self, item: &'a syn::ItemConst) {
        self.documented(&item.vis, &item.attrs, item.ident.span());
    }

    fn visit_impl_item_const(&mut self, item: &'a syn::ImplItemConst) {
        self.documented(&item.vis, &item.attrs, item.ident.span());
    }

    fn visit_item_type(&mut self, item: &'a syn::ItemType) {
        self.documented(&item.vis, &item.attrs, item.ident.span());
    }

    fn visit_item_trait(&mut self, item: &'a syn::ItemTrait) {
        self.documented(&item.vis, &item.attrs, item.ident.span());
        visit::visit_item_trait(self, item);
    }
}

/// All files of all crates, with their measures.
fn measures() -> impl Iterator<Item = (String, &'static Measures)> {
    Sources::of_all().iter().flat_map(|(library, sources)| {
        let files = sources.files.iter().zip(&sources.measures);
        files.map(move |(name, measures)| (format!("{library}/{name}"), measures))
    })
}

#[test]
fn functions_are_short() {
    let named = |(file, measures): (String, &'static Measures)| {
        let functions = measures.functions.iter();
        functions.map(move |(lines, name)| (*lines, format!("{file}:{name}"))).collect::<Vec<_>>()
    };
    let mut functions: Vec<(usize, String)> = measures().flat_map(named).collect();
    functions.sort();
    assert!(functions.len() > 1000, "the functions were not found");
    let (longest, name) = functions.last().unwrap();
    assert!(*longest <= LONGEST, "{name} has {longest} lines");
    let (long, name) = &functions[functions.len() * 95 / 100];
    assert!(*long <= LONG, "one function in twenty is longer than {long} lines, as {name}");
}

#[test]
fn the_loop_of_the_host_is_in_parts() {
    let (_, host) = Sources::of_all().iter().find(|(library, _)| library == "host").unwrap();
    let of_loop = |all: fn(&Measures) -> &Vec<(String, usize)>| -> usize {
        let all = host.measures.iter().flat_map(all);
        all.filter(|(name, _)| name == "HostLoop").map(|(_, count)| count).sum()
    };
    let (fields, methods) = (of_loop(|file| &file.fields), of_loop(|file| &file.methods));
    assert!((1..=MOST_PARTS).contains(&fields), "the loop has {fields} fields");
    assert!((1..=MOST_METHODS).contains(&methods), "the loop has {methods} methods");
}

#[test]
fn scripts_of_the_page_are_short() {
    let files = fs::read_dir(root().join("crates/page/src/page")).unwrap();
    let paths = files.map(|entry| entry.unwrap().path());
    let scripts: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|ext| ext == "js")).collect();
    assert!(scripts.len() > 10, "the scripts were not found");
    for script in scripts {
        let lines = fs::read_to_string(&script).unwrap().lines().count();
        assert!(lines <= LONGEST_SCRIPT, "{} has {lines} lines", script.display());
    }
}

#[test]
fn public_docs_say_more_than_a_name() {
    let named = |(file, measures): (String, &'static Measures)| {
        measures.short.iter().map(move |line| format!("{file}:{line}")).collect::<Vec<_>>()
    };
    let short: Vec<String> = measures().flat_map(named).collect();
    assert!(short.is_empty(), "docs of one word or two:\n{}", short.join("\n"));
}

#[test]
fn lines_and_words_are_counted() {
    let text =
        "/// Two words.\npub fn f(\n    a: u8,\n) {\n    a;\n}\n#[cfg(test)]\nmod t { fn g() {} }";
    let measures = measured(&syn::parse_file(text).unwrap());
    assert_eq!(measures.functions, [(5, "2 f".to_owned())]);
    assert_eq!(measures.short, [2]);
}
