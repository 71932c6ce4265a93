// What a node must know to back up its game servers: the storages of each, with the passwords of its repositories.

import { parseRecoveryKey, recoveryPassword } from '@rookery/contracts/backup-recovery-key.ts'
import type { DefinedStorage } from '@rookery/contracts/daemon/backup-request.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { Log } from '../../platform/log.ts'
import type { BackupStoragesStore, StoredRepository, StoredStorage } from './backup-storages-store.ts'
import { accessOfNode } from './node-key-rules.ts'
import { type UsedStorage, usedStorages } from './storage-rules.ts'

interface DefinedStoragesDeps {
  store: BackupStoragesStore
  log: Pick<Log, 'error'>
  now(): number
  random(bytes: number): Buffer
}

export interface DefinedFor {
  id: number
  uuid: string
  nodeId: number
}

type DefinedSource = GameServerDefinition['backup_sources'][number]

const passwordBytes = 32

/** By game server; a repository that is used for the first time gets its password here. */
export function createDefinedStorages({ store, log, now, random }: DefinedStoragesDeps) {
  const keyOf = (uuid: string, storageId: number) => `${uuid} ${storageId}`
  const newPassword = () => random(passwordBytes).toString('base64url')

  return async (servers: readonly DefinedFor[]): Promise<Map<number, DefinedStorage[]>> => {
    const storages = servers.length > 0 ? await store.list() : []
    if (storages.length === 0) return new Map()
    const choices = await store.choicesOf(servers.map(({ id }) => id))
    const used = servers.map(server => ({
      server,
      storages: usedStorages(storages, server.nodeId, choices.get(server.id) ?? null),
    }))
    const readKnown = async () => {
      const found = await store.readRepositories(used.map(({ server }) => server.uuid))
      return new Map(found.map(one => [keyOf(one.serverUuid, one.storageId), one]))
    }
    const known = await readKnown()
    const missing = used.flatMap(({ server, storages: own }) =>
      own
        .map(({ storage }) => ({ serverUuid: server.uuid, storageId: storage.id }))
        .filter(({ serverUuid, storageId }) => !known.has(keyOf(serverUuid, storageId))),
    )
    if (missing.length > 0) await store.addRepositories(missing, newPassword, now())
    const repositories = missing.length > 0 ? await readKnown() : known
    return new Map(
      used.map(({ server, storages: own }) => [
        server.id,
        own.flatMap(one => {
          const repository = repositories.get(keyOf(server.uuid, one.storage.id))
          return repository ? definedStorage(one, repository, server, log) : []
        }),
      ]),
    )
  }
}

/** By game server: the repository of another one that it is made from. */
export function createDefinedSources({ store }: Pick<DefinedStoragesDeps, 'store'>) {
  return async (gameServerIds: readonly number[]): Promise<Map<number, DefinedSource[]>> => {
    const sources = await store.sourcesOf(gameServerIds)
    if (sources.length === 0) return new Map()
    const storages = await store.list()
    const repositories = await store.readRepositories(sources.map(({ uuid }) => uuid))
    const defined = sources.flatMap(({ gameServerId, nodeId, storageId, uuid }) => {
      const storage = storages.find(({ id }) => id === storageId)
      const repository = repositories.find(one => one.serverUuid === uuid && one.storageId === storageId)
      if (!storage || !repository) return []
      const { place, secret } = accessOfNode(storage, nodeId)
      if (!secret.isReadable || !repository.password.isReadable) return []
      const { id, name } = storage
      const secrets = { secret: secret.reveal(), password: repository.password.reveal() }
      return [{ gameServerId, source: { id, name, place, uuid, ...secrets } }]
    })
    return new Map(defined.map(({ gameServerId, source }) => [gameServerId, [source]]))
  }
}

/** Left out where a secret cannot be read: half of it would be of no use to the node. */
function definedStorage(
  { storage, retention, limits }: UsedStorage<StoredStorage>,
  { password, locked }: StoredRepository,
  { uuid, nodeId }: DefinedFor,
  log: Pick<Log, 'error'>,
): DefinedStorage[] {
  const { id, name, recoveryKey } = storage
  const { place, secret } = accessOfNode(storage, nodeId)
  const isReadable = secret.isReadable && recoveryKey.isReadable && password.isReadable
  const key = isReadable ? parseRecoveryKey(recoveryKey.reveal()) : null
  if (!key) {
    log.error(
      { storage: name, game_server: uuid },
      'secrets of a backup storage cannot be read, so its nodes do without it: restore ENCRYPTION_KEY',
    )
    return []
  }
  return [
    {
      id,
      name,
      place,
      secret: secret.reveal(),
      password: password.reveal(),
      recovery_password: recoveryPassword(key, uuid),
      retention,
      limits,
      locked,
    },
  ]
}
