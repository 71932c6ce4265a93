// Backup storages: named places that backups go to, made by administrators, and what game servers choose of them.

import { createHash } from 'node:crypto'
import {
  formatRecoveryKey,
  parseRecoveryKey,
  recoveryKeyBytes,
} from '@rookery/contracts/backup-recovery-key.ts'
import type { BackupPlace } from '@rookery/contracts/backups.ts'
import { storageTrial } from '@rookery/contracts/daemon/backup-request.ts'
import type {
  BackupStorage,
  BackupStorageContents,
  changeBackupStorage,
  createBackupStorage,
  readSftpHostKey,
  testBackupStorage,
} from '@rookery/contracts/http/backup-storages.ts'
import type { AnswerOf, BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { isUniqueViolation } from '../../platform/database/database-errors.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { EditTags, RequireState } from '../../platform/http/edit-tags.ts'
import type { Log } from '../../platform/log.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import { hasValue, type StoredSecret, unsealedSecret } from '../../platform/secret.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { timeOf } from '../../platform/times.ts'
import type { Audit } from '../audit/audit.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import {
  createBackupStoragesStore,
  type RepositoryKey,
  type StorageInput,
  type StoredNodeKey,
  type StoredStorage,
} from './backup-storages-store.ts'
import { createDefinedSources, createDefinedStorages } from './defined-storages.ts'
import { createNodeBackups } from './node-backups.ts'
import { accessOfNode, placeWithKey } from './node-key-rules.ts'
import { backupStorageRoutes } from './routes.ts'
import {
  choiceProblems,
  decideSecret,
  isAssigned,
  type StorageChoices,
  type StorageHealth,
  storageHealth,
  type UsedStorage,
  usedStorages,
} from './storage-rules.ts'

type StorageBody = BodyOf<typeof changeBackupStorage>

interface BackupStoragesDeps {
  db: Kysely<Schema>
  boxes: {
    /** Seals the secrets of storages and the passwords of repositories. */
    general: SecretBox
  }
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'writeAlone'>
  editTags: EditTags
  nodes: Pick<Nodes, 'find'>
  /** Given by a later feature: the nodes learn of their storages with the definitions; null: of all nodes. */
  redefineOnNodes(nodeIds: readonly number[] | null): Promise<void>
  link: Pick<DaemonLink, 'isOnline' | 'openTransfer'>
  log: Pick<Log, 'error'>
  now(): number
  random(bytes: number): Buffer
}

/** Where a game server is. */
interface PlacedServer {
  id: number
  nodeId: number
}

/** Whoever makes room begins with these. */
const mostHolders = 20

const hostKeyAnswer = z.object({ host_key: z.string().regex(/^[\w@.-]+ [A-Za-z0-9+/=]+$/) })

export function openBackupStorages(deps: BackupStoragesDeps) {
  const storages = createBackupStorages(deps)
  return { ...storages, routes: backupStorageRoutes({ ...deps, storages }) }
}

export type BackupStorages = ReturnType<typeof createBackupStorages>

/** What two people may change at once. */
function editedState(storage: StoredStorage) {
  const { name, place, secret, nodeKeys, nodeIds, retention, limits } = storage
  const open = (sealed: StoredSecret) => (sealed.isReadable ? sealed.reveal() : null)
  const keys = nodeKeys.map(key => ({ ...key, secret: open(key.secret) }))
  return { name, place, secret: open(secret), keys, nodeIds, retention, limits }
}

type See = (state: object) => void

function createBackupStorages(deps: BackupStoragesDeps) {
  const { db, boxes, nodes, link, now, random } = deps
  const store = createBackupStoragesStore(db, boxes.general)
  const node = createNodeBackups({ nodes, link })

  async function find(id: number): Promise<StoredStorage> {
    const storage = await store.find(id)
    if (!storage) throw new PanelError('not_found', { message: 'there is no such backup storage' })
    return storage
  }

  async function answersOf(storages: readonly StoredStorage[]): Promise<BackupStorage[]> {
    const [contents, users, nodeIds] = [await store.contents(), await store.users(), await store.nodeIds()]
    const reports = Map.groupBy(await store.reports(), ({ storageId }) => storageId)
    return storages.map(storage => {
      const { backups, storedBytes } = contents.get(storage.id) ?? { backups: 0, storedBytes: 0 }
      const usedBy = users.filter(({ nodeId, choices }) =>
        usedStorages([storage], nodeId, choices).some(({ storage: one }) => one.id === storage.id),
      )
      const assigned = nodeIds.filter(id => isAssigned(storage, id))
      const ownKeys = storage.nodeKeys.filter(({ nodeId }) => assigned.includes(nodeId))
      return {
        id: storage.id,
        name: storage.name,
        place: storage.place,
        has_secret: hasValue(storage.secret),
        assigned: storage.nodeIds === null ? { to: 'all' } : { to: 'nodes', node_ids: assigned },
        retention: storage.retention,
        limits: storage.limits,
        node_keys: ownKeys.map(({ nodeId, user, folder }) => ({ node_id: nodeId, user, folder })),
        is_key_shared: storage.place.kind !== 'folder' && assigned.length - ownKeys.length > 1,
        servers: usedBy.reduce((sum, { count }) => sum + count, 0),
        backups,
        stored_bytes: storedBytes,
        health: healthAnswer(storageHealth(reports.get(storage.id) ?? [])),
        created_at: timeOf(storage.createdAtMs),
      }
    })
  }

  /** `see` is shown what two people may change at once. */
  async function read(id: number, see?: See): Promise<BackupStorage> {
    const storage = await find(id)
    see?.(editedState(storage))
    const [answer] = await answersOf([storage])
    if (!answer) throw new PanelError('not_found')
    return answer
  }

  /** Throws for what is wrong with a field. */
  function secretFor(
    place: BackupPlace,
    given: string | undefined,
    stored: Pick<StoredStorage, 'place' | 'secret'> | null,
    field = 'secret',
  ): StoredSecret {
    const decision = decideSecret(place, given, stored?.place ?? null)
    if ('problem' in decision) throw invalidField(field, decision.problem)
    if (decision.use === 'stored' && stored) return stored.secret
    return unsealedSecret(decision.use === 'given' ? (given ?? '') : '')
  }

  /** What a node has its own key for, as it is stored. */
  function ownAccess(stored: StoredStorage | null, nodeId: number) {
    return stored?.nodeKeys.some(key => key.nodeId === nodeId) ? accessOfNode(stored, nodeId) : null
  }

  async function nodeKeysOf(body: StorageBody, stored: StoredStorage | null): Promise<StoredNodeKey[]> {
    const { place, node_keys: given } = body
    if (place.kind === 'folder') {
      if (given?.length) throw invalidField('node_keys', 'a folder has no key: leave them out')
      return []
    }
    const former = stored?.nodeKeys.map(({ nodeId, user, folder }) => ({ node_id: nodeId, user, folder }))
    const keys: NonNullable<typeof given> = given ?? former ?? []
    const known = new Set(keys.length > 0 ? await store.nodeIds() : [])
    return keys.map(({ node_id: nodeId, user, folder, secret }, at) => {
      const field = `node_keys.${at}`
      if (!known.has(nodeId)) throw invalidField(`${field}.node_id`, `there is no node ${nodeId}`)
      if (keys.findIndex(key => key.node_id === nodeId) !== at) {
        throw invalidField(`${field}.node_id`, 'is named twice')
      }
      const own = placeWithKey(place, { user, folder })
      const used = secretFor(own, secret, ownAccess(stored, nodeId), `${field}.secret`)
      return { nodeId, user, folder, secret: used }
    })
  }

  async function inputOf(body: StorageBody, stored: StoredStorage | null): Promise<StorageInput> {
    const { name, place, assigned, retention, limits } = body
    const nodeIds = assigned.to === 'all' ? null : [...new Set(assigned.node_ids)]
    const known = new Set(nodeIds === null ? [] : await store.nodeIds())
    const unknown = nodeIds?.filter(id => !known.has(id)) ?? []
    if (unknown.length > 0) {
      throw invalidField('assigned.node_ids', `there is no node ${unknown.join(', ')}`)
    }
    const secret = secretFor(place, body.secret, stored)
    const nodeKeys = await nodeKeysOf(body, stored)
    return { name, place, secret, nodeKeys, nodeIds, retention, limits }
  }

  async function redefine(...changed: Pick<StorageInput, 'nodeIds'>[]): Promise<void> {
    const isOfAll = changed.some(({ nodeIds }) => nodeIds === null)
    await deps.redefineOnNodes(isOfAll ? null : [...new Set(changed.flatMap(one => one.nodeIds ?? []))])
  }

  const usedBy = async (server: PlacedServer): Promise<UsedStorage<StoredStorage>[]> =>
    (await usedByEach([server])).get(server.id) ?? []

  /** By the id of the game server. */
  async function usedByEach(servers: readonly PlacedServer[]) {
    const [all, choices] = [await store.list(), await store.choicesOf(servers.map(({ id }) => id))]
    return new Map(
      servers.map(({ id, nodeId }) => [id, usedStorages(all, nodeId, choices.get(id) ?? null)] as const),
    )
  }

  return {
    node,
    read,
    list: async () => answersOf(await store.list()),

    async contents(id: number): Promise<BackupStorageContents> {
      await find(id)
      const { servers, deleted } = await store.holders(id, mostHolders)
      return {
        servers: servers.map(({ storedBytes, ...server }) => ({ ...server, stored_bytes: storedBytes })),
        deleted: { servers: deleted.servers, stored_bytes: deleted.storedBytes },
      }
    },

    /** With the recovery key, which nobody can read again; one that was given is not told back. */
    async create({
      recovery_key: given,
      ...body
    }: BodyOf<typeof createBackupStorage>): Promise<AnswerOf<typeof createBackupStorage>> {
      const input = await inputOf(body, null)
      const key = given === undefined ? random(recoveryKeyBytes) : parseRecoveryKey(given)
      if (!key) {
        const problem =
          'is not a recovery key, or one character of it is wrong: it has 14 groups of four letters and digits, as printed on the sheet'
        throw invalidField('recovery_key', problem)
      }
      const recoveryKey = formatRecoveryKey(key)
      const id = await refuseTakenName(() => store.create(input, recoveryKey, now()))
      await redefine(input)
      return { ...(await read(id)), recovery_key: given === undefined ? recoveryKey : null }
    },

    async change(
      id: number,
      body: StorageBody,
      { requireState, see }: { requireState: RequireState | null; see: See },
    ): Promise<BackupStorage> {
      const stored = await find(id)
      const input = await inputOf(body, stored)
      const check = requireState ? (present: StoredStorage) => requireState(editedState(present)) : undefined
      await refuseTakenName(() => store.change(id, input, { nowMs: now(), check }))
      await redefine(stored, input)
      return read(id, see)
    },

    /** In two steps where something is there: taking it from its nodes can be undone, forgetting its passwords cannot. */
    async remove(id: number): Promise<void> {
      const { name, servers, backups } = await read(id)
      if (servers > 0 && backups > 0) {
        const message = `${backups} backups in "${name}" are known, and ${servers} game servers use it: assign it to no node first. What is stored there stays, and opens with the recovery key`
        throw new PanelError('conflict', { message })
      }
      const stored = await find(id)
      await store.remove(id)
      await redefine(stored)
    },

    async test(
      { node_id, place: common, secret, node_key, storage_id }: BodyOf<typeof testBackupStorage>,
      signal: AbortSignal,
    ): Promise<AnswerOf<typeof testBackupStorage>> {
      const stored = storage_id === undefined ? null : await store.find(storage_id)
      if (storage_id !== undefined && !stored) throw invalidField('storage_id', 'there is no such storage')
      await requireNode(node_id)
      const place = node_key ? placeWithKey(common, node_key) : common
      const used = node_key
        ? secretFor(place, node_key.secret, ownAccess(stored, node_id), 'node_key.secret').reveal()
        : secretFor(place, secret, stored).reveal()
      const asked = { nodeId: node_id, gameServerId: 0 }
      return node.ask(asked, { verb: 'test', place, secret: used }, storageTrial, signal)
    },

    async readHostKey(
      { node_id, host, port }: BodyOf<typeof readSftpHostKey>,
      signal: AbortSignal,
    ): Promise<AnswerOf<typeof readSftpHostKey>> {
      await requireNode(node_id)
      const asked = { nodeId: node_id, gameServerId: 0 }
      const { host_key } = await node.ask(asked, { verb: 'host_key', host, port }, hostKeyAnswer, signal)
      return { host_key, fingerprint: fingerprintOf(host_key) }
    },

    /** Everything that opens it, as a node has it; left out: as the panel has it for its own backup. */
    async accessOf(
      id: number,
      nodeId?: number,
    ): Promise<{ place: BackupPlace; secret: string; recoveryKey: string }> {
      const storage = await find(id)
      const { name, recoveryKey } = storage
      const { place, secret } = nodeId === undefined ? storage : accessOfNode(storage, nodeId)
      if (!secret.isReadable || !recoveryKey.isReadable) {
        const message = `the secrets of the storage "${name}" cannot be read: restore ENCRYPTION_KEY`
        throw new PanelError('conflict', { message })
      }
      return { place, secret: secret.reveal(), recoveryKey: recoveryKey.reveal() }
    },

    /** Throws where the storage is not for this node. */
    async requireAssigned(id: number, nodeId: number): Promise<void> {
      await requireNode(nodeId)
      const storage = await find(id)
      if (isAssigned(storage, nodeId)) return
      const problem = `the storage "${storage.name}" is not assigned to this node: assign it, or choose another node`
      throw invalidField('node_id', problem)
    },

    /** Of a repository that another panel has made. */
    rememberPassword: ({ password, ...key }: RepositoryKey & { password: string }) =>
      store.setPassword(key, password, now()),

    /** Null where there is none, or where it cannot be read. */
    async passwordOf({ serverUuid, storageId }: RepositoryKey): Promise<string | null> {
      const found = (await store.readRepositories([serverUuid])).find(one => one.storageId === storageId)
      return found?.password.isReadable ? found.password.reveal() : null
    },

    /** The usual one first, with what this game server keeps there. */
    usedBy,
    usedByEach,

    async assignedTo(nodeId: number): Promise<StoredStorage[]> {
      return (await store.list()).filter(storage => isAssigned(storage, nodeId))
    },

    async choicesOf(gameServerId: number): Promise<StorageChoices> {
      return (await store.choicesOf([gameServerId])).get(gameServerId) ?? null
    },

    async choose({ id, nodeId }: PlacedServer, choices: StorageChoices): Promise<void> {
      const fields = choiceProblems(await store.list(), nodeId, choices)
      if (Object.keys(fields).length > 0) throw new PanelError('invalid_input', { fields })
      await store.choose(id, choices, now())
    },

    /** Of these nodes: whether any game server on them is backed up somewhere. */
    async nodesWithStorage(): Promise<(nodeId: number) => boolean> {
      const all = await store.list()
      return nodeId => all.some(storage => isAssigned(storage, nodeId))
    },

    /** For the definitions of game servers; secrets are in it. */
    definedFor: createDefinedStorages({ ...deps, store }),
    sourcesFor: createDefinedSources({ store }),
    isSupportedBy: async (nodeId: number) => (await nodes.find(nodeId)).capabilities.includes('backups'),
  }

  async function requireNode(nodeId: number): Promise<void> {
    await nodes.find(nodeId).catch(() => {
      throw invalidField('node_id', 'there is no such node')
    })
  }
}

/** As ssh-keygen shows it. */
function fingerprintOf(hostKey: string): string {
  const [, key = ''] = hostKey.split(' ')
  const hash = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64')
  return `SHA256:${hash.replace(/=+$/, '')}`
}

async function refuseTakenName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'is taken by another backup storage')
    throw error
  }
}

const healthAnswer = ({ failingServers, problem, lastDrill }: StorageHealth): BackupStorage['health'] => ({
  failing_servers: failingServers,
  problem,
  last_drill: lastDrill && { at: timeOf(lastDrill.at_ms), is_good: lastDrill.is_good },
})
