// Routes of the databases of a game server. Whoever may change its settings reads secret variables there: one
// permission is for all of it.

import {
  createDatabase,
  deleteDatabase,
  listDatabases,
  listOfferedDatabaseHosts,
  readDatabaseConnection,
  readDatabaseSizes,
  rotateDatabasePassword,
} from '@rookery/contracts/http/databases.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { onGameServer } from '../../platform/http/access-rule.ts'
import { creatingRoute, madeObject, type RequestFacts, type Route, route } from '../../platform/http/route.ts'
import type { Audit } from '../audit/audit.ts'
import type { DatabaseEvent } from '../audit/audit-event-rules.ts'
import type { Databases } from './databases.ts'

interface DatabaseRoutesDeps {
  databases: Databases
  audit: Audit
}

interface Recorded {
  params: { server: number }
  caller: SignedInCaller
  request: RequestFacts
}

const mayManage = onGameServer('game-server-settings')

export function databaseRoutes({ databases, audit }: DatabaseRoutesDeps): Route[] {
  const record = (event: DatabaseEvent, { params, caller, request }: Recorded, id: number) => {
    const details = { game_server_id: params.server, database_id: id }
    audit.record({ event, outcome: 'success', request, details }, caller)
  }
  return [
    route(listDatabases, mayManage, ({ params }) => databases.list(params.server)),
    route(listOfferedDatabaseHosts, mayManage, ({ params }) => databases.listHosts(params.server)),
    route(readDatabaseSizes, mayManage, ({ params }) => databases.readSizes(params.server)),
    creatingRoute(createDatabase, mayManage, {
      made: madeObject,
      async create(call, once) {
        const id = await databases.create(call.params.server, call.body, call.caller, once)
        record('database.created', call, id)
        return databases.read(call.params.server, id)
      },
      again: ({ id }, { params }) => databases.read(params.server, id),
    }),
    route(readDatabaseConnection, mayManage, async (call, { reply }) => {
      const { server, database } = call.params
      const connection = await databases.readConnection(server, database)
      reply.header('cache-control', 'no-store')
      record('database.password_read', call, database)
      return connection
    }),
    route(rotateDatabasePassword, mayManage, async (call, { reply }) => {
      const { server, database } = call.params
      const connection = await databases.rotatePassword(server, database, call.caller.userId)
      reply.header('cache-control', 'no-store')
      record('database.password_changed', call, database)
      return connection
    }),
    route(deleteDatabase, mayManage, async call => {
      const { server, database } = call.params
      await databases.remove(server, database)
      record('database.deleted', call, database)
    }),
  ]
}
