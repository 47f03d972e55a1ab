//! A region's calls, put into the function.

use super::{Insertion, Region};
use proc_macro2::TokenStream;
use syn::{Block, Expr, ItemFn, Stmt};

impl Region {
    /// `function` with `text` in front of each statement that has an insertion: what the calls become.
    pub fn insert(&self, function: &mut ItemFn, text: impl Fn(&Insertion) -> TokenStream) {
        let mut filler = Filler { region: self, text: &text, blocks: 0 };
        filler.block(&mut function.block);
    }

    fn of_block(&self, block: usize) -> impl DoubleEndedIterator<Item = &Insertion> {
        self.insertions.iter().filter(move |insertion| insertion.block == block)
    }
}

/// Goes through the blocks in the order of the analysis.
struct Filler<'r, F> {
    region: &'r Region,
    text: &'r F,
    blocks: usize,
}

impl<F: Fn(&Insertion) -> TokenStream> Filler<'_, F> {
    fn block(&mut self, block: &mut Block) {
        let number = self.blocks;
        self.blocks += 1;
        block
            .stmts
            .iter_mut()
            .filter(|statement| super::parts::holds_hole(statement))
            .for_each(|statement| self.inside(statement));
        // From the last on, so that the numbers of those before stay.
        for insertion in self.region.of_block(number).rev() {
            let at = insertion.statement.min(block.stmts.len());
            block.stmts.insert(at, Stmt::Expr(Expr::Verbatim((self.text)(insertion)), None));
        }
    }

    fn inside(&mut self, statement: &mut Stmt) {
        if let Stmt::Expr(expression, _) = statement {
            self.expression(expression);
        }
    }

    fn expression(&mut self, expression: &mut Expr) {
        match expression {
            Expr::ForLoop(repeat) => self.block(&mut repeat.body),
            Expr::While(repeat) => self.block(&mut repeat.body),
            Expr::Loop(repeat) => self.block(&mut repeat.body),
            Expr::Block(block) => self.block(&mut block.block),
            Expr::If(branch) => {
                self.block(&mut branch.then_branch);
                if let Some((_, other)) = &mut branch.else_branch {
                    self.expression(other);
                }
            }
            _ => {}
        }
    }
}
