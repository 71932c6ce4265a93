// Servers that lie in a storage and that this panel does not know: found with a recovery key, and brought back. Decision 52.

import type { BackupManifest } from '@rookery/contracts/backups.ts'
import { inspectedRepository } from '@rookery/contracts/daemon/backup-request.ts'
import type { AnswerOf, BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { bringBackServer, FoundServer, findServers } from '@rookery/contracts/http/found-servers.ts'
import * as z from 'zod'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { BackupStorages } from '../backup-storages/backup-storages.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import {
  candidateKeys,
  describeFound,
  type InspectedRepository,
  passwordsOf,
  readManifest,
  templateOf,
} from './found-server-rules.ts'
import type { AskingForRestored } from './restore-as-new-server.ts'

interface FoundServersDeps {
  gameServers: Pick<
    GameServers,
    'createFromBackup' | 'placementsOf' | 'deleted' | 'unknown' | 'gameOfTemplate' | 'redefine'
  >
  backupStorages: BackupStorages
  /** Reads the list of what lies in the storage; nobody waits for it. */
  readAnew(server: { id: number; nodeId: number }, storageId: number): void
}

interface Looking {
  storageId: number
  nodeId: number
  access: Access
}

type Access = Awaited<ReturnType<BackupStorages['accessOf']>>

/** Repositories that a node opens at the same time for one person. */
const atOnce = 4
const mostOpened = 200
const uuidList = z.object({ uuids: z.array(z.uuid()) })

export function createFoundServers({ gameServers, backupStorages, readAnew }: FoundServersDeps) {
  const { node } = backupStorages

  /** The storage, with the keys that may open what lies in it. */
  async function open(storageId: number, nodeId: number, enteredKey: string | undefined) {
    await backupStorages.requireAssigned(storageId, nodeId)
    const access = await backupStorages.accessOf(storageId, nodeId)
    await node.requireSupported(nodeId)
    const keys = candidateKeys(access.recoveryKey, enteredKey)
    if (keys === null) {
      const problem =
        'is not a recovery key, or one character of it is wrong: it has 14 groups of four letters and digits, as printed on the sheet of the storage'
      throw invalidField('recovery_key', problem)
    }
    return { access, keys }
  }

  function inspect(
    nodeId: number,
    { place, secret }: Access,
    of: { uuid: string; passwords: string[]; snapshot?: string | undefined },
    signal: AbortSignal,
  ): Promise<InspectedRepository> {
    const asked = { nodeId, gameServerId: 0 }
    return node.ask(asked, { verb: 'inspect', place, secret, ...of }, inspectedRepository, signal)
  }

  /** Servers of this panel on the node whose backups nothing else opens, as after an adoption: from now on it does. */
  async function openKnown(
    { storageId, nodeId, access, key }: Looking & { key: Buffer },
    uuids: readonly string[],
    signal: AbortSignal,
  ): Promise<number> {
    const placements = await gameServers.placementsOf(uuids)
    const here = [...placements].flatMap(([uuid, { known }]) =>
      known?.nodeId === nodeId ? { uuid, id: known.id } : [],
    )
    const opened = await inTurns(here.slice(0, mostOpened), async ({ uuid, id }) => {
      const own = await backupStorages.passwordOf({ serverUuid: uuid, storageId })
      const [entered = ''] = passwordsOf([key], uuid)
      const former = passwordsOf(candidateKeys(access.recoveryKey, undefined) ?? [], uuid)
      const usual = [...(own === null ? [] : [own]), ...former]
      if (usual.includes(entered)) return false
      const passwords = [...usual, entered]
      const { opened_by } = await inspect(nodeId, access, { uuid, passwords }, signal)
      if (opened_by !== usual.length) return false
      await backupStorages.rememberPassword({ serverUuid: uuid, storageId, password: entered })
      await gameServers.redefine(id)
      readAnew({ id, nodeId }, storageId)
      return true
    })
    return opened.filter(Boolean).length
  }

  /** Of what the node still holds and somebody may adopt: its backups come with it. */
  async function rememberHeld(
    { storageId, nodeId, key }: Looking & { key: Buffer },
    inspected: readonly { uuid: string; found: InspectedRepository }[],
  ): Promise<void> {
    const held = new Set((await gameServers.unknown.list(nodeId)).map(({ uuid }) => uuid))
    // The key that was entered is tried first.
    for (const { uuid } of inspected.filter(one => held.has(one.uuid) && one.found.opened_by === 0)) {
      const [password = ''] = passwordsOf([key], uuid)
      await backupStorages.rememberPassword({ serverUuid: uuid, storageId, password })
    }
  }

  /** Those that this panel has, among its game servers or in the trash. */
  async function knownAmong(uuids: readonly string[]): Promise<Map<string, 'server' | 'trash'>> {
    const known = new Map<string, 'server' | 'trash'>()
    for (const { uuid } of await gameServers.deleted.list('all')) known.set(uuid, 'trash')
    for (const [uuid, placement] of await gameServers.placementsOf(uuids)) {
      if (placement.known) known.set(uuid, 'server')
    }
    return known
  }

  async function requireUnknown(nodeId: number, uuid: string): Promise<void> {
    const known = (await knownAmong([uuid])).get(uuid)
    if (known === 'server') {
      throw new PanelError('conflict', {
        message: 'this panel has this server already: restore the backup on its page',
      })
    }
    if (known === 'trash') {
      throw new PanelError('conflict', {
        message: 'this server is in the trash of this panel: restore it there, then restore the backup',
      })
    }
    if ((await gameServers.unknown.list(nodeId)).some(one => one.uuid === uuid)) {
      throw new PanelError('conflict', {
        message:
          'this node still has the files of this server: adopt them on the page of the node, or delete them there first',
      })
    }
  }

  return {
    async find(
      storageId: number,
      { node_id, recovery_key, uuid }: BodyOf<typeof findServers>,
      signal: AbortSignal,
    ): Promise<AnswerOf<typeof findServers>> {
      const { access, keys } = await open(storageId, node_id, recovery_key)
      const { place, secret } = access
      const asked = { nodeId: node_id, gameServerId: 0 }
      const uuids =
        uuid === undefined
          ? (await node.ask(asked, { verb: 'repositories', place, secret }, uuidList, signal)).uuids
          : [uuid.toLowerCase()]
      const known = await knownAmong(uuids)
      const unknown = uuids.filter(each => !known.has(each))
      const opened = unknown.slice(0, mostOpened)
      const inspected = await inTurns(opened, async each => ({
        uuid: each,
        found: await inspect(node_id, access, { uuid: each, passwords: passwordsOf(keys, each) }, signal),
      }))
      const games = new Map<string, string | null>()
      for (const { uuid: each, found } of inspected) {
        const template = templateOf(readManifest(found.manifest, each))
        if (template !== null) games.set(template, await gameServers.gameOfTemplate(template))
      }
      const servers: FoundServer[] = inspected.map(({ uuid: each, found }) =>
        describeFound(each, found, template => games.get(template) ?? null),
      )
      const [key] = recovery_key === undefined ? [] : keys
      const looking = { storageId, nodeId: node_id, access }
      const ofPanel = uuids.filter(each => known.get(each) === 'server')
      const reopened = key ? await openKnown({ ...looking, key }, ofPanel, signal) : 0
      if (key && reopened === 0 && servers.length > 0 && servers.every(one => one.is_sealed)) {
        throw invalidField('recovery_key', wrongKey)
      }
      if (key) await rememberHeld({ ...looking, key }, inspected)
      return {
        ...{ servers, known: uuids.length - unknown.length, opened: reopened },
        left_off: unknown.length - opened.length,
      }
    },

    async bringBack(
      { id, uuid: asked }: { id: number; uuid: string },
      { node_id, recovery_key, backup, name, start, ...ports }: BodyOf<typeof bringBackServer>,
      { caller, once, signal }: AskingForRestored,
    ): Promise<AnswerOf<typeof bringBackServer>> {
      const uuid = asked.toLowerCase()
      const { access, keys } = await open(id, node_id, recovery_key)
      await requireUnknown(node_id, uuid)
      const passwords = passwordsOf(keys, uuid)
      const found = await inspect(node_id, access, { uuid, passwords, snapshot: backup }, signal)
      const { snapshot, manifest } = requireBackup(found, uuid, backup)
      await backupStorages.rememberPassword({
        ...{ serverUuid: uuid, storageId: id },
        password: passwords[found.opened_by ?? 0] ?? '',
      })
      const payload = { storage_id: id, snapshot, without_safety: true, start }
      const made = await gameServers.createFromBackup(
        { ...ports, name: name ?? manifest.name, node_id },
        { manifest, source: null, task: { kind: 'restore', payload } },
        { requestedBy: caller.userId, once },
      )
      return { id: made.id, task_id: made.taskId ?? 0 }
    },
  }
}

const wrongKey =
  'opens none of the servers in this storage: take the sheet that was printed for it by the panel that made them'

/** Throws with what is wrong with it, and what to do. */
function requireBackup(
  { backups, manifest: text, problem }: InspectedRepository,
  uuid: string,
  wanted: string | undefined,
): { snapshot: string; manifest: BackupManifest } {
  if (backups.length === 0 && problem) {
    if (problem.is_wrong_password) {
      throw invalidField(
        'recovery_key',
        'does not open the backups of this server: enter the key of the panel that made them',
      )
    }
    throw new PanelError('conflict', { message: problem.message })
  }
  const snapshot = wanted ?? backups.at(-1)?.snapshot
  if (snapshot === undefined || !backups.some(one => one.snapshot === snapshot)) {
    const message =
      wanted === undefined
        ? 'there is no backup of this server: choose the node whose folder has it, or another server'
        : 'there is no such backup of this server: look into the storage again, and choose another one'
    throw new PanelError('not_found', { message })
  }
  const manifest = readManifest(text, uuid)
  if (manifest) return { snapshot, manifest }
  throw new PanelError('conflict', {
    message:
      'the settings in this backup cannot be read: choose another backup, or create a server and restore the files with rookery backups restore',
  })
}

/** A few at a time, in their order. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += atOnce) {
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))))
  }
  return results
}
