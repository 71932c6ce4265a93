// The engine that uses restic: finds it, checks its version once, and gives out repositories.

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { compareVersions } from '@rookery/primitives/compare-versions.ts'
import {
  type BackupEngine,
  BackupError,
  type BackupRepository,
  type BackupStorage,
  type RepositoryPlace,
} from '../backup-engine.ts'
import { explain } from '../logic/explain-failure.ts'
import { RepositoryLocks } from '../repository-locks.ts'
import { testStorageAccess } from '../storages/test-storage-access.ts'
import { type KnownRepository, RepositoryRuns } from './repository-runs.ts'
import { ResticRepository } from './restic-repository.ts'
import { runRestic } from './run-restic.ts'
import {
  findProgram,
  isRunnable,
  removeAbandonedRuns,
  type SandboxKind,
  type SandboxOptions,
} from './sandbox/sandbox.ts'

const run = promisify(execFile)

/** Older ones have neither exit codes nor errors that can be told apart. */
export const oldestRestic = '0.18.0'
const defaultSilenceLimitMs = 10 * 60_000
const defaultPatienceMs = 20_000
const testLimitMs = 20_000

export interface ResticOptions {
  /** As configured: this one and no other. */
  program?: string | null | undefined
  /** Where one may lie that came with the daemon. */
  shippedProgram?: string | undefined
  /** A folder of the daemon's own, on a disk. */
  stateFolder: string
  /** A run that has not moved for so long is ended. */
  silenceLimitMs?: number
  /** One that was told to end and does not is killed after so long. */
  patienceMs?: number
  /** Left out: confined where this program is root. */
  sandboxKind?: SandboxKind
}

export function findRestic({ program, shippedProgram }: ResticOptions): string | null {
  if (program != null) return isRunnable(program) ? program : null
  if (shippedProgram !== undefined && isRunnable(shippedProgram)) return shippedProgram
  return findProgram('restic')
}

export class ResticEngine implements BackupEngine {
  readonly name = 'restic'
  readonly storageKinds = ['folder', 's3', 'sftp', 'rest'] as const
  readonly isEncrypting = true
  readonly #options: ResticOptions
  readonly #closing = new AbortController()
  /** By place: everybody who works on a repository waits in the same line. */
  readonly #known = new Map<string, KnownRepository>()
  #checked: Promise<{ program: string; version: string }> | null = null

  constructor(options: ResticOptions) {
    this.#options = options
  }

  async version(): Promise<string> {
    return (await this.#check()).version
  }

  repository(place: RepositoryPlace): BackupRepository {
    return new ResticRepository(this.#runsOf(place))
  }

  async testStorage(storage: BackupStorage, signal?: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(testLimitMs)
    const { signal: closing } = this.#closing
    const both = AbortSignal.any([limit, closing, ...(signal ? [signal] : [])])
    const action = 'use this storage'
    try {
      await testStorageAccess(storage, both)
      // It may be reached by this program and not by restic: another ssh, other certificates.
      const place = { storage, name: `rookery-test-${randomUUID()}`, password: randomUUID() }
      await new ResticRepository(this.#runsOf(place)).isThere(action, both, testLimitMs)
    } catch (error) {
      if (!both.aborted) throw error
      const { code, message } = explain(limit.aborted ? 'unreachable' : 'canceled', action, storage.kind)
      throw new BackupError(code, message, { cause: error })
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    const all = [...this.#known.values()]
    await Promise.all(all.map(({ locks }) => locks.take('alone', undefined, async () => {})))
  }

  #runsOf(place: RepositoryPlace): RepositoryRuns {
    if (!/^[a-z0-9][a-z0-9-]{0,100}$/.test(place.name))
      throw new BackupError(
        'invalid',
        `Can't open the repository: ${JSON.stringify(place.name)} is no name for one.`,
      )
    return new RepositoryRuns(place, {
      sandbox: () => this.#sandbox(),
      known: this.#knownOf(place),
      silenceLimitMs: this.#options.silenceLimitMs ?? defaultSilenceLimitMs,
      patienceMs: this.#options.patienceMs ?? defaultPatienceMs,
      closing: this.#closing.signal,
    })
  }

  #knownOf({ storage, name }: RepositoryPlace): KnownRepository {
    // One that nobody has opened is worth nothing.
    for (const [key, { locks, keyIds }] of this.#known)
      if (locks.isIdle && keyIds.size === 0) this.#known.delete(key)
    const key = JSON.stringify([placeOf(storage), name])
    const found = this.#known.get(key) ?? {
      ...{ locks: new RepositoryLocks(), keyIds: new Map(), layouts: new Map() },
    }
    this.#known.set(key, found)
    return found
  }

  async #sandbox(): Promise<SandboxOptions> {
    return this.#sandboxOf((await this.#check()).program)
  }

  #sandboxOf(program: string): SandboxOptions {
    const { stateFolder, sandboxKind } = this.#options
    const isRoot = process.getuid?.() === 0
    return { kind: sandboxKind ?? (isRoot ? 'confined' : 'open'), program, stateFolder }
  }

  /** One that is missing or too old is looked for again the next time. */
  #check(): Promise<{ program: string; version: string }> {
    this.#checked ??= this.#findRestic().catch((error: unknown) => {
      this.#checked = null
      throw error
    })
    return this.#checked
  }

  async #findRestic(): Promise<{ program: string; version: string }> {
    const program = findRestic(this.#options)
    const action = 'use restic'
    if (program === null || !existsSync(program)) throw engineError('engine_missing', action, '')
    const printed = await run(program, ['version'], { env: {}, timeout: 20_000 }).then(
      ({ stdout }) => stdout,
      (error: Error) => {
        throw engineError('engine_missing', action, error.message)
      },
    )
    const version = /^restic (\d+\.\d+\.\d+)/.exec(printed)?.[1]
    if (version === undefined || compareVersions(version, oldestRestic) < 0)
      throw engineError('engine_too_old', action, printed.trim())
    await removeAbandonedRuns(this.#options.stateFolder)
    await this.#requireSandbox(program, action)
    return { program, version }
  }

  /** Better known now than in the middle of the night: root in a container may not be allowed to make one. */
  async #requireSandbox(program: string, action: string): Promise<void> {
    const sandbox = this.#sandboxOf(program)
    if (sandbox.kind === 'open') return
    const plan = { folders: {}, files: {}, priority: 'normal' as const, standardInput: '' }
    const limits = { silenceLimitMs: testLimitMs, limitMs: testLimitMs, patienceMs: defaultPatienceMs }
    await runRestic({
      ...{ sandbox, action, storageKind: 'folder', secrets: [], ...limits },
      plan: { ...plan, command: () => ({ args: ['version'], env: {} }) },
    })
  }
}

function engineError(
  code: 'engine_missing' | 'engine_too_old',
  action: string,
  details: string,
): BackupError {
  const { message } = explain(code, action, 'folder')
  return new BackupError(code, message, { details })
}

/** What tells one storage from another, without its secrets. */
function placeOf(storage: BackupStorage): unknown[] {
  switch (storage.kind) {
    case 'folder':
      return ['folder', storage.path]
    case 's3':
      return ['s3', storage.endpoint, storage.bucket, storage.prefix]
    case 'sftp':
      return ['sftp', storage.host, storage.port, storage.path]
    case 'rest':
      return ['rest', storage.url]
  }
}
