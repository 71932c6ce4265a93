// Databases of one game server.

import * as z from 'zod'
import { databaseKinds } from '../database-hosts.ts'
import { endpoint } from './endpoint.ts'
import { displayName, gameServerParams, idText, time } from './shapes.ts'

const databaseParams = gameServerParams.extend({ database: idText })

export const database = z.object({
  id: z.int(),
  /** As people call it. */
  label: z.string(),
  /** Of the database and of its user, on the host. */
  name: z.string(),
  kind: z.enum(databaseKinds),
  host: z.object({ id: z.int(), name: z.string() }),
  /** What the template of the server calls it, where its game uses it. */
  template_name: z.string().nullable(),
  created_at: time,
})
export type Database = z.output<typeof database>

export const listDatabases = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/databases',
  summary: 'The databases of a server',
  params: gameServerParams,
  answer: z.array(database),
})

/** Where the game servers of its node may have databases. */
export const offeredDatabaseHost = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(databaseKinds),
  /** False: it has as many databases as it may. */
  has_room: z.boolean(),
})
export type OfferedDatabaseHost = z.output<typeof offeredDatabaseHost>

export const listOfferedDatabaseHosts = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/databases/hosts',
  summary: 'Where a server can have databases',
  params: gameServerParams,
  answer: z.array(offeredDatabaseHost),
})

export const readDatabaseSizes = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/databases/sizes',
  summary: 'How large the databases of a server are',
  description: 'Asks the database hosts. Of a host that does not answer within 5 seconds the size is null.',
  params: gameServerParams,
  answer: z.array(z.object({ id: z.int(), size_bytes: z.int().nullable() })),
})

export const createDatabase = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/databases',
  idempotencyKey: 'taken',
  summary: 'Create a database for a server',
  params: gameServerParams,
  body: z.object({
    label: displayName.max(64, 'must be at most 64 characters'),
    host_id: z.int().positive(),
  }),
  answer: database,
  status: 201,
  refuses: ['plan_limit', 'database_host_unavailable'],
})

export const databaseConnection = z.object({
  kind: z.enum(databaseKinds),
  host: z.string(),
  port: z.int(),
  name: z.string(),
  user: z.string(),
  password: z.string(),
  /** The same in the forms that games and plugins ask for. */
  forms: z.object({ url: z.string(), jdbc: z.string(), yaml: z.string() }),
})

export const readDatabaseConnection = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/databases/{database}/connection',
  summary: 'How to connect to a database, with its password',
  params: databaseParams,
  answer: databaseConnection,
  refuses: ['secret_unreadable'],
})

export const rotateDatabasePassword = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/databases/{database}/password',
  idempotencyKey: 'refused',
  summary: 'Give a database a new password',
  description: 'The former one is refused from then on, and connections that were opened with it are ended.',
  params: databaseParams,
  answer: databaseConnection,
  refuses: ['database_host_unavailable'],
})

export const deleteDatabase = endpoint({
  method: 'DELETE',
  path: '/api/servers/{server}/databases/{database}',
  summary: 'Delete a database with everything in it',
  params: databaseParams,
  refuses: ['database_host_unavailable'],
})
