// Runs restic on one repository: each in its turn, with the access and the limits that the repository has.

import { existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import type * as z from 'zod'
import { BackupError, type RepositoryPlace } from '../backup-engine.ts'
import { explain, explainFailure } from '../logic/explain-failure.ts'
import type { LockKind, RepositoryLocks } from '../repository-locks.ts'
import {
  isLockFromFuture,
  parseDocument,
  parseLine,
  type ResticLine,
  snapshotList,
} from './logic/messages.ts'
import { placeInSnapshot, readTags, type SnapshotLayout } from './logic/snapshot-layout.ts'
import { type StorageAccess, storageAccess } from './logic/storage-access.ts'
import { type ResticResult, type ResticRun, runRestic, streamRestic } from './run-restic.ts'
import type { FileText, PlaceOf, SandboxOptions, SandboxPlan } from './sandbox/sandbox.ts'

/** A repository that somebody else works on is waited for: two minutes in all. */
const waitForLock = ['--retry-lock', '10s']
const lockTries = 12

/** What is known of a repository, whoever opens it. */
export interface KnownRepository {
  locks: RepositoryLocks
  /** The key that a password opens: restic would try every other one first, at half a second each. */
  keyIds: Map<string, string>
  /** Of snapshots, which never change. */
  layouts: Map<string, SnapshotLayout>
}

export interface RunDeps {
  sandbox: () => Promise<SandboxOptions>
  known: KnownRepository
  silenceLimitMs: number
  patienceMs: number
  /** Ends everything. */
  closing: AbortSignal
}

export interface Command {
  action: string
  args: (placeOf: PlaceOf) => string[]
  folders?: SandboxPlan['folders']
  files?: Record<string, FileText>
  priority?: SandboxPlan['priority'] | undefined
  signal?: AbortSignal | undefined
  acceptable?: readonly number[]
  onLine?: (line: ResticLine) => boolean | undefined
  limitMs?: number
}

export class RepositoryRuns {
  readonly place: RepositoryPlace
  readonly #deps: RunDeps
  readonly #access: StorageAccess

  constructor(place: RepositoryPlace, deps: RunDeps) {
    this.place = place
    this.#deps = deps
    this.#access = storageAccess(place)
  }

  /** The folder of the repository, where it is one of this machine. */
  get folder(): string | null {
    return this.#access.folder
  }

  async turn<Result>(
    kind: LockKind,
    action: string,
    signal: AbortSignal | undefined,
    work: (action: string, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { closing, known } = this.#deps
    const both = signal === undefined ? closing : AbortSignal.any([signal, closing])
    try {
      return await known.locks.take(kind, both, () => work(action, both))
    } catch (error) {
      if (error instanceof BackupError) throw error
      throw both.aborted ? this.failure('canceled', action) : error
    }
  }

  async run(command: Command): Promise<ResticResult> {
    return runRestic(await this.#prepare(command))
  }

  /**
   * For what restic locks. A run that was killed leaves a lock, which is removed when it is in the way: nobody of this
   * daemon works here now, so one of a dead process is nobody's. That is looked at again and again, because the process
   * may still be dying. Restic takes its lock before it does anything. One that another machine has left goes when it is
   * old; when the clock there was ahead it would be years before restic believes that.
   */
  async runLocking(command: Command): Promise<ResticResult> {
    const { signal } = command
    for (let tries = 0; ; tries += 1) {
      let isFromFuture = false
      try {
        const wait = tries === 0 ? [] : waitForLock
        return await this.run({ ...command, args: placeOf => [...wait, ...command.args(placeOf)] })
      } catch (error) {
        const isLocked = error instanceof BackupError && error.code === 'locked'
        if (!isLocked || tries === lockTries) throw error
        isFromFuture = isLockFromFuture(error.details)
      }
      const which = isFromFuture ? ['--remove-all'] : []
      await this.run({ action: 'unlock the repository', signal, args: () => ['unlock', ...which] })
    }
  }

  /** The turn lasts until the stream is closed. */
  stream(command: Command): Promise<Readable> {
    const opened = Promise.withResolvers<Readable>()
    this.turn('read', command.action, command.signal, async (_action, signal) => {
      const stream = await streamRestic(await this.#prepare({ ...command, signal }))
      opened.resolve(stream)
      await finished(stream, { writable: false }).catch(() => {})
    }).catch(opened.reject)
    return opened.promise
  }

  /** As they come, no faster than they are read; for a walk through more than fits into memory. */
  async *lines(command: Command): AsyncGenerator<ResticLine> {
    const stream = await streamRestic(await this.#prepare(command))
    const decoder = new StringDecoder('utf8')
    let rest = ''
    for await (const chunk of stream) {
      const lines = (rest + decoder.write(chunk as Buffer)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const parsed = parseLine(line)
        if (parsed !== null) yield parsed
      }
    }
  }

  document<Schema extends z.ZodType>(
    schema: Schema,
    { output }: ResticResult,
    action: string,
  ): z.output<Schema> {
    const found = parseDocument(schema, output)
    if (found === null) throw this.failure('unknown', action)
    return found
  }

  /** Where the parts of a snapshot are. */
  async layoutOf(id: string, action: string, signal: AbortSignal | undefined): Promise<SnapshotLayout> {
    this.requireId(id, action)
    const { layouts } = this.#deps.known
    const known = layouts.get(id)
    if (known !== undefined) return known
    return this.turn('read', action, signal, async (_action, both) => {
      const args = () => ['snapshots', '--no-lock', id]
      const result = await this.run({ action, signal: both, args })
      const found = this.document(snapshotList, result, action).find(snapshot => snapshot.id === id)
      if (found === undefined) throw this.failure('no_such_path', action)
      const { layout } = readTags(found.tags ?? [])
      layouts.set(id, layout)
      return layout
    })
  }

  rememberLayout(id: string, layout: SnapshotLayout): void {
    this.#deps.known.layouts.set(id, layout)
  }

  rememberKey(id: string): void {
    this.#deps.known.keyIds.set(this.place.password, id)
  }

  /** What is made there next is another one. */
  forgetEverything(): void {
    this.#deps.known.keyIds.clear()
    this.#deps.known.layouts.clear()
  }

  forgetLayouts(ids: readonly string[]): void {
    for (const id of ids) this.#deps.known.layouts.delete(id)
  }

  requirePlace(layout: SnapshotLayout, path: string, action: string): { part: string; place: string } {
    const isPath = path.split('/').every(name => name !== '' && name !== '.' && name !== '..')
    const found = isPath && !path.includes('\0') ? placeInSnapshot(layout, path) : null
    if (found === null) throw this.failure('no_such_path', action)
    return found
  }

  /** Whole ids only: restic takes beginnings, words such as `latest`, and options. */
  requireId(id: string, action: string): void {
    if (!/^[0-9a-f]{64}$/.test(id)) throw this.failure('no_such_path', action)
  }

  failure(reason: Parameters<typeof explain>[0], action: string, details = ''): BackupError {
    const { code, message } = explain(reason, action, this.place.storage.kind)
    return new BackupError(code, message, { details })
  }

  explainTexts(texts: readonly string[], action: string): BackupError {
    const storageKind = this.place.storage.kind
    const { code, message } = explainFailure({ action, storageKind, exitCode: null, texts })
    return new BackupError(code, message, { details: texts.join('\n').slice(0, 4_000) })
  }

  async #prepare(command: Command): Promise<ResticRun> {
    const access = this.#access
    const { action, signal, acceptable, onLine, limitMs } = command
    if (access.folder !== null && !existsSync(access.folder)) throw this.failure('not_found', action)
    const repository: SandboxPlan['folders'] =
      access.folder === null ? {} : { repository: { source: access.folder, isReadOnly: false } }
    const isLow = command.priority === 'low'
    const keyId = this.#deps.known.keyIds.get(this.place.password)
    return {
      sandbox: await this.#deps.sandbox(),
      plan: {
        folders: { ...command.folders, ...repository },
        files: { ...command.files, ...access.files },
        hasSsh: access.hasSsh,
        priority: command.priority ?? 'normal',
        command: placeOf => ({
          args: ['--json', ...access.options(placeOf), ...command.args(placeOf)],
          env: {
            ...access.environment(placeOf),
            HOME: '/nonexistent',
            TMPDIR: placeOf('tmp'),
            RESTIC_CACHE_DIR: placeOf('cache'),
            RESTIC_PROGRESS_FPS: '2',
            ...(keyId !== undefined && { RESTIC_KEY_HINT: keyId }),
            GOMAXPROCS: isLow ? '1' : '2',
          },
        }),
        standardInput: this.place.password,
      },
      storageKind: this.place.storage.kind,
      secrets: access.secrets,
      silenceLimitMs: this.#deps.silenceLimitMs,
      patienceMs: this.#deps.patienceMs,
      ...{ action, signal, ...(acceptable && { acceptable }), ...(onLine && { onLine }) },
      ...(limitMs !== undefined && { limitMs }),
    }
  }
}

export function limitArguments(name: string, bytesPerSecond: number | undefined): string[] {
  return bytesPerSecond === undefined ? [] : [name, String(Math.max(1, Math.ceil(bytesPerSecond / 1024)))]
}
