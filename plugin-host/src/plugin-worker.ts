// The thread of one plugin: holds its instance, runs one call at a time, and knows nothing but messages.

import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts'
import { type WebAssemblyMemory, webAssembly } from './web-assembly.ts'

/** About a tenth of the share of a thread that has not stepped back: enough to answer on a busy machine. */
const niceness = 10

interface PluginExports {
  memory: WebAssemblyMemory
  alloc: (length: number) => number
  call: (pointer: number, length: number) => Promise<bigint>
}

class RuleBroken extends Error {}

const abiVersion = 1
const { module, limits } = workerData as WorkerStart
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

let exports: PluginExports
let hostCallsLeft = 0
let hostAnswered: (text: string) => void = () => {}

function send(message: FromWorker): void {
  parentPort?.postMessage(message)
}

function readText(place: bigint): string {
  const pointer = Number(BigInt.asUintN(32, place >> 32n))
  const length = Number(BigInt.asUintN(32, place))
  const { buffer } = exports.memory
  if (length > limits.messageBytes) throw new RuleBroken(`a message has ${length} bytes: too many`)
  if (pointer + length > buffer.byteLength) throw new RuleBroken('a message lies outside of the memory')
  return decoder.decode(new Uint8Array(buffer, pointer, length))
}

function writeText(text: string): { pointer: number; length: number } {
  const bytes = encoder.encode(text)
  const pointer = exports.alloc(bytes.length) >>> 0
  const { buffer } = exports.memory
  if (pointer + bytes.length > buffer.byteLength)
    throw new RuleBroken('alloc gave room outside of the memory')
  new Uint8Array(buffer, pointer, bytes.length).set(bytes)
  return { pointer, length: bytes.length }
}

/** Counted here, so that a flood ends in this thread and never reaches the host. */
async function hostCall(pointer: number, length: number): Promise<bigint> {
  hostCallsLeft -= 1
  if (hostCallsLeft < 0) throw new RuleBroken(`more than ${limits.hostCalls} host calls in one call`)
  const question = readText((BigInt(pointer >>> 0) << 32n) | BigInt(length >>> 0))
  const answer = await new Promise<string>(resolve => {
    hostAnswered = resolve
    send({ kind: 'host-call', text: question })
  })
  const written = writeText(answer)
  return (BigInt(written.pointer) << 32n) | BigInt(written.length)
}

async function start(): Promise<void> {
  const imports = { rookery: { host_call: new webAssembly.Suspending(hostCall) } }
  const { instance } = await webAssembly.instantiate(module, imports)
  const { memory, alloc, call, abi_version: version } = instance.exports
  const hasAll = memory instanceof webAssembly.Memory && [alloc, call, version].every(isFunction)
  if (!hasAll) throw new RuleBroken('the module must export memory, abi_version, alloc and call')
  const reported = (version as () => number)()
  if (reported !== abiVersion)
    throw new RuleBroken(`the module speaks version ${reported}, the host ${abiVersion}`)
  exports = {
    memory: memory as WebAssemblyMemory,
    alloc: alloc as PluginExports['alloc'],
    call: webAssembly.promising(call),
  }
}

const isFunction = (value: unknown) => typeof value === 'function'

async function answer(id: number, text: string): Promise<void> {
  hostCallsLeft = limits.hostCalls
  try {
    const { pointer, length } = writeText(text)
    send({ kind: 'answer', id, text: readText(await exports.call(pointer, length)) })
  } catch (error) {
    send({ kind: 'broken', id, message: messageOf(error) })
  }
}

/** No stack: it would tell of this machine. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it ended for a reason that it did not tell'
}

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'call') void answer(message.id, message.text)
  else hostAnswered(message.text)
})

stepBack()
start().then(
  () => send({ kind: 'ready' }),
  (error: unknown) => send({ kind: 'unusable', message: messageOf(error) }),
)

/** On Linux a priority belongs to a thread; elsewhere all threads would step back with it, so nothing is done. */
function stepBack(): void {
  if (process.platform !== 'linux') return
  try {
    // `PROCESS/task/THREAD`
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (threadId !== process.pid) setPriority(threadId, niceness)
  } catch {
    // Without /proc, or where it is forbidden, the plugin still runs within its limits.
  }
}
