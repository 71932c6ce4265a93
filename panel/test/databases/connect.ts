// Connects to a database of a server as its game would.

import type { readDatabaseConnection } from '@rookery/contracts/http/databases.ts'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import mysql from 'mysql2/promise'
import pg from 'pg'

export type Connection = AnswerOf<typeof readDatabaseConnection>

const ends: (() => Promise<unknown>)[] = []

/** Gives what asks. */
export async function connect({ kind, host, port, name, user, password }: Omit<Connection, 'forms'>) {
  if (kind === 'mysql') {
    const client = await mysql.createConnection({ host, port, user, password, database: name })
    client.on('error', () => {})
    ends.push(async () => client.destroy())
    return async (statement: string) => (await client.query(statement))[0]
  }
  const client = new pg.Client({ host, port, user, password, database: name })
  client.on('error', () => {})
  await client.connect()
  ends.push(() => client.end())
  return async (statement: string) => (await client.query(statement)).rows
}

export async function disconnectAll(): Promise<void> {
  for (const end of ends.splice(0)) await end().catch(() => {})
}
