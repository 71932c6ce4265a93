// Modules written in the text format, for tests.

import binaryen from 'binaryen'

export function moduleOf(text: string): Uint8Array {
  const module = binaryen.parseText(text)
  try {
    return module.emitBinary()
  } finally {
    module.dispose()
  }
}

/** `body` is what `call` does; it may use $pointer, $length, $host_call and $answer (an i64 that says {"answer":1}). */
export function plugin(body: string, more = ''): Uint8Array {
  return moduleOf(`(module
    (import "rookery" "host_call" (func $host_call (param i32 i32) (result i64)))
    (memory (export "memory") 2)
    (data (i32.const 16) "{\\"answer\\":1}")
    (global $top (mut i32) (i32.const 1024))
    ${more}
    (func (export "abi_version") (result i32) (i32.const 1))
    (func (export "alloc") (param $length i32) (result i32)
      (local $at i32)
      (local.set $at (global.get $top))
      (global.set $top (i32.add (global.get $top) (local.get $length)))
      (if (i32.gt_u (global.get $top) (i32.const 120000)) (then (global.set $top (i32.const 1024))))
      (local.get $at))
    (func $answer (result i64) (i64.or (i64.shl (i64.const 16) (i64.const 32)) (i64.const 12)))
    (func $call (export "call") (param $pointer i32) (param $length i32) (result i64)
      ${body}))`)
}

/** Says {"answer":1} whatever is asked. */
export const obliging = '(call $answer)'
/** Asks the host what it was asked, and says what the host said. */
export const passing = '(call $host_call (local.get $pointer) (local.get $length))'
