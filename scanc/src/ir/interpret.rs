//! Reference interpreter of the IR.
