// A small program of its own: unpacks what 7-Zip knows into the folder it is started in, and can be ended at any time.
//
// 7-Zip runs as WebAssembly. It sees one folder of this machine and makes no links there: what would be a link is
// written down instead. It gives up the rights of root first. Prints one line of JSON for each piece of news.

import { chmodSync, mkdirSync, writeSync } from 'node:fs'
import sevenZip, { type SevenZipModuleFactory } from '7z-wasm'

/** A CommonJS package whose types speak of a module. */
const openSevenZip = sevenZip as unknown as SevenZipModuleFactory

/** What it is told: the archive is `archive` in its folder, what comes out of it goes to `out`. */
export interface SevenZipOrder {
  limitBytes: number
  limitEntries: number
  uid: number | null
}

export type SevenZipNews =
  | { bytes: number }
  | { links: [path: string, target: string][]; problems: string[]; exitCode: number }
  | { over: 'bytes' | 'entries' }

const newsEveryBytes = 8 * 1024 * 1024
const linkLimit = 100_000

function tell(news: SevenZipNews): void {
  writeSync(1, `${JSON.stringify(news)}\n`)
}

interface NodeFiles {
  node_ops: Record<'symlink' | 'mknod', (...words: never[]) => unknown>
  stream_ops: Record<
    'write',
    (stream: unknown, buffer: unknown, offset: number, length: number, ...rest: unknown[]) => number
  >
}

async function main({ limitBytes, limitEntries, uid }: SevenZipOrder): Promise<void> {
  const problems: string[] = []
  const links: [string, string][] = []
  const { FS, NODEFS, callMain } = await openSevenZip({
    print: () => {},
    printErr: (text: string) => {
      if (problems.length < 20 && text.trim() !== '') problems.push(text.trim())
    },
  })
  mkdirSync('out')
  giveUpRights(uid)

  const files = NODEFS as unknown as NodeFiles
  const write = files.stream_ops.write
  const mknod = files.node_ops.mknod as (...words: unknown[]) => unknown
  let bytes = 0
  let toldBytes = 0
  let entries = 0
  files.stream_ops.write = (...words) => {
    bytes += words[3]
    if (bytes > limitBytes) leave('bytes')
    if (bytes - toldBytes > newsEveryBytes) {
      toldBytes = bytes
      tell({ bytes })
    }
    return write(...words)
  }
  files.node_ops.mknod = (...words: unknown[]) => {
    entries += 1
    if (entries > limitEntries) leave('entries')
    return mknod(...words)
  }
  files.node_ops.symlink = ((parent: Parameters<typeof FS.getPath>[0], name: string, target: string) => {
    if (links.length < linkLimit)
      links.push([`${FS.getPath(parent)}/${name}`.slice('/place/out/'.length), target])
  }) as (...words: never[]) => unknown

  FS.mkdir('/place')
  FS.mount(NODEFS, { root: '.' }, '/place')
  FS.chdir('/place/out')
  const exitCode = Number(
    (callMain as (words: string[]) => unknown)(['x', '-y', '-bd', '/place/archive']) ?? 0,
  )
  tell({ links, problems, exitCode })
}

function giveUpRights(uid: number | null): void {
  if (uid === null) return
  chmodSync('.', 0o777)
  chmodSync('out', 0o777)
  process.setgroups?.([])
  process.setgid?.(uid)
  process.setuid?.(uid)
}

function leave(over: 'bytes' | 'entries'): never {
  tell({ over })
  process.exit(3)
}

await main(JSON.parse(process.argv[2] ?? '{}') as SevenZipOrder)
