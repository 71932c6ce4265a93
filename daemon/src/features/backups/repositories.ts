// The repositories of game servers: which engine serves a storage, and where a game server's part of it is.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupPlace } from '@rookery/contracts/backups.ts'
import type { DefinedStorage } from '@rookery/contracts/daemon/backup-request.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import {
  type BackupEngine,
  type BackupEngineName,
  BackupError,
  type BackupRepository,
  type BackupStorage,
} from '../../platform/backups/backup-engine.ts'
import type { RepositoryRecord } from './backup-store.ts'
import { withOlderBackups } from './older-backups.ts'
import { withRecoveryPassword } from './recovery-password.ts'

export interface OpenRepository {
  storage: Pick<DefinedStorage, 'id' | 'name'>
  engine: BackupEngine
  repository: BackupRepository
}

export interface Repositories {
  /** Of a storage that the definition names; throws BackupError. */
  open(definition: GameServerDefinition, storageId: number): Promise<OpenRepository>
  /** Of another game server, which this one may only read. */
  openSource(definition: GameServerDefinition, storageId: number, uuid: string): Promise<OpenRepository>
  engineOf(kind: BackupPlace['kind']): Promise<BackupEngine>
  /** Throws BackupError where this node has none of that name. */
  engineNamed(name: BackupEngineName): BackupEngine
}

/**
 * The first engine that is there and knows the kind of storage does the work. Where backups of one engine are, another
 * one does not take its place: they would be out of sight.
 */
export function createRepositories(
  engines: readonly BackupEngine[],
  usedEngine: (uuid: string, storageId: number) => BackupEngineName | null,
): Repositories {
  async function engineOf(kind: BackupPlace['kind']): Promise<BackupEngine> {
    let problem: unknown = new BackupError('engine_missing', 'this node has no program for backups')
    for (const [index, engine] of engines.entries()) {
      if (!engine.storageKinds.includes(kind)) continue
      try {
        await engine.version()
        return engine
      } catch (error) {
        // The first one says what is missing: the others only stand in for it.
        if (index === 0) problem = error
      }
    }
    throw problem
  }

  async function open(
    uuid: string,
    storage: Pick<DefinedStorage, 'id' | 'name' | 'place' | 'secret' | 'password'> &
      Partial<Pick<DefinedStorage, 'recovery_password'>>,
  ): Promise<OpenRepository> {
    const { id, name } = storage
    const engine = await engineOf(storage.place.kind)
    const place = { storage: asStorage(storage), name: uuid, password: storage.password }
    const used = engines.findIndex(one => one.name === usedEngine(uuid, id))
    // Says what is missing, where the engine of the backups that are there is gone.
    if (used !== -1 && used < engines.indexOf(engine)) await engines[used]?.version()
    const older = engines
      .slice(engines.indexOf(engine) + 1)
      .find(one => one.storageKinds.includes(place.storage.kind))
    const { password, recovery_password: recovery = password } = storage
    const own = engine.repository(place)
    const first =
      engine.isEncrypting && recovery !== password
        ? withRecoveryPassword(own, engine.repository({ ...place, password: recovery }), password)
        : own
    const repository = older ? withOlderBackups(first, older.repository(place)) : first
    return { storage: { id, name }, engine, repository }
  }

  return {
    engineOf,
    engineNamed(name) {
      const engine = engines.find(one => one.name === name)
      if (!engine) throw new BackupError('engine_missing', 'this node has no program for these backups')
      return engine
    },
    open: (definition, storageId) => open(definition.uuid, requireStorage(definition, storageId)),
    async openSource(definition, storageId, uuid) {
      if (uuid === definition.uuid) return open(uuid, requireStorage(definition, storageId))
      const source = definition.backup_sources.find(one => one.id === storageId && one.uuid === uuid)
      if (!source) throw unknownStorage()
      return open(uuid, source)
    },
  }
}

export function requireStorage(
  { backup_storages }: GameServerDefinition,
  storageId: number | undefined,
): DefinedStorage {
  const found =
    storageId === undefined ? backup_storages[0] : backup_storages.find(({ id }) => id === storageId)
  if (found) return found
  throw storageId === undefined
    ? new BackupError('not_found', 'this game server has no backup storage: assign one to it or to its node')
    : unknownStorage()
}

function unknownStorage(): BackupError {
  return new BackupError(
    'not_found',
    'the node does not know this backup storage for the game server: choose another one',
  )
}

/** Where it is, whoever signs in there: in another place lies another repository. */
export function locationOf(place: BackupPlace): string {
  switch (place.kind) {
    case 'folder':
      return place.path
    case 's3':
      return [place.endpoint, place.bucket, place.prefix].join(' ')
    case 'sftp':
      return [place.host, place.port, place.path].join(' ')
    case 'rest':
      return place.url
  }
}

/** Backups were in a folder, and the folder is gone, or its disk is not mounted. */
export function isFolderGone(
  { uuid }: Pick<GameServerDefinition, 'uuid'>,
  { place }: Pick<DefinedStorage, 'place'>,
  { report, upkeep }: RepositoryRecord,
): boolean {
  if (place.kind !== 'folder' || report.backups.length === 0) return false
  return upkeep.location === locationOf(place) && !existsSync(join(place.path, uuid))
}

/**
 * A new repository in the place of a disk that is not mounted would fill another one, and an empty list would take the
 * locks and notes of all backups on it.
 */
export function requireFormerFolder(
  definition: Pick<GameServerDefinition, 'uuid'>,
  storage: Pick<DefinedStorage, 'place'>,
  record: RepositoryRecord | null,
  action: string,
): void {
  if (!record || !isFolderGone(definition, storage, record)) return
  const { length } = record.report.backups
  const those = length === 1 ? 'the backup of this server is' : `the ${length} backups of this server are`
  throw new BackupError(
    'not_found',
    `Can't ${action}: ${those} no longer in ${locationOf(storage.place)}. Check that its disk is mounted. If nothing is left of them, delete them from the list.`,
  )
}

/** As the port wants it; the result holds secrets. */
export function asStorage({ place, secret }: { place: BackupPlace; secret: string }): BackupStorage {
  switch (place.kind) {
    case 'folder':
      return { kind: 'folder', path: place.path }
    case 's3': {
      const { kind, endpoint, bucket, prefix, region, access_key_id: accessKey } = place
      return { kind, endpoint, bucket, prefix, region, accessKey, secretKey: secret }
    }
    case 'sftp': {
      const { kind, host, port, user, path, host_key: hostKey } = place
      return { kind, host, port, user, path, hostKey, privateKey: secret }
    }
    case 'rest':
      return { kind: 'rest', url: place.url, user: place.user, password: secret }
  }
}
