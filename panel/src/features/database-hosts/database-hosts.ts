// Database hosts: servers of MySQL, MariaDB or PostgreSQL that administrators name, on which game servers get databases.

import type {
  changeDatabaseHost,
  DatabaseHost,
  DatabaseHostTrial,
  testDatabaseHost,
} from '@rookery/contracts/http/database-hosts.ts'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { Kysely } from 'kysely'
import { isUniqueViolation } from '../../platform/database/database-errors.ts'
import type { AlsoCreate, AlsoWrite } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { EditTags, RequireState } from '../../platform/http/edit-tags.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import { type StoredSecret, unsealedSecret } from '../../platform/secret.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { timeOf } from '../../platform/times.ts'
import type { Audit } from '../audit/audit.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { createDatabaseHostsStore, type HostInput, type StoredHost } from './database-hosts-store.ts'
import { type DatabaseEngine, type HostAccess, withDatabaseEngine } from './engines/database-engine.ts'
import { decidePassword } from './host-rules.ts'
import { databaseHostRoutes } from './routes.ts'
import { tryHost } from './try-host.ts'

export type HostBody = BodyOf<typeof changeDatabaseHost>
type TestBody = BodyOf<typeof testDatabaseHost>

interface DatabaseHostsDeps {
  db: Kysely<Schema>
  boxes: {
    /** Seals the passwords. */
    general: SecretBox
  }
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  editTags: EditTags
  now(): number
  random(bytes: number): Buffer
}

export function openDatabaseHosts(deps: DatabaseHostsDeps) {
  const hosts = createDatabaseHosts(deps)
  return { ...hosts, routes: databaseHostRoutes({ ...deps, hosts }) }
}

export { countDatabases, type StoredHost } from './database-hosts-store.ts'
export type { DatabaseEngine } from './engines/database-engine.ts'
export { DatabaseHostProblem } from './engines/host-problem.ts'

export type DatabaseHosts = ReturnType<typeof createDatabaseHosts>

type See = (state: object) => void

/** What two people may change at once. */
function editedState({ password, ...host }: StoredHost) {
  return { ...host, password: password.isReadable ? password.reveal() : null }
}

function accessOf({ kind, address, port, user, password, tls, authorities }: StoredHost): HostAccess {
  return { kind, address, port, user, password: password.reveal(), tls, authorities }
}

function createDatabaseHosts({ db, boxes, now, random }: DatabaseHostsDeps) {
  const store = createDatabaseHostsStore(db, boxes.general)

  async function find(id: number): Promise<StoredHost> {
    const host = await store.find(id)
    if (!host) throw new PanelError('not_found', { message: 'there is no such database host' })
    return host
  }

  function passwordFor(body: HostBody | TestBody, stored: StoredHost | null): StoredSecret {
    const decision = decidePassword(body, body.password, stored)
    if ('problem' in decision) throw invalidField('password', decision.problem)
    return decision.use === 'stored' && stored ? stored.password : unsealedSecret(body.password ?? '')
  }

  async function inputOf(body: HostBody, stored: StoredHost | null): Promise<HostInput> {
    const { assigned, address_for_games, port_for_games, max_databases, password: _, ...rest } = body
    const nodeIds = assigned.to === 'all' ? null : [...new Set(assigned.node_ids)]
    const known = new Set([...(await store.nodeIds()), ...(stored?.nodeIds ?? [])])
    const unknown = nodeIds?.filter(id => !known.has(id)) ?? []
    if (unknown.length > 0) {
      throw invalidField('assigned.node_ids', `there is no node ${unknown.join(', ')}`)
    }
    return {
      ...rest,
      password: passwordFor(body, stored),
      addressForGames: address_for_games,
      portForGames: port_for_games,
      maxDatabases: max_databases,
      nodeIds,
    }
  }

  return {
    find,
    findAll: store.list,

    /** Throws a DatabaseHostProblem, and a PanelError where the password of the host cannot be read. */
    async use<Result>(
      host: StoredHost,
      limitMs: number,
      work: (engine: DatabaseEngine) => Promise<Result>,
    ): Promise<Result> {
      return withDatabaseEngine(accessOf(host), AbortSignal.timeout(limitMs), work)
    },

    /** Throws where nothing can be done there, whether it is away or not. */
    requireUsable(host: StoredHost): void {
      accessOf(host)
    },

    async list(): Promise<DatabaseHost[]> {
      const known = { nodes: new Set(await store.nodeIds()), databases: await store.countDatabases() }
      return (await store.list()).map(host => answerOf(host, known))
    },

    /** `see` is shown what two people may change at once. */
    async read(id: number, see?: See): Promise<DatabaseHost> {
      const host = await find(id)
      see?.(editedState(host))
      const known = { nodes: new Set(await store.nodeIds()), databases: await store.countDatabases() }
      return answerOf(host, known)
    },

    async create(body: HostBody, also: AlsoCreate): Promise<number> {
      const input = await inputOf(body, null)
      return refuseTakenName(() => store.create(input, now(), also))
    },

    async change(
      id: number,
      body: HostBody,
      { requireState, also }: { requireState: RequireState | null; also: AlsoWrite },
    ): Promise<void> {
      const input = await inputOf(body, await find(id))
      await refuseTakenName(() =>
        store.change(id, input, present => requireState?.(editedState(present)), also),
      )
    },

    /** `forget`: also where databases are there, which stay. */
    remove: ({ id, name }: { id: number; name: string }, forget: boolean, also: AlsoWrite): Promise<void> =>
      store.remove(
        id,
        databases => {
          if (databases === 0 || forget) return
          const message = `servers have ${databases} databases on "${name}": delete them first, or forget them with the host`
          throw new PanelError('conflict', { message })
        },
        also,
      ),

    async test(body: TestBody, signal: AbortSignal): Promise<DatabaseHostTrial> {
      const { host_id, password: _, ...connection } = body
      const stored = host_id === undefined ? null : await store.find(host_id)
      if (host_id !== undefined && !stored) throw invalidField('host_id', 'there is no such database host')
      const password = passwordFor(body, stored).reveal()
      return tryHost({ ...connection, password }, signal, { now, random })
    },
  }
}

interface Known {
  nodes: ReadonlySet<number>
  /** How many, by host. */
  databases: ReadonlyMap<number, number>
}

function answerOf(host: StoredHost, { nodes, databases }: Known): DatabaseHost {
  const { id, name, kind, address, port, user, tls, authorities } = host
  return {
    ...{ id, name, kind, address, port, user, tls, authorities },
    address_for_games: host.addressForGames,
    port_for_games: host.portForGames,
    max_databases: host.maxDatabases,
    assigned:
      host.nodeIds === null
        ? { to: 'all' }
        : { to: 'nodes', node_ids: host.nodeIds.filter(nodeId => nodes.has(nodeId)) },
    databases: databases.get(id) ?? 0,
    created_at: timeOf(host.createdAtMs),
  }
}

async function refuseTakenName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'is taken by another database host')
    throw error
  }
}
