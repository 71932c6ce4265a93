// Database hosts: MySQL, MariaDB and PostgreSQL servers on which the panel creates databases for game servers.

import * as z from 'zod'
import { databaseKinds, databaseTlsModes } from '../database-hosts.ts'
import { endpoint } from './endpoint.ts'
import { displayName, idParams, nodeAssignment, portNumber, sealedPrefix, time } from './shapes.ts'

const hostAddress = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(255, 'must be at most 255 characters')
  .regex(/^(?:[A-Za-z0-9_.-]+|[0-9A-Fa-f:.]+)$/, 'must be a host name or an IP address, without a port')

const pemCertificates = /^(?:-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)*$/

/** How the panel signs in there, without the password. */
const connection = z.object({
  kind: z.enum(databaseKinds),
  address: hostAddress,
  port: portNumber,
  /** One who may create databases and users. */
  user: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(63, 'must be at most 63 characters')
    .regex(/^\P{Cc}*$/u, 'must not contain control characters'),
  tls: z.enum(databaseTlsModes).default('off'),
  /** Certificates of authorities in PEM, for a host whose certificate no public authority has signed; empty: none. */
  authorities: z
    .string()
    .trim()
    .max(65_536, 'must be at most 65536 characters')
    .regex(pemCertificates, 'must be certificates in PEM, or empty')
    .default(''),
})
export type DatabaseHostConnection = z.output<typeof connection>

const described = connection.extend({
  name: displayName,
  /** Where games find it, when that is not where the panel does; null: there. */
  address_for_games: hostAddress.nullable().default(null),
  port_for_games: portNumber.nullable().default(null),
  /** Null: any number. */
  max_databases: z.int().min(1, 'must be at least 1').max(1_000_000).nullable().default(null),
  /** Whose game servers may have databases there. */
  assigned: nodeAssignment.default({ to: 'all' }),
})

export const databaseHost = described.extend({
  id: z.int(),
  /** How many game servers have there. */
  databases: z.int(),
  created_at: time,
})
export type DatabaseHost = z.output<typeof databaseHost>

const password = z
  .string()
  .max(1_024)
  .refine(text => !text.startsWith(sealedPrefix), `must not begin with ${sealedPrefix}`)

export const databaseHostBody = described.extend({
  /** Left out: it stays as it is. It is never answered. */
  password: password.optional(),
})

export const listDatabaseHosts = endpoint({
  method: 'GET',
  path: '/api/database-hosts',
  summary: 'The database hosts',
  answer: z.array(databaseHost),
})

export const readDatabaseHost = endpoint({
  method: 'GET',
  path: '/api/database-hosts/{id}',
  summary: 'One database host',
  params: idParams,
  answer: databaseHost,
  gives: ['ETag'],
})

export const createDatabaseHost = endpoint({
  method: 'POST',
  path: '/api/database-hosts',
  idempotencyKey: 'taken',
  summary: 'Add a database host',
  body: databaseHostBody,
  answer: databaseHost,
  status: 201,
})

export const changeDatabaseHost = endpoint({
  method: 'PUT',
  path: '/api/database-hosts/{id}',
  summary: 'Change a database host',
  params: idParams,
  body: databaseHostBody,
  answer: databaseHost,
  takes: ['If-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed'],
})

export const deleteDatabaseHost = endpoint({
  method: 'DELETE',
  path: '/api/database-hosts/{id}',
  summary: 'Forget a database host',
  description:
    'Refused while servers have databases there. With `databases=forget` they are forgotten as well, for a host that is gone: what is there stays.',
  params: idParams,
  query: z.object({ databases: z.enum(['refuse', 'forget']).default('refuse') }),
})

export const databaseHostTrial = z.object({
  is_good: z.boolean(),
  took_ms: z.int(),
  /** What answered, such as `MariaDB 11.8.2`; empty when nothing did. */
  product: z.string(),
  /** What failed, why, and what to do; empty when all is well. */
  problem: z.string(),
})
export type DatabaseHostTrial = z.output<typeof databaseHostTrial>

export const testDatabaseHost = endpoint({
  method: 'POST',
  path: '/api/database-hosts/test',
  idempotencyKey: 'ignored',
  summary: 'Try a database host, before or after it is saved',
  description:
    'Creates a database and a user with names of their own, signs in as that user, and removes both. It ends after 20 seconds at the latest.',
  body: connection.extend({
    password: password.optional(),
    /** Whose password is used where none is given. */
    host_id: z.int().positive().optional(),
  }),
  answer: databaseHostTrial,
})
