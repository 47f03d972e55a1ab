//! templates
