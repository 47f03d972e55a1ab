//! One file → its findings, its loops, and the texts of the files that are made of it.

use super::arguments::Devices;
use super::complete::{self, DeclaredModule};
use super::declared::Declaration;
use super::finding::{Finding, codes};
use super::functions::{self, Annotated, AnnotatedFunction};
use super::items;
use super::layout;
use super::operators::CompiledOperator;
use super::output;
use super::rewrite::Edits;
use super::source::Source;
use super::{explain, region, shadows, uses};
use crate::compiled::{COMPILER, Compiled};
use crate::diagnostic::Diagnostics;
use crate::emit::{self, FunctionHost, Surroundings, Taken};
use crate::function::{CompiledFunction, compile_function};
use crate::ir::Module;
use crate::limits;
use crate::parse::{self, ScanSite};
use crate::render::{KernelText, Program};
use crate::scopes::Scopes;
use crate::undeclared::{self, Place};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::borrow::Cow;
use std::ops::Range;
use std::ptr;
use std::rc::Rc;

/// Where a reader meets `unsafe` that nobody has written.
const VOUCHING: &str =
    "// Its `unsafe` is scanc's word for the kernels beside it: where `unsafe_code` is denied, allow it for this file.";

/// What became of one file.
#[derive(Clone, Debug, Default)]
pub struct CompiledFile {
    /// What is to be said of it.
    pub findings: Vec<Finding>,
    /// The operators that it declares, in order; those of declarations that kernels can use.
    pub operators: Vec<CompiledOperator>,
    /// Its annotated loops, in order; those of functions without errors.
    pub loops: Vec<CompiledLoop>,
    /// Names that the file does not explain: what they are rustc decides.
    pub left_to_rustc: Vec<String>,
    /// The host file's text; `None` where anything is wrong.
    pub host: Option<String>,
    /// The attribute by which the file forbids the `unsafe` that its host file has, if that has any. To macros it does not matter.
    pub forbids_unsafe: Option<Range<usize>>,
}

/// One annotated loop of a file.
#[derive(Clone, Debug)]
pub struct CompiledLoop {
    /// What the names of its kernels' files begin with, without folder.
    pub stem: String,
    /// The bytes of the loop in the source.
    pub place: Range<usize>,
    /// The operator in [`CompiledFile::operators`], if this file declares it.
    pub operator: Option<usize>,
    /// What moves for it in its function's data region, and why.
    pub moves: Vec<String>,
    /// Everything known of it.
    pub compiled: Compiled,
}

impl CompiledLoop {
    /// What it was recognised as, on one line: its shape and its operators.
    pub fn recognised(&self) -> String {
        explain::one_line(self)
    }

    /// The names and the texts of its kernels' files.
    pub fn kernels(&self) -> impl Iterator<Item = (String, &str)> {
        let own = files(&self.compiled.text, self.stem.clone());
        let batched = self.compiled.batched.iter().flat_map(|batched| files(&batched.text, batched_stem(&self.stem)));
        own.chain(batched).chain(self.compiled.total.iter().flat_map(|total| files(&total.text, total_stem(&self.stem))))
    }
}

fn files(text: &KernelText, stem: String) -> impl Iterator<Item = (String, &str)> {
    text.programs.iter().map(move |program| (program.kind.file_name(&stem), program.source.as_str()))
}

/// The stem of the kernels that run a loop together with the one around it.
pub(super) fn batched_stem(stem: &str) -> String {
    format!("{stem}.batched")
}

/// The stem of the kernels that find what the iterations of one rank combine to.
pub(super) fn total_stem(stem: &str) -> String {
    format!("{stem}.total")
}

impl CompiledFile {
    /// Whether anything is wrong.
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(Finding::is_error)
    }
}

/// Compiles everything that is annotated in a file, and tests the laws of the operators that it declares.
pub fn compile_file(source: &Source) -> CompiledFile {
    compile_file_for(source, Devices::All)
}

/// The same, with kernels for these devices only.
pub fn compile_file_for(source: &Source, devices: Devices) -> CompiledFile {
    match parsed(source) {
        Ok((file, tokens)) => {
            let scopes = Scopes::of(&file);
            let (edits, result) = (Edits::default(), CompiledFile::default());
            FileCompiler { source, devices, edits, result, scopes, declared: Vec::new(), runtimes: Vec::new(), shadows: false }
                .file(&file, tokens)
        }
        Err(findings) => CompiledFile { findings, ..CompiledFile::default() },
    }
}

/// Whether anything in a file is annotated, where only macros see it too; of a file that is not Rust, whether it looks so.
pub(super) fn is_annotated(source: &Source) -> bool {
    match parsed(source) {
        Ok((file, tokens)) => {
            let annotated = Annotated::in_file(&file);
            !annotated.functions.is_empty()
                || !annotated.stray.is_empty()
                || !annotated.unseen(tokens.clone()).is_empty()
                || !functions::hidden_declarations(tokens, &[]).is_empty()
        }
        Err(_) => ["scan", "reduce", "parallel_for", "declare_target"].iter().any(|word| {
            let (plain, pathed) = (format!("#[{word}"), format!("#[scan_runtime::{word}"));
            source.text.contains(&plain) || source.text.contains(&pathed)
        }),
    }
}

/// The file as syntax and as tokens.
pub(super) fn parsed(source: &Source) -> Result<(syn::File, TokenStream), Vec<Finding>> {
    source.check_length().map_err(|finding| vec![finding])?;
    let tokens: TokenStream = source.parsable().parse().map_err(|error| vec![lexical_error(source, &error)])?;
    limits::check_file(&tokens).map_err(|error| vec![Finding::in_source(&error, source, end_of(source))])?;
    let file = syn::parse2(tokens.clone()).map_err(|error| syntax_errors(source, &error))?;
    Ok((file, tokens))
}

fn lexical_error(source: &Source, error: &proc_macro2::LexError) -> Finding {
    let message = "this is not Rust: a bracket or quote without its partner, or a character that Rust does not use";
    Finding::about_file(codes::SYNTAX, &source.path, message).at(source, error.span().byte_range())
}

fn syntax_errors(source: &Source, errors: &syn::Error) -> Vec<Finding> {
    // At the end of the file syn has no token to point at.
    let place = |error: &syn::Error| Some(error.span().byte_range()).filter(|at| at.end > 0).unwrap_or_else(|| end_of(source));
    errors
        .into_iter()
        .map(|error| Finding::about_file(codes::SYNTAX, &source.path, error.to_string()).at(source, place(&error)))
        .collect()
}

fn end_of(source: &Source) -> Range<usize> {
    let end = source.text.trim_end().len();
    end..end
}

struct FileCompiler<'a> {
    source: &'a Source,
    devices: Devices,
    edits: Edits,
    result: CompiledFile,
    scopes: Scopes,
    /// What the file declares, as far as kernels can use it.
    declared: Vec<DeclaredModule>,
    /// Names of the runtime's crate in declarations.
    runtimes: Vec<String>,
    /// Whether the file gives a primitive type's name to something else.
    shadows: bool,
}

impl FileCompiler<'_> {
    fn file(mut self, file: &syn::File, tokens: TokenStream) -> CompiledFile {
        let annotated = Annotated::in_file(file);
        self.shadows = shadows::primitives(file);
        self.result.findings = annotated.findings(self.source, tokens.clone());
        let declarations = Declaration::in_file(file);
        declarations.iter().for_each(|declaration| self.declaration(declaration));
        for (function, name) in annotated.functions.iter().zip(annotated.file_names()) {
            self.function(function, &name);
        }
        if annotated.functions.is_empty() && declarations.is_empty() && self.result.findings.is_empty() {
            self.result.findings.push(nothing_annotated(self.source));
        }
        let declared: Vec<Range<usize>> = declarations.iter().flat_map(|found| found.annotations.clone()).collect();
        if annotated.unseen(tokens.clone()).is_empty() && functions::hidden_declarations(tokens, &declared).is_empty() {
            uses::remove_macro(file, self.source, &self.runtimes(), &mut self.edits);
        }
        if self.vouches() {
            let forbids = file.attrs.iter().find(|attribute| forbids_unsafe(attribute));
            self.result.forbids_unsafe = forbids.and_then(|attribute| range_of(attribute.to_token_stream()));
        }
        self.finish()
    }

    fn declaration(&mut self, declaration: &Declaration) {
        let mut diagnostics = Diagnostics::default();
        declaration.annotations.iter().for_each(|at| self.edits.remove(self.source, at.clone()));
        if let Some((items, module)) = declaration.compile(&mut diagnostics) {
            self.implement(declaration, &items, &module);
            self.declared.push(DeclaredModule { path: declaration.path.clone(), module: Rc::new(module.clone()) });
            self.result.operators.extend(CompiledOperator::of(&items, module, &declaration.path, &mut diagnostics));
        }
        self.tell(&diagnostics, &declaration.attribute);
    }

    /// Writes what the attributes would have become.
    fn implement(&mut self, declaration: &Declaration, declared: &parse::DeclaredItems, module: &Module) {
        self.runtimes.extend(declared.runtime.as_ref().and_then(|path| path.segments.last()).map(|last| last.ident.to_string()));
        let runtime = declared.runtime.clone().unwrap_or_else(|| emit::runtime_path(None));
        let code = emit::declarations(declared, module, &runtime, self.shadows);
        match items::lay_out(code, self.source, declaration.end) {
            Ok((place, text)) => self.edits.replace(place, text),
            Err(error) => self.result.findings.push(not_rust(self.source, declaration.attribute.clone(), &error)),
        }
    }

    /// Keeps what a stage has found; what has no place of its own stands at `otherwise`.
    fn tell(&mut self, diagnostics: &Diagnostics, otherwise: &Range<usize>) {
        let findings = diagnostics.iter().map(|found| Finding::in_source(found, self.source, otherwise.clone()));
        self.result.findings.extend(findings);
    }

    fn function(&mut self, function: &AnnotatedFunction, name: &str) {
        let mut diagnostics = Diagnostics::default();
        let (word, arguments) = function.attribute.clone();
        let syntax = parse::function_sites(word, arguments, function.item.clone(), &mut diagnostics);
        let host = FunctionHost {
            runtime: emit::runtime_path(None),
            taken: Taken::in_tokens(function.item.clone()),
            in_macro: false,
            asks_for_primitives: self.shadows,
            region: None,
        };
        let compiled = compile_function(syntax, host, |site| self.provenance(site), || self.place(function), &mut diagnostics);
        let otherwise = function.annotations.first().cloned().unwrap_or_default();
        self.tell(&diagnostics, &otherwise);
        let Ok(CompiledFunction { syntax, loops, region, is_inlined, host }) = compiled else { return };
        if let (Some(place), Ok(whole)) = (self.place(function), syn::parse2(syntax.clean.clone())) {
            self.result.left_to_rustc.extend(undeclared::left_to_rustc(&whole, &loops, &place));
        }
        let (inlined, removed) = function.annotations.split_at(usize::from(is_inlined));
        inlined.iter().for_each(|at| self.edits.replace(at.clone(), "#[inline]".to_owned()));
        removed.iter().for_each(|at| self.edits.remove(self.source, at.clone()));
        let places: Vec<Range<usize>> = loops.iter().map(place_of_loop).collect();
        if let Some(region) = &host.region
            && let Err(error) = region::write(region, &places, self.source, &mut self.edits)
        {
            self.result.findings.push(not_rust(self.source, places.first().cloned().unwrap_or_default(), &error));
        }
        for compiled in loops {
            let surroundings = self.surroundings(function, syntax.holed.as_ref());
            let used = surroundings.as_ref().and_then(|surroundings| surroundings.operator_of(&compiled));
            let operator =
                used.and_then(|used| self.result.operators.iter().position(|operator| operator.place == used.span.byte_range()));
            let provenance = self.provenance(&compiled.site);
            let mut compiled = match surroundings {
                Some(surroundings) => surroundings.complete(compiled, &provenance),
                None => compiled,
            };
            self.keep_programs(&mut compiled);
            let moves = region::moves(&region, &compiled, &places, self.source);
            self.replace_loop(compiled, name, &host, (operator, moves), &function.annotations);
        }
    }

    /// The loop with the declarations of this file that its kernels need, where that is certain.
    /// Where a function stands.
    fn place(&self, function: &AnnotatedFunction) -> Option<Place<'_>> {
        Some(Place { scopes: Cow::Borrowed(&self.scopes), modules: function.modules.clone()? })
    }

    fn surroundings<'a>(
        &'a self,
        function: &'a AnnotatedFunction,
        syntax: Option<&'a syn::ItemFn>,
    ) -> Option<complete::Surroundings<'a>> {
        let (modules, function) = (function.modules.as_ref()?, syntax?);
        Some(complete::Surroundings { scopes: &self.scopes, declared: &self.declared, modules, function })
    }

    /// Leaves the programs that are asked for.
    fn keep_programs(&self, compiled: &mut Compiled) {
        compiled.text.programs.retain(|program| self.devices.run(program.kind));
        let others = [&mut compiled.batched, &mut compiled.total];
        others.into_iter().flatten().for_each(|other| self.keep_programs(other));
    }

    fn replace_loop(
        &mut self,
        compiled: Compiled,
        name: &str,
        host: &FunctionHost,
        (operator, moves): (Option<usize>, Vec<String>),
        annotations: &[Range<usize>],
    ) {
        let number = compiled.site.number;
        let stem = format!("{}.{name}.{number}", self.source.stem());
        let alone = surroundings(host, &compiled, &stem);
        let place = range_of(compiled.site.syntax.to_token_stream()).unwrap_or_default();
        let mut edits = Edits::default();
        emit::insertions(&compiled, &alone).iter().for_each(|insertion| edits.insert(self.source, insertion));
        let text = self.block(&compiled, &alone, place.clone(), edits);
        let text = text.and_then(|text| match &compiled.batched {
            Some(batched) => {
                let mut edits = Edits::default();
                annotations.iter().for_each(|at| edits.remove(self.source, at.clone()));
                if compiled.is_launched() {
                    edits.replace(place.clone(), text);
                }
                let outer = range_of(batched.site.written()).unwrap_or_default();
                let around = surroundings(host, batched, &batched_stem(&stem));
                Ok((outer.clone(), self.block(batched, &around, outer, edits)?))
            }
            None if compiled.site.syntax.is_operand() => Ok((place.clone(), format!("({text})"))),
            None => Ok((place.clone(), text)),
        });
        match text {
            Ok((place, text)) => self.edits.replace(place, text),
            Err(error) => self.result.findings.push(not_rust(self.source, place.clone(), &error)),
        }
        self.result.loops.push(CompiledLoop { stem, place, operator, moves, compiled });
    }

    /// The text of the block that is to stand at `place`, where the loop stands after these `edits`.
    fn block(&self, compiled: &Compiled, surroundings: &Surroundings, place: Range<usize>, edits: Edits) -> syn::Result<String> {
        let looped = edits.apply_within(&self.source.text, place.clone());
        layout::lay_out(&emit::block(compiled, surroundings), self.source, place.start, &looped)
    }

    fn provenance(&self, site: &ScanSite) -> String {
        let at = range_of(site.syntax.to_token_stream()).unwrap_or_default().start;
        let line = self.source.line_and_column(at).0;
        format!("{COMPILER} from {}, line {line}, fn {}", self.source.file_name(), site.function)
    }

    /// The names of the runtime's crate in this file.
    fn runtimes(&self) -> Vec<String> {
        let named = self.result.loops.iter().filter_map(|found| found.compiled.site.attribute.runtime.as_ref());
        let named = named.filter_map(|path| path.segments.last()).map(|segment| segment.ident.to_string());
        named.chain(self.runtimes.iter().cloned()).chain(["scan_runtime".to_string()]).collect()
    }

    /// Whether the host file has `unsafe` of scanc's.
    fn vouches(&self) -> bool {
        !self.result.loops.is_empty() || !self.declared.is_empty()
    }

    fn finish(mut self) -> CompiledFile {
        if !self.result.has_errors() {
            self.result.host = Some(self.host());
        }
        self.result
    }

    /// The host file: what is not a loop of ours is as it was.
    fn host(&self) -> String {
        let mark = if self.source.byte_order_mark { "\u{feff}" } else { "" };
        let text = self.edits.clone().apply(&self.source.text);
        let (shebang, rest) = text.split_at(self.source.shebang().len());
        // Also where nothing has changed: by its mark the command knows what it may write over.
        let newline = self.source.newline();
        let vouching = if self.vouches() { format!("{VOUCHING}{newline}") } else { String::new() };
        let header = output::mark(&self.source.file_name()) + newline + &vouching;
        format!("{mark}{shebang}{header}{rest}")
    }
}

/// `#![forbid(unsafe_code)]`
fn forbids_unsafe(attribute: &syn::Attribute) -> bool {
    let mut forbids = false;
    if attribute.path().is_ident("forbid") {
        // What cannot be read is rustc's to tell.
        let _ = attribute.parse_nested_meta(|lint| {
            forbids |= lint.path.is_ident("unsafe_code");
            Ok(())
        });
    }
    forbids
}

fn nothing_annotated(source: &Source) -> Finding {
    Finding::about_file(codes::NOTHING_ANNOTATED, &source.path, "nothing in this file is annotated")
        .help("write `#[scan(+ : y)]` above a function whose loop makes `y` a running total")
        .warning()
}

fn not_rust(source: &Source, place: Range<usize>, error: &syn::Error) -> Finding {
    let message = format!("what scanc made of this loop cannot be read as Rust: {error}");
    Finding::about_file(codes::INTERNAL, &source.path, message)
        .help("this is a mistake in scanc: please report it")
        .at(source, place)
}

/// What the block of a loop needs; the text of the loop is put in later.
fn surroundings(host: &FunctionHost, compiled: &Compiled, stem: &str) -> Surroundings {
    let looped: TokenStream = layout::LOOP.parse().unwrap_or_default();
    let included = |program: &Program, stem: &str| {
        let file = program.kind.file_name(stem);
        (program.kind, quote!(::core::include_str!(#file)))
    };
    let looped = Some(if compiled.site.syntax.is_value() { looped } else { quote!(#looped;) });
    let programs = |of: &Compiled| {
        let stem = if ptr::eq(of, compiled) { stem.to_owned() } else { total_stem(stem) };
        of.text.programs.iter().map(|program| included(program, &stem)).collect()
    };
    Surroundings { looped, ..host.of_loop(compiled, programs) }
}

/// Where a loop stands.
fn place_of_loop(compiled: &Compiled) -> Range<usize> {
    let tokens = match &compiled.batched {
        Some(batched) => batched.site.written(),
        None => compiled.site.syntax.to_token_stream(),
    };
    range_of(tokens).unwrap_or_default()
}

/// From the first token to the last.
pub(super) fn range_of(tokens: TokenStream) -> Option<Range<usize>> {
    let ranges = tokens.into_iter().map(|token| token.span().byte_range());
    ranges.reduce(|all, next| all.start.min(next.start)..all.end.max(next.end))
}
