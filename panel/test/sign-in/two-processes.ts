// Two panel processes on one PostgreSQL and one Redis, and people whose factors follow the real clock.

import { request } from 'node:http'
import { startRedis } from '../../../test-services/redis.ts'
import { sharedPostgres } from '../../../test-services/shared.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { type PanelProcess, startPanelProcess } from './panel-process.ts'
import { addPerson, codeAt, confirm, setUp } from './people.ts'

export type TwoProcesses = Awaited<ReturnType<typeof startTwoProcesses>>

export async function startTwoProcesses(more: Record<string, string> = {}) {
  const opened: { stop(): Promise<void> }[] = []
  const keep = <T extends { stop(): Promise<void> }>(one: T) => {
    opened.unshift(one)
    return one
  }
  const stop = async () => {
    for (const one of opened.splice(0)) await one.stop()
  }
  try {
    const redis = keep(await startRedis())
    const databaseUrl = await (await sharedPostgres()).createMigratedDatabase()
    const { host, password } = new URL(redis.url)
    const variables = {
      DATABASE_DRIVER: 'postgres',
      DATABASE_URL: databaseUrl,
      CACHE_DRIVER: 'redis',
      CACHE_REDIS_ADDR: host,
      CACHE_REDIS_PASSWORD: password,
      AUDIT_CLIENT_IP_HEADER: 'X-Real-IP',
      ...more,
    }
    const startPanel = async () => keep(await startPanelProcess(variables))
    const panels: [PanelProcess, PanelProcess] = await Promise.all([startPanel(), startPanel()])
    const databases = [await openBeside(databaseUrl), await openBeside(databaseUrl)] as const
    for (const database of databases) keep({ stop: () => database.close() })
    return {
      panels,
      /** Connections of the test's own, one for each panel that a race pretends to be. */
      databases: databases.map(({ db }) => ({ db })),
      db: databases[0].db,
      /** Ends the second panel in an orderly way and puts a new one into its place. */
      async restartSecond(): Promise<void> {
        await panels[1].stop()
        panels[1] = await startPanel()
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function openBeside(url: string): Promise<Database> {
  return openDatabase({ driver: 'postgres', url }, createLog('fatal'))
}

let addresses = 0
/** An address that no other request of the test has; behind a proxy on this machine it is believed. */
export function elsewhere(): Record<string, string> {
  addresses += 1
  return { 'x-real-ip': `198.18.${addresses >> 8}.${addresses & 255}` }
}

/**
 * A code that is newer than every code used so far, however long ago that was: the one of the coming half minute,
 * which is accepted already.
 */
export const newestCode = (secret: string) => codeAt(secret, Date.now() + 30_000)

/** Somebody with a second factor, switched on through one of the panels. */
export async function addEnrolledPerson(
  { db }: Pick<TwoProcesses, 'db'>,
  panel: PanelProcess,
  options: Parameters<typeof addPerson>[1] = {},
) {
  const person = await addPerson({ db }, options)
  const sessionToken = await panel.signIn(person)
  const { secret } = (await setUp(panel, sessionToken)).json as { secret: string }
  const answer = await confirm(panel, sessionToken, codeAt(secret, Date.now()))
  if (answer.status !== 200) throw new Error(`confirm answered ${answer.status}: ${answer.text}`)
  return { ...person, sessionToken, secret, recoveryCodes: answer.json.recovery_codes as string[] }
}

/** Asks for a WebSocket and tells how the panel answers: 101, or why not. */
export function upgradeStatus(panel: PanelProcess, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(panel.url + path, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'c2l4dGVlbiBieXRlcyEhIQ==',
      },
    })
    asking.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode ?? 0)
    })
    asking.on('response', response => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asking.on('error', reject)
    asking.end()
  })
}
