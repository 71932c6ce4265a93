// A small program of its own that works with 7-Zip, and can be ended at any time: unpacks, or compresses a stream.
//
// 7-Zip runs as WebAssembly. When it unpacks, it sees one folder of this machine and makes no links there: what would
// be a link is written down instead; each piece of news is printed as one line of JSON. When it compresses, it sees
// nothing but what comes in and goes out. It gives up the rights of root first.

import { chmodSync, mkdirSync, readSync, writeSync } from 'node:fs'
import sevenZip, { type SevenZipModuleFactory } from '7z-wasm'
import { hookWrites, replaceStandardStreams } from './emscripten-internals.ts'

/** A CommonJS package whose types speak of a module. */
const openSevenZip = sevenZip as unknown as SevenZipModuleFactory

/** What it is told. */
export type SevenZipOrder = UnpackOrder | CompressOrder

/** The archive is `archive` in the folder it is started in, what comes out of it goes to `out`. */
export interface UnpackOrder {
  work: 'unpack'
  limitBytes: number
  limitEntries: number
  uid: number | null
}

/** From standard input to standard output, as xz; problems go to standard error. */
export interface CompressOrder {
  work: 'compress'
  uid: number | null
}

export type SevenZipNews =
  | { bytes: number }
  | { links: [path: string, target: string][]; problems: string[]; exitCode: number }
  | { over: 'bytes' | 'entries' }
  | { misleading: string }

const newsEveryBytes = 8 * 1024 * 1024
const linkLimit = 100_000
const problemLimit = 20

/** Quick more than small: it runs without threads. */
const compressionLevel = 3

function report(news: SevenZipNews): void {
  writeSync(1, `${JSON.stringify(news)}\n`)
}

type RunArgs = (args: string[]) => unknown

async function unpack(order: UnpackOrder): Promise<void> {
  const problems: string[] = []
  const links: [string, string][] = []
  const looking = await openPlace(refuseMisleading, [])
  const module = await openPlace(() => {}, problems)
  mkdirSync('out')
  chmodSync('.', 0o777)
  chmodSync('out', 0o777)
  giveUpRights(order.uid)
  ;(looking.callMain as RunArgs)(['l', '-slt', '-ba', '-bd', '/place/archive'])
  hookWrites(module, {
    ...limitsOf(order),
    onLink(path, target) {
      if (links.length < linkLimit) links.push([path.slice('/place/out/'.length), target])
    },
  })
  module.FS.chdir('/place/out')
  // Links are only written down, and checked by the daemon: none is dangerous here (-snld).
  const exitCode = Number((module.callMain as RunArgs)(['x', '-y', '-bd', '-snld', '/place/archive']) ?? 0)
  report({ links, problems, exitCode })
}

/** 7-Zip would bend names that lead out until they lead inside: an archive that lists one is refused instead. */
function refuseMisleading(line: string): void {
  const beginning = 'Path = '
  if (!line.startsWith(beginning)) return
  const name = line.slice(beginning.length)
  const leadsOut = /^[\\/]|^[A-Za-z]:[\\/]/.test(name) || name.split(/[\\/]/).includes('..')
  if (leadsOut) leave({ misleading: name })
}

async function openPlace(onLine: (line: string) => void, problems: string[]) {
  const module = await openSevenZip({
    print: onLine,
    printErr: (text: string) => {
      if (problems.length < problemLimit && text.trim() !== '') problems.push(text.trim())
    },
  })
  module.FS.mkdir('/place')
  module.FS.mount(module.NODEFS, { root: '.' }, '/place')
  return module
}

/** Ends the program where they are passed. */
function limitsOf({ limitBytes, limitEntries }: UnpackOrder) {
  let bytes = 0
  let reportedBytes = 0
  let entries = 0
  return {
    onWrite(count: number) {
      bytes += count
      if (bytes > limitBytes) leave({ over: 'bytes' })
      if (bytes - reportedBytes <= newsEveryBytes) return
      reportedBytes = bytes
      report({ bytes })
    },
    onEntry() {
      entries += 1
      if (entries > limitEntries) leave({ over: 'entries' })
    },
  }
}

async function compress({ uid }: CompressOrder): Promise<void> {
  const problems: string[] = []
  const module = await openSevenZip({
    // Without these it would see terminals, to which it writes no archive.
    stdin: () => 0,
    stdout: () => {},
    printErr: (text: string) => {
      if (problems.length < problemLimit && text.trim() !== '') problems.push(text.trim())
    },
  })
  giveUpRights(uid)
  replaceStandardStreams(module, {
    read: (buffer, offset, length) => readSync(0, buffer, offset, length, null),
    write: (buffer, offset, length) => {
      for (let done = 0; done < length; ) done += writeSync(1, buffer, offset + done, length - done)
      return length
    },
  })
  const exitCode = Number(
    (module.callMain as RunArgs)(['a', '-txz', '-si', '-so', '-bd', `-mx${compressionLevel}`, 'stream']) ?? 0,
  )
  if (problems.length > 0) writeSync(2, problems.join('\n'))
  process.exitCode = exitCode
}

function giveUpRights(uid: number | null): void {
  if (uid === null) return
  process.setgroups?.([])
  process.setgid?.(uid)
  process.setuid?.(uid)
}

function leave(news: SevenZipNews): never {
  report(news)
  process.exit(3)
}

/** From the daemon, which may be of another version: without a user to become nothing is done, least of all as root. */
function readOrder(text: string): SevenZipOrder {
  const order: Partial<UnpackOrder> | Partial<CompressOrder> = JSON.parse(text)
  const isUser = order.uid === null || Number.isSafeInteger(order.uid)
  if (isUser && order.work === 'compress') return order as CompressOrder
  const hasLimits =
    order.work === 'unpack' && [order.limitBytes, order.limitEntries].every(limit => Number.isFinite(limit))
  if (isUser && hasLimits) return order as UnpackOrder
  throw new Error('the order cannot be read: is the daemon of another version?')
}

const order = readOrder(process.argv[2] ?? '{}')
await (order.work === 'compress' ? compress(order) : unpack(order))
