// Databases of game servers: each on a host that an administrator has named, with a user of its own. Decision 77 has
// the order of the steps, and what a panel that dies between two of them leaves to do.

import { connectionForms, type DatabaseConnection } from '@rookery/contracts/database-connection.ts'
import type {
  createDatabase,
  Database,
  OfferedDatabaseHost,
  readDatabaseConnection,
  readDatabaseSizes,
} from '@rookery/contracts/http/databases.ts'
import type { AnswerOf, BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { TemplateDatabase } from '@rookery/contracts/template/databases.ts'
import type { Kysely, Transaction } from 'kysely'
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
import type { GameServers, PreparedDatabases, ServerToCome } from '../game-servers/game-servers.ts'
import type { Plans } from '../plans/plans.ts'
import { databaseName, databasePassword, leftToDo } from './database-rules.ts'
import {
  createDatabasesStore,
  type Leftover,
  type NewDatabase,
  type StoredDatabase,
} from './databases-store.ts'
import { databaseRoutes } from './routes.ts'
import { chooseHost, takesPlaceOf, usedAs, variablesFor } from './template-database-rules.ts'

interface DatabasesDeps {
  db: Kysely<Schema>
  boxes: {
    /** Seals the passwords. */
    general: SecretBox
  }
  audit: Audit
  hosts: Pick<DatabaseHosts, 'findAll' | 'find' | 'use' | 'requireUsable'>
  gameServers: Pick<GameServers, 'find' | 'templateOf' | 'fillVariables' | 'placementsOf'>
  plans: Pick<Plans, 'requireRoomForOne'>
  log: Pick<Log, 'info' | 'warn'>
  now(): number
  random(bytes: number): Buffer
}

type Prepared = Pick<StoredDatabase, 'id' | 'name' | 'state' | 'touchedAtMs'> & {
  asked: TemplateDatabase
  host: StoredHost
  password: string
}

type CheckRoom = (transaction: Transaction<Schema>, id: number) => Promise<void>

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
    const connection = connectionOf(database.name, database.password.reveal(), host)
    return { ...connection, forms: connectionForms(connection) }
  }

  /** The row, within what the host may have; `check` throws what there is no room for elsewhere. */
  const beginOn = (host: StoredHost, row: Omit<NewDatabase, 'hostId'>, nowMs: number, check?: CheckRoom) =>
    store.begin({ ...row, hostId: host.id }, nowMs, async (transaction, count, made) => {
      if (host.maxDatabases !== null && count > host.maxDatabases) {
        const message = `the database host "${host.name}" has as many databases as it may (${host.maxDatabases}): choose another one, or ask an administrator for more room`
        throw new PanelError('conflict', { message })
      }
      await check?.(transaction, made)
    })

  /** All of it, or nothing. */
  async function createOn(
    host: StoredHost,
    { id, name, password }: { id: number; name: string; password: string },
    once: Pick<Once<unknown>, 'forget'>,
  ): Promise<void> {
    try {
      await onHost(host, engine => engine.create(namesOf(name), password))
    } catch (error) {
      const problem = error instanceof DatabaseHostProblem ? error : null
      await takeBack({ id, name }, host, problem, once)
      throw problem ? unavailable(problem, 'nothing was created') : error
    }
  }

  async function prepareOne(asked: TemplateDatabase, { uuid, nodeId }: ServerToCome): Promise<Prepared> {
    const host = chooseHost(asked, await hosts.findAll(), await store.countByHost(), nodeId)
    if (!host) {
      const kinds = asked.kinds.map(kind => kindNames[kind]).join(' or ')
      const message = `the template asks for a database "${asked.name}" (${kinds}), and there is no such database host with room for the servers of this node: add one under Settings → Database hosts, or choose another node`
      throw new PanelError('conflict', { message })
    }
    hosts.requireUsable(host)
    const name = databaseName(uuid.slice(0, 8), asked.name, random)
    const password = databasePassword(random)
    const touchedAtMs = now()
    const id = await beginOn(host, { serverUuid: uuid, label: asked.name, name, password }, touchedAtMs)
    await createOn(host, { id, name, password }, { forget: async () => {} })
    return { id, name, password, asked, host, state: 'creating', touchedAtMs }
  }

  /** Variables of a game server that hold how it is reached. */
  async function fillVariables(
    gameServerId: number,
    { name, hostId }: StoredDatabase,
    password: string,
    userId: number | null,
  ): Promise<void> {
    const server = await gameServers.find(gameServerId)
    const asked = usedAs(await gameServers.templateOf(server), server.variables, name)
    if (!asked) return
    const connection = connectionOf(name, password, await hosts.find(hostId))
    await gameServers.fillVariables(gameServerId, variablesFor(asked, connection), userId)
  }

  /** Of what has begun to be created and cannot be; the row stays where the host may have a part of it. */
  async function takeBack(
    { id, name }: { id: number; name: string },
    host: StoredHost,
    problem: DatabaseHostProblem | null,
    once: Pick<Once<unknown>, 'forget'>,
  ): Promise<void> {
    const forget = () => store.remove(id, once.forget)
    if (problem?.effect === 'nothing was done') return forget()
    // False: it is kept, or housekeeping has it.
    if (!(await store.setState(id, 'creating', 'deleting', now()))) return
    try {
      await onHost(host, engine => engine.drop(namesOf(name)))
      await forget()
    } catch (error) {
      log.warn({ err: error, database: name }, 'a database that was not finished is removed later')
    }
  }

  async function finishOne(leftover: Leftover, host: StoredHost): Promise<void> {
    const { id, name, serverUuid, nextPassword } = leftover
    const todo = leftToDo({ ...leftover, hasNextPassword: nextPassword !== null })
    if (todo === 'set password' && nextPassword) {
      await onHost(host, engine => engine.setPassword(name, nextPassword.reveal()))
      const serverId = (await gameServers.placementsOf([serverUuid])).get(serverUuid)?.known?.id
      if (serverId !== undefined) await fillVariables(serverId, leftover, nextPassword.reveal(), null)
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
      const server = await gameServers.find(gameServerId)
      const template = await gameServers.templateOf(server)
      const all = new Map((await hosts.findAll()).map(host => [host.id, host]))
      return (await store.list(server.uuid)).flatMap(database => {
        const host = all.get(database.hostId)
        return host ? [answerOf(database, host, usedAs(template, server.variables, database.name))] : []
      })
    },

    async read(gameServerId: number, id: number): Promise<Database> {
      const server = await gameServers.find(gameServerId)
      const database = await find(gameServerId, id)
      const asked = usedAs(await gameServers.templateOf(server), server.variables, database.name)
      return answerOf(database, await hosts.find(database.hostId), asked)
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
      const server = await gameServers.find(gameServerId)
      const { uuid, nodeId } = server
      const host = (await offered(nodeId)).find(({ id }) => id === host_id)
      if (!host) throw invalidField('host_id', 'there is no such database host for this server')
      const name = databaseName(server.id, label, random)
      const password = databasePassword(random)
      hosts.requireUsable(host)
      const row = { serverUuid: uuid, label, name, password }
      const id = await beginOn(host, row, now(), async (transaction, made) => {
        await plans.requireRoomForOne(transaction, 'databases', gameServerId, caller)
        await once.note(transaction, { id: made })
      })
      await createOn(host, { id, name, password }, once)
      const present = (await store.list(uuid)).map(database => database.name)
      const wanted = { label, kind: host.kind }
      const asked = takesPlaceOf(await gameServers.templateOf(server), server.variables, wanted, present)
      if (asked) {
        const values = variablesFor(asked, connectionOf(name, password, host))
        await gameServers.fillVariables(gameServerId, values, caller.userId)
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

    async rotatePassword(gameServerId: number, id: number, userId: number): Promise<Connection> {
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
      // Before it ends: what breaks off in between is done again.
      await fillVariables(gameServerId, database, password, userId)
      await store.endPassword(id)
      return readConnection(await find(gameServerId, id))
    },

    async remove(gameServerId: number, id: number): Promise<void> {
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
    },

    /**
     * What the template of a game server asks for, before there is that game server. On the hosts they are there from
     * now on; `keep` makes them its own in the transaction that creates it, without which housekeeping drops them.
     */
    async prepare(server: ServerToCome): Promise<PreparedDatabases> {
      const prepared: Prepared[] = []
      const takeAllBack = async () => {
        for (const { host, ...database } of prepared) {
          if (database.state === 'creating') await takeBack(database, host, null, { forget: async () => {} })
        }
      }
      const own = await store.list(server.uuid)
      try {
        for (const asked of server.template.databases ?? []) {
          const present = own.find(({ name }) => name === server.variables[asked.variables.name])
          if (!present) prepared.push(await prepareOne(asked, server))
          else {
            const host = await hosts.find(present.hostId)
            prepared.push({ ...present, asked, host, password: present.password.reveal() })
          }
        }
      } catch (error) {
        await takeAllBack()
        throw error
      }
      const values = prepared.map(({ asked, name, password, host }) =>
        variablesFor(asked, connectionOf(name, password, host)),
      )
      return {
        values: Object.assign({}, ...values),
        async keep(transaction, gameServerId, requestedBy) {
          for (const database of prepared) {
            if (await store.keep(transaction, database, now())) continue
            const message = 'creating the databases took too long, so they were taken back: try again'
            throw new PanelError('database_host_unavailable', { message })
          }
          await plans.requireRoomForOne(transaction, 'databases', gameServerId, { userId: requestedBy })
        },
        takeBack: takeAllBack,
      }
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

const kindNames = { mysql: 'MySQL or MariaDB', postgres: 'PostgreSQL' } as const

/** As games reach it. */
function connectionOf(name: string, password: string, host: StoredHost): DatabaseConnection {
  return {
    kind: host.kind,
    host: host.addressForGames ?? host.address,
    port: host.portForGames ?? host.port,
    ...{ name, user: name, password },
  }
}

function answerOf(
  { id, label, name, createdAtMs }: StoredDatabase,
  host: StoredHost,
  asked: TemplateDatabase | null,
): Database {
  return {
    ...{ id, label, name, kind: host.kind, host: { id: host.id, name: host.name } },
    template_name: asked?.name ?? null,
    created_at: timeOf(createdAtMs),
  }
}

function unavailable(problem: DatabaseHostProblem, effect: string): PanelError {
  return new PanelError('database_host_unavailable', {
    message: `${problem.message}; ${effect}`,
    cause: problem,
  })
}
