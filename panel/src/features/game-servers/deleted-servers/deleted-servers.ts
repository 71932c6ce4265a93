// The trash: deleted game servers whose files are kept, brought back as they were or deleted for good.

import type {
  DeletedServer,
  listDeletedServers,
  restoreDeletedServer,
} from '@rookery/contracts/http/deleted-servers.ts'
import type { AnswerOf, BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { DaemonLink } from '../../../platform/daemon-link/daemon-link.ts'
import type { Once } from '../../../platform/http/route.ts'
import type { Log } from '../../../platform/log.ts'
import { PanelError } from '../../../platform/panel-error.ts'
import { timeOf } from '../../../platform/times.ts'
import type { Access } from '../../access/access.ts'
import type { Templates } from '../../templates/templates.ts'
import type { GameServersStore } from '../game-servers-store.ts'
import { portProblems } from '../logic/claimed-ports.ts'
import { requireArrival } from '../require-arrival.ts'
import { ownerOf, storedVariables } from '../stored-game-server.ts'
import { type DeletedServerRecord, type DeletedServersStore, restoredRow } from './deleted-servers-store.ts'

interface DeletedServersDeps {
  deletedStore: DeletedServersStore
  store: Pick<GameServersStore, 'insertAgain'>
  templates: Pick<Templates, 'find'>
  access: Pick<Access, 'changeRights'>
  link: Pick<DaemonLink, 'isOnline' | 'send'>
  log: Pick<Log, 'info' | 'warn'>
  now(): number
  /** TRASH_DAYS; 0: until somebody deletes them. */
  days: number
  /** Its node is told, and whoever looks at lists. */
  cameBack(id: number, userId: number): Promise<void>
}

export type DeletedServers = ReturnType<typeof createDeletedServers>

const dayMs = 24 * 60 * 60_000

const noSuchServer = () => new PanelError('not_found', { message: 'there is no such deleted server' })

export function createDeletedServers(deps: DeletedServersDeps) {
  const { deletedStore, store, templates, access, link, log, now, days } = deps

  async function requireFound(uuid: string) {
    const found = await deletedStore.find(uuid)
    if (!found) throw noSuchServer()
    return found
  }

  async function purge({ uuid, nodeId }: { uuid: string; nodeId: number }): Promise<void> {
    link.send(nodeId, { $case: 'removeGameServer', value: { gameServerId: 0, uuid, deleteFiles: true } })
    await deletedStore.markPurged(uuid)
  }

  return {
    async list(which: 'all' | { ownedBy: number }): Promise<AnswerOf<typeof listDeletedServers>> {
      return (await deletedStore.list(which)).map(row => answerOf(row, days))
    },

    /** Refuses with not_found, as where there is none. */
    async requireOwnedBy(uuid: string, userId: number): Promise<void> {
      if ((await requireFound(uuid)).ownerId !== userId) throw noSuchServer()
    },

    async restore(
      uuid: string,
      input: BodyOf<typeof restoreDeletedServer>,
      { userId, once }: { userId: number; once: Once<{ id: number }> },
    ): Promise<{ id: number; name: string }> {
      const { record, name, ownerId } = await requireFound(uuid)
      if (!record) throw new PanelError('secret_unreadable')
      const { template } = await templates.find(record.server.template_id).catch(() => {
        throw new PanelError('conflict', {
          message:
            'the template of this server was deleted, so it cannot be restored: create a server of another template and copy the files',
        })
      })
      const { id } = record.server
      const row = restoredRow(record, ownerId, portsOf(input, record), now())
      const claims = {
        port: row.port,
        queryPort: row.query_port ?? null,
        rconPort: row.rcon_port ?? null,
        variables: storedVariables.parse(JSON.parse(record.server.variables)),
      }
      // It gives back what was there when the server was deleted, and nothing else.
      await access.changeRights('everybody', 'panel', async transaction => {
        if (!(await deletedStore.takeOut(transaction, uuid))) throw new PanelError('not_found')
        await store.insertAgain(transaction, row, (neighbors, node) => {
          requireArrival(node, 'back')
          const fields = portProblems(template, claims, neighbors)
          const reasons = Object.values(fields).flat()
          if (reasons.length === 0) return
          const message = `${reasons.join('; ')}. Choose other ports for this one`
          throw new PanelError('conflict', { message, fields })
        })
        await deletedStore.putBack(transaction, record)
        await once.note(transaction, { id })
      })
      await deps.cameBack(id, userId)
      return { id, name }
    },

    async purge(uuid: string): Promise<{ name: string }> {
      const { nodeId, name } = await requireFound(uuid)
      if (!link.isOnline(nodeId)) {
        throw new PanelError('node_offline', {
          message: 'the node is not connected, so its files cannot be deleted now',
        })
      }
      await purge({ uuid, nodeId })
      return { name }
    },

    /** Those whose time is over; of a node that is away when it is back. */
    async purgeExpired(): Promise<void> {
      if (days === 0) return
      for (const expired of await deletedStore.deletedBefore(now() - days * dayMs)) {
        if (!link.isOnline(expired.nodeId)) continue
        await purge(expired)
        log.info({ server: expired.name, uuid: expired.uuid }, 'the files of a deleted server are deleted')
      }
    },
  }
}

function portsOf(input: BodyOf<typeof restoreDeletedServer>, { server }: DeletedServerRecord) {
  return {
    port: input.port ?? server.port,
    query_port: input.query_port ?? server.query_port,
    rcon_port: input.rcon_port ?? server.rcon_port,
  }
}

function answerOf(
  row: Awaited<ReturnType<DeletedServersStore['list']>>[number],
  days: number,
): DeletedServer {
  const { uuid, name, port, slug, template_name, game, user_id, login } = row
  return {
    uuid,
    name,
    port,
    node: { id: row.node_id, name: row.node_name },
    template:
      slug === null || template_name === null || game === null ? null : { slug, name: template_name, game },
    deleted_at: timeOf(row.deleted_at),
    owner: ownerOf(row.owner_id, row.owner_login, row.owner_name),
    deleted_by: user_id === null || login === null ? null : { id: user_id, login },
    expires_at: days === 0 ? null : timeOf(row.deleted_at + days * dayMs),
  }
}
