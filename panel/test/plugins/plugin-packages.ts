// Plugin packages for tests: zip files around modules written in the text format.

import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { moduleOf } from '../../../plugin-host/test/wat.ts'

/** Raw, so that tests can also give what is refused. */
type ManifestInput = Record<string, unknown>

export const plainManifest = {
  id: 'test-plugin',
  name: 'Test',
  version: '1.0.0',
  abi: 1,
  description: 'For tests.',
}

export async function zipOf(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

export function packageOf(
  manifest: ManifestInput,
  files: Record<string, string | Uint8Array> = { 'plugin.wasm': asks({ call: 'time.now' }) },
): Promise<Buffer> {
  return zipOf({ 'plugin.json': JSON.stringify({ ...plainManifest, ...manifest }), ...files })
}

/** A plugin that, whatever it is called with, asks its host this and answers what the host said. */
export function asks(question: object): Uint8Array {
  const text = JSON.stringify(question)
  return withCall(text, `(call $host_call (i32.const 16) (i32.const ${Buffer.byteLength(text)}))`)
}

/** A plugin that answers this, whatever it is called with. */
export function says(answer: object): Uint8Array {
  const text = JSON.stringify({ answer })
  return withCall(
    text,
    `(i64.or (i64.shl (i64.const 16) (i64.const 32)) (i64.const ${Buffer.byteLength(text)}))`,
  )
}

/** A plugin that answers by the first of these texts that its call has in it, and otherwise with the last. */
export function answersByPath(answers: Record<string, object>, otherwise: object): Uint8Array {
  const given = [...Object.entries(answers), ['', otherwise] as const].map(([path, answer]) => ({
    path: Buffer.from(path),
    text: JSON.stringify({ answer }),
  }))
  let offset = 16
  const cases = given.map(({ path, text }) => {
    const at = offset
    offset += Buffer.byteLength(text)
    const packed = `(i64.or (i64.shl (i64.const ${at}) (i64.const 32)) (i64.const ${offset - at}))`
    const isHere = [...path].map(
      (byte, index) => `(i32.eq (i32.load8_u offset=${index} (local.get $place)) (i32.const ${byte}))`,
    )
    const all = isHere.reduce((one, other) => `(i32.and ${one} ${other})`, '(i32.const 1)')
    if (path.length === 0) return `(return ${packed})`
    return `(local.set $place (local.get $pointer))
      (block $absent (loop $search
        (br_if $absent (i32.ge_u (local.get $place) (i32.add (local.get $pointer) (local.get $length))))
        (if ${all} (then (return ${packed})))
        (local.set $place (i32.add (local.get $place) (i32.const 1)))
        (br $search)))`
  })
  const whole = given.map(({ text }) => text).join('')
  return withCall(whole, `(local $place i32) ${cases.join(' ')} (unreachable)`)
}

/** A plugin that never answers. */
export function endless(): Uint8Array {
  return withCall('', '(loop $l (br $l)) (unreachable)')
}

/** A plugin that breaks off. */
export function trapping(): Uint8Array {
  return withCall('', '(unreachable)')
}

function withCall(data: string, body: string): Uint8Array {
  const bytes = [...Buffer.from(data)].map(byte => `\\${byte.toString(16).padStart(2, '0')}`).join('')
  return moduleOf(`(module
    (import "rookery" "host_call" (func $host_call (param i32 i32) (result i64)))
    (memory (export "memory") 20)
    (data (i32.const 16) "${bytes}")
    (func (export "abi_version") (result i32) (i32.const 1))
    (func (export "alloc") (param i32) (result i32) (i32.const 65536))
    (func (export "call") (param $pointer i32) (param $length i32) (result i64) ${body}))`)
}
