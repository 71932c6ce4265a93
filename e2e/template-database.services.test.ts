// A game that runs as a plain process uses the database that its template asks for, on a real MariaDB: with a new
// password the old one is refused, and the game has the new one from its next start on.

import { createDatabaseHost } from '@rookery/contracts/http/database-hosts.ts'
import { listDatabases, rotateDatabasePassword } from '@rookery/contracts/http/databases.ts'
import { readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingMariadb } from '../test-services/mariadb.ts'
import { sharedMariadb } from '../test-services/shared.ts'
import { LiveWorld } from './live/live-world.ts'
import { scriptedGame } from './live/programs.ts'
import { waitFor } from './wait-for.ts'

/** Counts its starts in the database; `look` connects once more with what it was started with. */
const game = `
import mysql from '${import.meta.resolve('mysql2/promise')}'
import { createInterface } from 'node:readline'

const { DB_HOST, DB_PORT, DB_NAME, DB_USER, DB_PASSWORD } = process.env
const place = { host: DB_HOST, port: Number(DB_PORT), database: DB_NAME, user: DB_USER, password: DB_PASSWORD }

async function query(...statements) {
  const client = await mysql.createConnection(place)
  let rows
  for (const statement of statements) [rows] = await client.query(statement)
  await client.end()
  return rows
}
const [row] = await query(
  'create table if not exists starts (at datetime)',
  'insert into starts values (now())',
  'select count(*) as n from starts',
)
console.log('start number ' + row.n)
console.log('ready')
createInterface({ input: process.stdin }).on('line', async line => {
  if (line === 'quit') process.exit(0)
  await query('select 1').then(() => console.log('let in'), error => console.log('refused: ' + error.code))
})
`
const names = ['DB_HOST', 'DB_PORT', 'DB_NAME', 'DB_USER', 'DB_PASSWORD'] as const

const missing = missingMariadb()
if (missing !== null) console.warn(`skipped: ${missing}`)

describe.skipIf(missing !== null)('the database of a game', () => {
  let world: LiveWorld
  beforeAll(async () => {
    world = await new LiveWorld().start()
    const { username: user, password, port } = new URL((await sharedMariadb()).url)
    const host = { kind: 'mysql', address: '127.0.0.1', port: Number(port), user, password } as const
    await world.api.call(createDatabaseHost, { body: { name: 'Main', ...host } })
  })
  afterAll(() => world?.stop())

  test('is used by the game itself, and a new password shuts the old one out until the next start', async () => {
    const id = await world.startGame(game, {
      template: scriptedGame(game, {
        command: ['{runtime.node}', 'game.mjs'],
        install: [{ do: 'write-file', path: 'game.mjs', content: game, words: 'writing the game' }],
        environment: Object.fromEntries(names.map(name => [name, `{var.${name}}`])),
        variables: names.map(name => ({
          ...{ name, title: name, default: '', editable_by: 'nobody' as const },
          secret: name === 'DB_PASSWORD',
        })),
        databases: [
          {
            ...{ name: 'world', kinds: ['mysql'] },
            variables: {
              ...{ host: 'DB_HOST', port: 'DB_PORT', name: 'DB_NAME' },
              ...{ user: 'DB_USER', password: 'DB_PASSWORD' },
            },
          },
        ],
      }),
    })
    const server = String(id)
    const told = async () => (await world.ask('GET', `/api/servers/${id}/console`)).json.output as string
    const says = (text: string) => waitFor(`the game says ${text}`, async () => (await told()).includes(text))
    const look = () => world.ask('POST', `/api/servers/${id}/console`, { command: 'look' })
    await says('start number 1')
    await look()
    await says('let in')

    const [database] = await world.api.call(listDatabases, { params: { server } })
    expect(database).toMatchObject({ label: 'world', template_name: 'world' })
    const params = { server, database: String(database?.id) }
    await world.api.call(rotateDatabasePassword, { params })
    await look()
    await says('refused: ER_ACCESS_DENIED_ERROR')
    const { json: settings } = await world.ask('GET', `/api/servers/${id}/settings`)
    expect(settings.needs_restart).toBe(true)

    expect(await world.act(id, 'restart')).toMatchObject({ status: 'success' })
    await says('start number 2')
    expect((await world.api.call(readGameServer, { params: { server } })).state).toBe('running')
  })
})
