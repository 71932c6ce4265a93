// The three functions that the panel calls in a plugin, and the one that a plugin can call in the panel (ABI 1).

import { Json, parseJson } from './json'

@external("rookery", "host_call")
declare function host_call(pointer: usize, length: i32): u64

/** Set by `onCall` of plugin.ts; null until a plugin listens to anything. */
let answering: ((name: string, argument: Json) => Json) | null = null
/** What was told to the panel last: kept until the next call, because the panel reads it afterwards. */
let told: ArrayBuffer = new ArrayBuffer(0)

export function answerWith(work: (name: string, argument: Json) => Json): void {
  answering = work
}

export function abi_version(): i32 {
  return 1
}

/** Room for what the panel writes; it is given back as soon as it has been read. */
export function alloc(length: i32): usize {
  return heap.alloc(length)
}

export function call(pointer: usize, length: i32): u64 {
  const question = parseJson(taken(pointer, length))
  const work = answering
  if (work === null) return place(refused('this plugin listens to nothing'))
  return place(work(question.get('call').asText(), question.get('argument')))
}

/** `{ "answer": … }`, or `{ "error": "words" }`. */
export function askHost(name: string, argument: Json): Json {
  const text = Json.object().setText('call', name).set('argument', argument).toString()
  const buffer = String.UTF8.encode(text)
  const answer = host_call(changetype<usize>(buffer), buffer.byteLength)
  return parseJson(taken(<usize>(answer >> 32), <i32>(answer & 0xffffffff)))
}

export function answered(value: Json): Json {
  return Json.object().set('answer', value)
}

export function refused(words: string): Json {
  return Json.object().setText('error', words)
}

function taken(pointer: usize, length: i32): string {
  const text = String.UTF8.decodeUnsafe(pointer, length)
  heap.free(pointer)
  return text
}

function place(json: Json): u64 {
  told = String.UTF8.encode(json.toString())
  return (<u64>changetype<usize>(told) << 32) | <u64>told.byteLength
}

/** Where a fault of the plugin ends: it is told in the plugin's log, then the plugin stops. */
export function abort(message: string | null, file: string | null, line: u32, column: u32): void {
  const words = message === null ? 'a fault' : message
  const where = file === null ? '' : ' (' + file + ':' + line.toString() + ':' + column.toString() + ')'
  askHost('log', Json.object().setText('level', 'error').setText('message', words + where))
  unreachable()
}
