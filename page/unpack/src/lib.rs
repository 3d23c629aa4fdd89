//! Unpacks LZMA in a page. The page writes the packed bytes into the module's memory, calls
//! [`unpack`], and reads the bytes at [`plain`].
//!
//! *No undefined behaviour.* The functions have the types of WebAssembly and exchange addresses of
//! buffers that this module owns; Rust dereferences no pointer.
#![allow(unsafe_code)]

use lzma_rust2::LzmaReader;
use std::cell::RefCell;
use std::io::Read;

/// The memory for the bytes that LZMA looks back, in KiB.
const MEMORY: u32 = 1 << 16;

thread_local! {
    static PACKED: RefCell<Vec<u8>> = RefCell::default();
    static PLAIN: RefCell<Vec<u8>> = RefCell::default();
}

/// Makes room for this many packed bytes, and returns their address.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *const u8 {
    PACKED.with_borrow_mut(|packed| {
        packed.resize(bytes, 0);
        packed.as_ptr()
    })
}

/// Unpacks the bytes, and returns their number; 0 if they are damaged.
#[unsafe(no_mangle)]
pub extern "C" fn unpack() -> usize {
    let packed = PACKED.take();
    let mut plain = Vec::new();
    let read = LzmaReader::new_mem_limit(&packed[..], MEMORY, None)
        .and_then(|mut reader| reader.read_to_end(&mut plain));
    let length = read.unwrap_or(0);
    PLAIN.set(plain);
    length
}

/// The address of the unpacked bytes.
#[unsafe(no_mangle)]
pub extern "C" fn plain() -> *const u8 {
    PLAIN.with_borrow(|plain| plain.as_ptr())
}
