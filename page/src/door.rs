//! The functions that the page calls, and those that it gives.
//!
//! *No undefined behaviour.* The functions have the types of WebAssembly and exchange addresses of
//! a buffer that this module owns; Rust dereferences no pointer. The names are those of no function
//! of the standard library. The imports are declared as the page defines them, in
//! `templates/worker.js`.
#![allow(unsafe_code)]

use crate::questions::Questions;
use std::cell::RefCell;

/// The state of the module: it has one thread.
#[derive(Default)]
struct Module {
    text: Vec<u8>,
    questions: Questions,
    is_ready: bool,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// The functions of the page. On other systems than WebAssembly nothing calls this module.
#[cfg(target_family = "wasm")]
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// The milliseconds since the beginning of 1970.
        pub safe fn clock() -> f64;
        /// Takes the text of a panic, which ends the module.
        pub safe fn panicked(text: *const u8, bytes: usize);
    }

    pub fn set_up() {
        boilingpoint_clock::set_source(|| clock());
        std::panic::set_hook(Box::new(|info| {
            let text = info.to_string();
            panicked(text.as_ptr(), text.len());
        }));
    }
}

#[cfg(not(target_family = "wasm"))]
mod page {
    pub fn set_up() {}
}

/// Makes room for a question of this many bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *const u8 {
    MODULE.with_borrow_mut(|module| {
        module.text.clear();
        module.text.resize(bytes, 0);
        module.text.as_ptr()
    })
}

/// Answers the question in the buffer. Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let stack = env!("BOIL_PAGE_STACK").parse().unwrap_or(1 << 20);
    boilingpoint_memory::enter(stack);
    MODULE.with_borrow_mut(|module| {
        if !module.is_ready {
            page::set_up();
            module.is_ready = true;
        }
        let question = String::from_utf8_lossy(&module.text).into_owned();
        module.text = module.questions.answer(&question);
        module.text.len()
    })
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    MODULE.with_borrow(|module| module.text.as_ptr())
}
