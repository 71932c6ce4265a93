// Databases of game servers: each on a host that an administrator has named, with a user of its own. Decision 77 has
// the order of the steps, and what a panel that dies between two of them leaves to do.

import { connectionForms } from '@rookery/contracts/database-connection.ts'
import type {
  createDatabase,
  Database,
  OfferedDatabaseHost,
  readDatabaseConnection,
  readDatabaseSizes,
} from '@rookery/contracts/http/databases.ts'
import type { AnswerOf, BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { Kysely } from 'kysely'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Once } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { timeOf } from '../../platform/times.ts'
import type { Audit } from '../audit/audit.ts'
import {
  type DatabaseEngine,
  DatabaseHostProblem,
  type DatabaseHosts,
  type StoredHost,
} from '../database-hosts/database-hosts.ts'
import { isForNode } from '../database-hosts/host-rules.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Plans } from '../plans/plans.ts'
import { databaseName, databasePassword, leftToDo } from './database-rules.ts'
import { createDatabasesStore, type StoredDatabase } from './databases-store.ts'
import { databaseRoutes } from './routes.ts'

interface DatabasesDeps {
  db: Kysely<Schema>
  boxes: {
    /** Seals the passwords. */
    general: SecretBox
  }
  audit: Audit
  hosts: Pick<DatabaseHosts, 'findAll' | 'find' | 'use' | 'requireUsable'>
  gameServers: Pick<GameServers, 'find'>
  plans: Pick<Plans, 'requireRoomForOne'>
  log: Pick<Log, 'info' | 'warn'>
  now(): number
  random(bytes: number): Buffer
}

type Connection = AnswerOf<typeof readDatabaseConnection>

/** Work on a host ends within this time, however it ends. */
const workLimitMs = 20_000
/** Then whoever began a piece of work is gone. */
const abandonedMs = 3 * workLimitMs
const sizeLimitMs = 5_000

export function openDatabases(deps: DatabasesDeps) {
  const databases = createDatabases(deps)
  return { ...databases, routes: databaseRoutes({ ...deps, databases }) }
}

export type Databases = ReturnType<typeof createDatabases>

function createDatabases(deps: DatabasesDeps) {
  const { db, boxes, hosts, gameServers, plans, log, now, random } = deps
  const store = createDatabasesStore(db, boxes.general)
  let isFinishing = false

  async function find(gameServerId: number, id: number): Promise<StoredDatabase> {
    const { uuid } = await gameServers.find(gameServerId)
    const database = await store.find(uuid, id)
    if (!database) throw new PanelError('not_found', { message: 'there is no such database' })
    return database
  }

  const onHost = <Result>(host: StoredHost, work: (engine: DatabaseEngine) => Promise<Result>) =>
    hosts.use(host, workLimitMs, work)

  async function offered(nodeId: number): Promise<StoredHost[]> {
    return (await hosts.findAll()).filter(host => isForNode(host, nodeId))
  }

  async function readConnection(database: StoredDatabase): Promise<Connection> {
    const host = await hosts.find(database.hostId)
    const connection = {
      kind: host.kind,
      host: host.addressForGames ?? host.address,
      port: host.portForGames ?? host.port,
      ...{ name: database.name, user: database.name, password: database.password.reveal() },
    }
    return { ...connection, forms: connectionForms(connection) }
  }

  /** Of what has begun to be created and cannot be; the row stays where the host may have a part of it. */
  async function takeBack(
    { id, name }: { id: number; name: string },
    host: StoredHost,
    problem: DatabaseHostProblem | null,
    once: Once<{ id: number }>,
  ): Promise<void> {
    const forget = () => store.remove(id, once.forget)
    if (problem?.effect === 'nothing was done') return forget()
    await store.setState(id, 'creating', 'deleting', now())
    try {
      await onHost(host, engine => engine.drop(namesOf(name)))
      await forget()
    } catch (error) {
      log.warn({ err: error, database: name }, 'a database that was not finished is removed later')
    }
  }

  async function finishOne(
    leftover: StoredDatabase & { isOrphan: boolean },
    host: StoredHost,
  ): Promise<void> {
    const { id, name, nextPassword } = leftover
    const todo = leftToDo({ ...leftover, hasNextPassword: nextPassword !== null })
    if (todo === 'set password' && nextPassword) {
      await onHost(host, engine => engine.setPassword(name, nextPassword.reveal()))
      await store.endPassword(id)
    } else if (todo === 'drop') {
      await onHost(host, engine => engine.drop(namesOf(name)))
      await store.remove(id)
      log.info({ database: name, host: host.name }, 'a database that nothing uses any more is removed')
    }
  }

  return {
    countOfOwner: store.countOfOwner,

    async list(gameServerId: number): Promise<Database[]> {
      const { uuid } = await gameServers.find(gameServerId)
      const all = new Map((await hosts.findAll()).map(host => [host.id, host]))
      return (await store.list(uuid)).flatMap(database => {
        const host = all.get(database.hostId)
        return host ? [answerOf(database, host)] : []
      })
    },

    async read(gameServerId: number, id: number): Promise<Database> {
      const database = await find(gameServerId, id)
      return answerOf(database, await hosts.find(database.hostId))
    },

    async listHosts(gameServerId: number): Promise<OfferedDatabaseHost[]> {
      const { nodeId } = await gameServers.find(gameServerId)
      const counts = await store.countByHost()
      return (await offered(nodeId)).map(({ id, name, kind, maxDatabases }) => ({
        ...{ id, name, kind },
        has_room: maxDatabases === null || (counts.get(id) ?? 0) < maxDatabases,
      }))
    },

    async readSizes(gameServerId: number): Promise<AnswerOf<typeof readDatabaseSizes>> {
      const { uuid } = await gameServers.find(gameServerId)
      const databases = await store.list(uuid)
      const byHost = Map.groupBy(databases, ({ hostId }) => hostId)
      const sizes = await Promise.all(
        [...byHost].map(async ([hostId, there]) => {
          const host = await hosts.find(hostId)
          const names = there.map(({ name }) => name)
          return hosts
            .use(host, sizeLimitMs, engine => engine.sizes(names))
            .catch((error: unknown) => {
              if (error instanceof DatabaseHostProblem) return new Map<string, number>()
              throw error
            })
        }),
      )
      const known = new Map(sizes.flatMap(some => [...some]))
      return databases.map(({ id, name }) => ({ id, size_bytes: known.get(name) ?? null }))
    },

    async create(
      gameServerId: number,
      { label, host_id }: BodyOf<typeof createDatabase>,
      caller: SignedInCaller,
      once: Once<{ id: number }>,
    ): Promise<number> {
      const { id: serverId, uuid, nodeId } = await gameServers.find(gameServerId)
      const host = (await offered(nodeId)).find(({ id }) => id === host_id)
      if (!host) throw invalidField('host_id', 'there is no such database host for this server')
      const name = databaseName(serverId, label, random)
      const password = databasePassword(random)
      hosts.requireUsable(host)
      const row = { serverUuid: uuid, hostId: host.id, label, name, password }
      const id = await store.begin(row, now(), async (transaction, count, made) => {
        if (host.maxDatabases !== null && count > host.maxDatabases) {
          const message = `the database host "${host.name}" has as many databases as it may (${host.maxDatabases}): choose another one, or ask an administrator for more room`
          throw new PanelError('conflict', { message })
        }
        await plans.requireRoomForOne(transaction, 'databases', gameServerId, caller)
        await once.note(transaction, { id: made })
      })
      try {
        await onHost(host, engine => engine.create(namesOf(name), password))
      } catch (error) {
        const problem = error instanceof DatabaseHostProblem ? error : null
        await takeBack({ id, name }, host, problem, once)
        throw problem ? unavailable(problem, 'nothing was created') : error
      }
      if (!(await store.setState(id, 'creating', 'ready', now()))) {
        throw new PanelError('database_host_unavailable', {
          message: 'creating the database took too long, so it was taken back: try again',
        })
      }
      return id
    },

    async readConnection(gameServerId: number, id: number): Promise<Connection> {
      return readConnection(await find(gameServerId, id))
    },

    async rotatePassword(gameServerId: number, id: number): Promise<Connection> {
      const database = await find(gameServerId, id)
      const host = await hosts.find(database.hostId)
      hosts.requireUsable(host)
      const password = databasePassword(random)
      if (!(await store.beginPassword(id, password, now()))) {
        const message = 'the password of this database is being changed already: try again in a minute'
        throw new PanelError('conflict', { message })
      }
      try {
        await onHost(host, engine => engine.setPassword(database.name, password))
      } catch (error) {
        if (!(error instanceof DatabaseHostProblem)) throw error
        if (error.effect !== 'nothing was done') {
          throw unavailable(error, 'the new password is set as soon as the host answers')
        }
        await store.cancelPassword(id)
        throw unavailable(error, 'the password is the former one')
      }
      await store.endPassword(id)
      return readConnection(await find(gameServerId, id))
    },

    async remove(gameServerId: number, id: number): Promise<Database> {
      const database = await find(gameServerId, id)
      const host = await hosts.find(database.hostId)
      hosts.requireUsable(host)
      if (!(await store.setState(id, 'ready', 'deleting', now()))) throw new PanelError('not_found')
      try {
        await onHost(host, engine => engine.drop(namesOf(database.name)))
      } catch (error) {
        if (!(error instanceof DatabaseHostProblem)) throw error
        if (error.effect !== 'nothing was done') {
          throw unavailable(error, 'the database is deleted as soon as the host answers')
        }
        await store.setState(id, 'deleting', 'ready', now())
        throw unavailable(error, 'the database is still there')
      }
      await store.remove(id)
      return answerOf(database, host)
    },

    /** What a panel that died has left to do, and databases of game servers that are gone for good. */
    async finishLeftovers(): Promise<void> {
      if (isFinishing) return
      isFinishing = true
      try {
        const away = new Set<number>()
        for (const leftover of await store.leftovers(now() - abandonedMs)) {
          if (away.has(leftover.hostId) || !(await store.claim(leftover, now()))) continue
          try {
            await finishOne(leftover, await hosts.find(leftover.hostId))
          } catch (error) {
            away.add(leftover.hostId)
            log.warn({ err: error, database: leftover.name }, 'the database host is away; tried again later')
          }
        }
      } finally {
        isFinishing = false
      }
    },
  }
}

const namesOf = (name: string) => ({ database: name, user: name })

function answerOf({ id, label, name, createdAtMs }: StoredDatabase, host: StoredHost): Database {
  return {
    ...{ id, label, name, kind: host.kind, host: { id: host.id, name: host.name } },
    created_at: timeOf(createdAtMs),
  }
}

function unavailable(problem: DatabaseHostProblem, effect: string): PanelError {
  return new PanelError('database_host_unavailable', {
    message: `${problem.message}; ${effect}`,
    cause: problem,
  })
}
