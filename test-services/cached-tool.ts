// Programs for tests that no package of the machine brings: fetched or built once, checked, and kept for the next run.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from './running-component.ts'

const run = promisify(execFile)
const buildLimitMs = 1_200_000

/** Makes a file in an empty folder and gives its path; it is kept under the name. */
export async function cachedTool(name: string, make: (folder: string) => Promise<string>): Promise<string> {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'rookery-tests')
  const tool = join(cache, name)
  if (existsSync(tool)) return tool
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(join(cache, 'unfinished-'))
  try {
    await rename(await make(unfinished), tool)
    return tool
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** It is not here, and whoever has it did not answer: what needs it is skipped, not failed. */
class NotFetched extends Error {}

/** Why a tool is not to be had now, or null; one that is not what it should be is thrown. */
export async function whyNotFetched(tool: () => Promise<string>): Promise<string | null> {
  try {
    await tool()
    return null
  } catch (error) {
    if (error instanceof NotFetched) return error.message
    throw error
  }
}

export async function fetchChecked(url: string, sha256: string): Promise<Buffer> {
  const content = await fetchBytes(url)
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw new Error(`${url} is not what was expected: its hash differs`)
  return content
}

export async function fetchBytes(url: string): Promise<Buffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(300_000) }).catch((error: unknown) => {
    throw new NotFetched(`${url} cannot be fetched`, { cause: error })
  })
  if (!answer.ok) throw new NotFetched(`${url} answers ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

export async function fetchFile(folder: string, url: string, sha256: string): Promise<string> {
  const file = join(folder, 'fetched')
  await writeFile(file, await fetchChecked(url, sha256))
  return file
}

export interface GoProgram {
  module: string
  version: string
  /** As `go mod download -json` tells it. */
  sum: string
  /** In the module. */
  package: string
}

export function findGo(): string | null {
  return findProgram('go', ['/usr/local/go/bin', '/usr/bin', ...(process.env.PATH ?? '').split(delimiter)])
}

/** Built from the module that has this sum, and no other. */
export async function buildGoProgram(folder: string, program: GoProgram): Promise<string> {
  const go = findGo()
  if (go === null) throw new Error('Go is not installed')
  const { stdout } = await run(go, ['mod', 'download', '-json', `${program.module}@${program.version}`], {
    timeout: buildLimitMs,
    cwd: folder,
  }).catch((error: unknown) => {
    throw new NotFetched(`${program.module} cannot be fetched`, { cause: error })
  })
  const { Dir: source, Sum: sum } = JSON.parse(stdout) as { Dir: string; Sum: string }
  if (sum !== program.sum) throw new Error(`${program.module} ${program.version} has another hash: ${sum}`)
  const copy = join(folder, 'source')
  await cp(source, copy, { recursive: true })
  await run('chmod', ['-R', 'u+w', copy])
  const built = join(folder, 'built')
  await run(go, ['build', '-trimpath', '-ldflags=-s -w', '-o', built, program.package], {
    ...{ cwd: copy, timeout: buildLimitMs, maxBuffer: 16 * 1024 * 1024 },
    env: { ...process.env, CGO_ENABLED: '0' },
  })
  return built
}
