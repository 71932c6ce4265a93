// Unpacks with 7-Zip, in a program of its own and a folder of the daemon's own, from which everything is carried in.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, lstat, mkdir, opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ActionFailed } from '../../game-servers/logic/action.ts'
import { byteWords } from '../logic/byte-words.ts'
import { limitProblem, unpackLimits } from '../logic/unpack-limits.ts'
import type { StepSite } from '../step-site.ts'
import type { ArchiveTarget } from './archive-target.ts'
import type { SevenZipNews, SevenZipOrder } from './seven-zip-program.ts'

/** For a daemon that runs from source. */
export const sevenZipSource = join(import.meta.dirname, 'seven-zip-program.ts')

export interface UnpackedFolder {
  path: string
  links: [path: string, target: string][]
  remove: () => Promise<void>
}

type LastNews = Extract<SevenZipNews, { exitCode: number }>

/** The caller removes it. */
export async function unpackBeside(archive: Readable, site: StepSite): Promise<UnpackedFolder> {
  const folder = join(site.ground.workFolder, 'scratch')
  const remove = () => rm(folder, { recursive: true, force: true })
  await remove()
  await mkdir(folder, { mode: 0o700 })
  try {
    const file = join(folder, 'archive')
    await pipeline(archive, createWriteStream(file), { signal: site.canceled })
    await chmod(file, 0o644)
    const { links } = await runSevenZip(folder, file, site)
    return { path: join(folder, 'out'), links, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function runSevenZip(folder: string, archive: string, site: StepSite): Promise<LastNews> {
  const limits = unpackLimits(await site.ground.root.freeBytes())
  const { size } = await lstat(archive)
  // What comes out is on the drive twice for a moment.
  const limitBytes = Math.min(limits.bytes / 2, Math.max(size * limits.ratio, 100_000_000))
  const order: SevenZipOrder = {
    limitBytes,
    limitEntries: limits.entries,
    uid: site.ground.owner?.uid ?? null,
  }
  const child = spawn(process.execPath, [site.sevenZipFile, JSON.stringify(order)], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
    signal: site.canceled,
    killSignal: 'SIGKILL',
  })
  const ended = once(child, 'exit')
  const news = { last: null as LastNews | null }
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const told = JSON.parse(line) as SevenZipNews
      if ('bytes' in told) site.progress(null, `${byteWords(told.bytes)} unpacked`)
      else if ('exitCode' in told) news.last = told
      else throw tooMuch(told.over, size, limits)
    }
    await ended
  } finally {
    child.kill('SIGKILL')
    await ended.catch(() => {})
  }
  site.canceled.throwIfAborted()
  if (news.last && news.last.exitCode === 0 && news.last.problems.length === 0) return news.last
  throw new ActionFailed(`the archive cannot be unpacked: ${news.last?.problems[0] ?? '7-Zip has ended'}`)
}

function tooMuch(over: 'bytes' | 'entries', archiveBytes: number, limits: ReturnType<typeof unpackLimits>) {
  const most = { entries: limits.entries + 1, bytes: 0 }
  const done = over === 'entries' ? most : { entries: 0, bytes: Number.MAX_SAFE_INTEGER }
  return new ActionFailed(limitProblem(limits, done, archiveBytes) ?? 'the archive is too large')
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
