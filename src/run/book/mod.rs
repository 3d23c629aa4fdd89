//! The record book.
