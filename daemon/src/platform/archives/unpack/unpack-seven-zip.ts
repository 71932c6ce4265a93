// Unpacks with 7-Zip, in a program of its own and a folder of the daemon's own, from which everything is carried in.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, lstat, mkdir, opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'
import { formatBytes } from '../../logic/format-bytes.ts'
import { ArchiveProblem } from '../archive-problem.ts'
import { bytesAllowed, limitProblem, type UnpackLimits } from '../logic/unpack-limits.ts'
import type { SevenZipDeps } from '../seven-zip.ts'
import type { SevenZipNews, SevenZipOrder } from '../seven-zip-program.ts'
import type { ArchiveTarget } from './archive-target.ts'

export interface UnpackDeps extends SevenZipDeps {
  /** The daemon's own, on the drive of the target; made when it is needed, and removed again. */
  scratchFolder: string
  canceled: AbortSignal
  /** How far it is, from 0 to 1 (null: not known), in words; told as often as there is news. */
  progress: (fraction: number | null, message: string) => void
}

export interface UnpackedFolder {
  path: string
  links: [path: string, target: string][]
  remove: () => Promise<void>
}

/** It handles archives of strangers: what it says is not believed without a look. */
const sevenZipNews: z.ZodType<SevenZipNews> = z.union([
  z.object({ bytes: z.number() }),
  z.object({
    links: z.array(z.tuple([z.string(), z.string()])),
    problems: z.array(z.string()),
    exitCode: z.int(),
  }),
  z.object({ over: z.enum(['bytes', 'entries']) }),
  z.object({ misleading: z.string() }),
])

type LastNews = Extract<SevenZipNews, { exitCode: number }>

/** The caller removes it. */
export async function unpackBeside(
  archive: Readable,
  limits: UnpackLimits,
  deps: UnpackDeps,
): Promise<UnpackedFolder> {
  const folder = deps.scratchFolder
  const remove = () => rm(folder, { recursive: true, force: true })
  await remove()
  await mkdir(folder, { mode: 0o700, recursive: true })
  try {
    const file = join(folder, 'archive')
    await pipeline(archive, createWriteStream(file), { signal: deps.canceled })
    await chmod(file, 0o644)
    const { links } = await runSevenZip(folder, file, limits, deps)
    return { path: join(folder, 'out'), links, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function runSevenZip(
  folder: string,
  archive: string,
  limits: UnpackLimits,
  deps: UnpackDeps,
): Promise<LastNews> {
  const { size } = await lstat(archive)
  const order: SevenZipOrder = {
    work: 'unpack',
    // What comes out is on the drive twice for a moment.
    limitBytes: bytesAllowed(limits, size, 1 / 2),
    limitEntries: limits.entries,
    uid: deps.uid,
  }
  const child = spawn(process.execPath, [deps.sevenZipFile, JSON.stringify(order)], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
    signal: deps.canceled,
    killSignal: 'SIGKILL',
  })
  const ended = once(child, 'exit')
  ended.catch(() => {})
  const news = { last: null as LastNews | null }
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const reported = parseJsonOrNull(sevenZipNews, line)
      if (!reported)
        throw new ArchiveProblem('the archive cannot be unpacked: 7-Zip reports what cannot be read')
      if ('bytes' in reported) deps.progress(null, `${formatBytes(reported.bytes)} unpacked`)
      else if ('exitCode' in reported) news.last = reported
      else if ('over' in reported) throw tooMuch(reported.over, size, limits)
      else throw misleading(reported.misleading)
    }
    await ended
  } finally {
    child.kill('SIGKILL')
    await ended.catch(() => {})
  }
  deps.canceled.throwIfAborted()
  if (news.last && news.last.exitCode === 0 && news.last.problems.length === 0) return news.last
  throw new ArchiveProblem(`the archive cannot be unpacked: ${news.last?.problems[0] ?? '7-Zip has ended'}`)
}

function tooMuch(over: 'bytes' | 'entries', archiveBytes: number, limits: UnpackLimits): ArchiveProblem {
  const most = { entries: limits.entries + 1, bytes: 0 }
  const done = over === 'entries' ? most : { entries: 0, bytes: Number.MAX_SAFE_INTEGER }
  return new ArchiveProblem(limitProblem(limits, done, archiveBytes) ?? 'the archive is too large')
}

function misleading(name: string): ArchiveProblem {
  return new ArchiveProblem(
    `the entry ${JSON.stringify(name)} of the archive: its name leads out of the folder`,
  )
}

export async function carryIn({ path, links }: UnpackedFolder, target: ArchiveTarget): Promise<void> {
  await carryBelow(path, '', target)
  for (const [name, to] of links) await target.link(name, to)
}

async function carryBelow(folder: string, prefix: string, target: ArchiveTarget): Promise<void> {
  for await (const { name } of await opendir(folder)) {
    const file = join(folder, name)
    const stats = await lstat(file)
    if (stats.isDirectory()) {
      await target.folder(prefix + name)
      await carryBelow(file, `${prefix}${name}/`, target)
    } else if (stats.isFile()) await target.file(prefix + name, stats.mode, createReadStream(file))
  }
}
