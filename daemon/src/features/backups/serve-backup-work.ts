// Serves one request of the panel about backups: looks into them, forgets some, or tries a storage out.

import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  type BackupRequest,
  type BackupRequestOf,
  type BackupVerb,
  backupRequest,
  type browseAnswer,
  type compareAnswer,
  type inspectedRepository,
  type searchAnswer,
  type storageTrial,
  type BackupEntry as WireEntry,
} from '@rookery/contracts/daemon/backup-request.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { BackupWork } from '@rookery/contracts/daemon/generated/link.ts'
import type { ErrorCode } from '@rookery/contracts/errors.ts'
import type * as z from 'zod'
import { packStream } from '../../platform/archives/pack/pack-archive.ts'
import type { PackItem } from '../../platform/archives/pack/pack-item.ts'
import { type BackupEntry, BackupError, type BackupProblem } from '../../platform/backups/backup-engine.ts'
import { listRepositories } from '../../platform/backups/storages/open-storage-client.ts'
import { splitPath } from '../../platform/confined-files/logic/path-components.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { OutgoingTransfer } from '../../platform/panel-link/outgoing-transfer.ts'
import { createNameMatcher } from '../files/logic/name-pattern.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { inspectRepository, readManifest } from './inspect-repository.ts'
import { isServerUuid } from './logic/recovery-choice.ts'
import { readHostKey } from './read-host-key.ts'
import { asStorage, type OpenRepository, type Repositories, requireStorage } from './repositories.ts'
import { excludedBy } from './take-backup.ts'

/** Which error of the API a problem of a storage or its engine is; its message already says what to do. */
const refusalCodes = {
  unreachable: 'unavailable',
  wrong_password: 'conflict',
  not_found: 'not_found',
  no_space: 'no_space',
  locked: 'conflict',
  damaged: 'conflict',
  denied: 'conflict',
  canceled: 'unavailable',
  engine_missing: 'conflict',
  engine_too_old: 'conflict',
  invalid: 'invalid_input',
  unknown: 'unavailable',
} as const satisfies Record<BackupProblem, ErrorCode>

export interface BackupServingDeps {
  gameServers: GameServers
  repositories: Repositories
  serverFolderOf: (uuid: string) => string
  /** Reads the list of backups anew and reports it. */
  refresh: (definition: GameServerDefinition, opened: OpenRepository) => Promise<void>
  /** These, and what is left is reported. */
  forget: (
    definition: GameServerDefinition,
    opened: OpenRepository,
    snapshots: readonly string[],
  ) => Promise<void>
  /** Monotonic. */
  elapsedMs: () => number
}

export type ServeBackupWork = (
  order: Pick<BackupWork, 'gameServerId' | 'request'>,
  transfer: OutgoingTransfer,
) => Promise<void>

interface Talk {
  signal: AbortSignal
  answer(json: object): Promise<void>
  send(bytes: Uint8Array): Promise<void>
}

/** What is asked of the backups of one game server. */
interface Asked {
  gameServerId: number
  definition: GameServerDefinition
  opened: OpenRepository
}

type Work<Verb extends BackupVerb> = (
  asked: Asked,
  request: BackupRequestOf<Verb>,
  talk: Talk,
  deps: BackupServingDeps,
) => Promise<void>
/** The others are asked of no game server. */
type OwnVerb = Exclude<BackupVerb, 'test' | 'host_key' | 'repositories' | 'inspect'>

const filesFolder = 'files'
const manifestFile = 'manifest.json'
const manifestLimitBytes = 2 * 1024 * 1024
/** More than anybody looks through; a folder or a search beyond it is cut. */
const entriesLimit = 20_000
const comparedLimit = 200_000

export function createBackupServing(deps: BackupServingDeps): ServeBackupWork {
  async function serve(gameServerId: number, request: BackupRequest, talk: Talk): Promise<void> {
    if (request.verb === 'test') return testStorage(request, talk, deps)
    if (request.verb === 'host_key') {
      return talk.answer({ host_key: await readHostKey(request.host, request.port, talk.signal) })
    }
    if (request.verb === 'repositories') {
      const names = await listRepositories(asStorage(request), talk.signal)
      return talk.answer({ uuids: names.filter(isServerUuid) })
    }
    if (request.verb === 'inspect') return inspect(request, talk, deps)
    const supervisor = deps.gameServers.get(gameServerId)
    if (!supervisor) throw new LinkRefusal('not_found', 'this node does not know the game server')
    const { definition } = supervisor.record
    const opened = await deps.repositories.open(definition, request.storage_id)
    // The table holds for each verb the work of that verb; TypeScript does not follow the pair.
    const work = works[request.verb] as Work<BackupVerb>
    await work({ gameServerId, definition, opened }, request, talk, deps)
  }

  return async ({ gameServerId, request }, transfer) => {
    const talk: Talk = {
      signal: transfer.signal,
      answer: json => transfer.write({ $case: 'fileAnswer', value: { json: JSON.stringify(json) } }),
      send: bytes => transfer.writeBytes(bytes),
    }
    try {
      await serve(gameServerId, readRequest(request), talk)
    } catch (error) {
      throw error instanceof BackupError ? new LinkRefusal(refusalCodes[error.code], error.message) : error
    }
  }
}

const works: { [Verb in OwnVerb]: Work<Verb> } = {
  async browse({ opened }, { snapshot, path, offset, limit }, { signal, answer }) {
    const options = { limit: entriesLimit, signal }
    const { entries } = await opened.repository.browse(snapshot, placeOf(path), options)
    const sorted = entries.toSorted(byTypeAndName).map(toWireEntry)
    const reply: z.output<typeof browseAnswer> = {
      entries: sorted.slice(offset, offset + limit),
      total: sorted.length,
    }
    await answer(reply)
  },
  async search({ opened }, { snapshot, name, limit }, { signal, answer }) {
    const isPattern = /[*?]/.test(name)
    const page = await opened.repository.search(snapshot, isPattern ? longestText(name) : name, {
      folder: filesFolder,
      limit: isPattern ? entriesLimit : limit,
      signal,
    })
    const matches = createNameMatcher(name)
    const found = page.entries.filter(entry => matches(entry.name))
    const reply: z.output<typeof searchAnswer> = {
      entries: found.slice(0, limit).map(toWireEntry),
      is_cut: page.isCut || found.length > limit,
    }
    await answer(reply)
  },
  async read({ opened }, { snapshot, path, limit_bytes }, { signal, answer, send }) {
    const { entry, stream } = await opened.repository.readFile(snapshot, placeOf(path), signal)
    try {
      if (entry.sizeBytes > limit_bytes) {
        throw new LinkRefusal('too_large', `the file has ${entry.sizeBytes} bytes: download it instead`)
      }
      await answer(toWireEntry(entry))
      await sendAll(stream, send)
    } finally {
      stream.destroy()
    }
  },
  async pack({ opened }, { snapshot, path, format }, { signal, send }) {
    const { repository } = opened
    if (format === 'zip' && (path === '' || (await isFolder(opened, snapshot, path, signal)))) {
      const stream = await repository.readFolderAsZip(snapshot, placeOf(path), signal)
      return sendAll(stream, send)
    }
    const { entry, stream } = await repository.readFile(snapshot, placeOf(path), signal)
    for await (const bytes of packStream(format, oneItem(entry, stream))) await send(bytes)
  },
  async compare(asked, { snapshot, path, limit }, { signal, answer }, deps) {
    const { gameServerId, definition, opened } = asked
    const now = { folder: deps.serverFolderOf(definition.uuid), exclude: excludedBy(definition) }
    requirePath(path)
    const { differences, isCut } = await opened.repository.compare(snapshot, now, { path, limit, signal })
    const isOfOld = differences.some(({ change, isFolder }) => change !== 'added' && !isFolder)
    const sizes = isOfOld ? await sizesBelow(opened, snapshot, path, signal) : new Map<string, BackupEntry>()
    const changes = await deps.gameServers.workInFolder(
      gameServerId,
      { make: false, by: 'node' },
      async root => {
        const changed: z.output<typeof compareAnswer>['changes'] = []
        for (const { path: place, change, isFolder } of differences) {
          const at = withoutPlace(place)
          const then = isFolder ? undefined : sizes.get(place)
          const present = change === 'removed' || isFolder ? null : await root?.stat(at).catch(() => null)
          changed.push({
            ...{ path: at, change, type: isFolder ? 'directory' : (present?.type ?? then?.type ?? 'file') },
            then_bytes: change === 'added' ? null : (then?.sizeBytes ?? null),
            now_bytes: present?.sizeBytes ?? null,
          })
        }
        return changed
      },
    )
    const reply: z.output<typeof compareAnswer> = { changes, is_cut: isCut }
    await answer(reply)
  },
  async forget({ definition, opened }, { storage_id, snapshots }, { answer }, { forget }) {
    const { locked } = requireStorage(definition, storage_id)
    if (snapshots.some(snapshot => locked.includes(snapshot))) {
      throw new LinkRefusal('conflict', 'a locked backup stays: unlock it first')
    }
    await forget(definition, opened, snapshots)
    await answer({})
  },
  async manifest({ opened }, { snapshot }, { signal, answer }) {
    const { entry, stream } = await opened.repository.readFile(snapshot, manifestFile, signal)
    try {
      if (entry.sizeBytes > manifestLimitBytes) {
        throw new LinkRefusal('too_large', 'the manifest of this backup is too large to be one')
      }
      await answer({ manifest: await text(stream) })
    } finally {
      stream.destroy()
    }
  },
  async refresh({ definition, opened }, _request, { answer }, { refresh }) {
    await refresh(definition, opened)
    await answer({})
  },
}

/** What cannot be read is an answer too: the panel shows it beside those that can. */
async function inspect(
  { place, secret, uuid, passwords, snapshot }: BackupRequestOf<'inspect'>,
  { signal, answer }: Talk,
  { repositories }: BackupServingDeps,
): Promise<void> {
  const within = { storage: asStorage({ place, secret }), name: uuid, passwords }
  const found = await inspectRepository(within, repositories.engineNamed, signal)
  const id = snapshot ?? found.backups.at(-1)?.id
  const isWrongPassword = found.problems.some(({ code }) => code === 'wrong_password')
  const reply: z.output<typeof inspectedRepository> = {
    opened_by: found.openedBy,
    backups: found.backups.map(({ id: own, taken_at_ms, kind, note, files, bytes }) => ({
      ...{ snapshot: own, taken_at_ms: Math.round(taken_at_ms), kind, note, files, bytes },
    })),
    manifest: id === undefined ? null : await readManifest(found, id, signal),
    problem:
      found.problems.length === 0
        ? null
        : {
            is_wrong_password: isWrongPassword,
            message: found.problems.map(({ message }) => message).join(' '),
          },
  }
  await answer(reply)
}

async function testStorage(
  { place, secret }: BackupRequestOf<'test'>,
  { signal, answer }: Talk,
  { repositories, elapsedMs }: BackupServingDeps,
): Promise<void> {
  const beganMs = elapsedMs()
  const trial = (problem: string): z.output<typeof storageTrial> => ({
    is_good: problem === '',
    took_ms: Math.round(elapsedMs() - beganMs),
    problem,
  })
  try {
    const engine = await repositories.engineOf(place.kind)
    await engine.testStorage(asStorage({ place, secret }), signal)
    await answer(trial(''))
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    await answer(trial(error.message))
  }
}

function readRequest(json: string): BackupRequest {
  try {
    return backupRequest.parse(JSON.parse(json))
  } catch {
    throw new LinkRefusal(
      'invalid_input',
      'the daemon cannot read this request about backups: update the daemon, or what asked for it',
    )
  }
}

function placeOf(path: string): string {
  requirePath(path)
  return path === '' ? filesFolder : `${filesFolder}/${path}`
}

function requirePath(path: string): void {
  const split = splitPath(path)
  if ('problem' in split) throw new LinkRefusal('malformed_request', `${path}: ${split.problem}`)
}

function withoutPlace(path: string): string {
  return path.startsWith(`${filesFolder}/`) ? path.slice(filesFolder.length + 1) : path
}

function toWireEntry({ name, path, type, sizeBytes, modifiedAtMs }: BackupEntry): WireEntry {
  const named = { name, path: withoutPlace(path), type }
  return { ...named, size_bytes: sizeBytes, modified_at_ms: Math.round(modifiedAtMs) }
}

function byTypeAndName(a: BackupEntry, b: BackupEntry): number {
  const isFolderFirst = Number(b.type === 'directory') - Number(a.type === 'directory')
  return isFolderFirst || (a.name < b.name ? -1 : Number(a.name > b.name))
}

/** The engine looks for parts of names: the longest one without a wildcard finds all that may match. */
function longestText(pattern: string): string {
  return pattern.split(/[*?]+/).reduce((longest, part) => (part.length > longest.length ? part : longest), '')
}

async function isFolder(
  { repository }: OpenRepository,
  snapshot: string,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const at = path.lastIndexOf('/')
  const parent = at === -1 ? '' : path.slice(0, at)
  const { entries } = await repository.browse(snapshot, placeOf(parent), { limit: entriesLimit, signal })
  return entries.find(({ name }) => name === path.slice(at + 1))?.type === 'directory'
}

/** What a backup holds below a folder, by its place. */
async function sizesBelow(
  { repository }: OpenRepository,
  snapshot: string,
  path: string,
  signal: AbortSignal,
): Promise<Map<string, BackupEntry>> {
  const options = { folder: placeOf(path), limit: comparedLimit, signal }
  const { entries } = await repository.search(snapshot, '', options)
  return new Map(entries.map(entry => [entry.path, entry]))
}

async function* oneItem(entry: BackupEntry, stream: Readable): AsyncGenerator<PackItem> {
  const { name, mode, modifiedAtMs, sizeBytes } = entry
  yield { type: 'file', name, mode, modifiedAtMs, sizeBytes, content: stream }
}

async function sendAll(stream: Readable, send: Talk['send']): Promise<void> {
  for await (const bytes of stream) await send(bytes as Uint8Array)
}
