#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grognard_hostile::data(bytes));
