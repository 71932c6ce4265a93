// Rows of nodes, of game servers from the built-in templates, and of what has happened to them in the last 30 days.

import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { defaultCrashPolicy } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { Template } from '@rookery/contracts/template.ts'
import type { Kysely } from 'kysely'
import { columnsOf } from '../../../panel/src/features/game-servers/stored-game-server.ts'
import { createTemplateTranslations } from '../../../panel/src/features/template-translations/template-translations.ts'
import { createTemplates } from '../../../panel/src/features/templates/templates.ts'
import { createChanges } from '../../../panel/src/platform/changes.ts'
import type { Schema } from '../../../panel/src/platform/database/schema.ts'
import { createLog } from '../../../panel/src/platform/log.ts'
import { unsealedSecret } from '../../../panel/src/platform/secret.ts'
import { createOptionalSecretBox } from '../../../panel/src/platform/secret-box.ts'
import type { Sizes } from '../logic/sizes.ts'
import { insertRows } from './insert-rows.ts'
import { numbered } from './people-rows.ts'

const templatesFolder = fileURLToPath(new URL('../../../templates', import.meta.url))
const historyMs = 30 * 86_400_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** They have joined once and are away. */
export async function addNodes(db: Kysely<Schema>, sizes: Sizes, nowMs: number): Promise<void> {
  const gigabyte = 1024 ** 3
  const limits = { cpu_cores: 16, memory_bytes: 128 * gigabyte, disk_bytes: 2_000 * gigabyte }
  await insertRows(
    db,
    'nodes',
    numbered(sizes.nodes, number => ({
      name: `node-${String(number).padStart(4, '0')}.example`,
      key_hash: sha256(`node ${number}`),
      certificate_serial: sha256(`certificate ${number}`).slice(0, 32),
      ips: JSON.stringify([addressOf(number)]),
      work_path: '/var/lib/rookery',
      version: '0.1.0',
      os: 'linux',
      arch: 'x64',
      runtimes: '["process","docker"]',
      limits: JSON.stringify(limits),
      last_seen_at: nowMs - number * 1_000,
      created_at: nowMs - historyMs,
      updated_at: nowMs - historyMs,
    })),
  )
}

export async function addGameServers(db: Kysely<Schema>, sizes: Sizes, nowMs: number): Promise<void> {
  const log = createLog('silent')
  const translations = createTemplateTranslations(templatesFolder)
  const parts = { db, changes: createChanges(), translations, log, now: () => nowMs }
  await createTemplates(parts).loadCatalog(templatesFolder)
  const templates = await db.selectFrom('templates').select(['id', 'definition']).orderBy('id').execute()
  const games = templates.map(({ id, definition }) => ({ id, ...readGame(definition) }))
  await insertRows(
    db,
    'game_servers',
    numbered(sizes.gameServers, number => {
      const game = games[number % games.length]
      const choices = {
        name: `${game?.name} ${number}`,
        ip: addressOf(nodeOf(number, sizes)),
        port: 20_000 + Math.floor(number / sizes.nodes) * 10,
        queryPort: null,
        rconPort: null,
        rconPassword: unsealedSecret(''),
        description: '',
        tags: number % 4 === 0 ? ['event'] : [],
        variables: game?.variables ?? {},
        memoryLimitBytes: 4 * 1024 ** 3,
        cpuLimitPercent: null,
        diskLimitBytes: null,
        processManager: 'process',
        image: null,
        autostart: true,
        updateBeforeStart: false,
        heldTemplate: null,
        externalId: null,
        crashPolicy: defaultCrashPolicy,
      }
      return {
        ...columnsOf(choices, createOptionalSecretBox(null)),
        uuid: uuidOf(number),
        node_id: nodeOf(number, sizes),
        template_id: game?.id ?? 0,
        state: number % 5 === 0 ? 'stopped' : 'running',
        state_changed_at: nowMs - number * 1_000,
        installed_at: nowMs - historyMs,
        created_at: nowMs - historyMs + number,
        updated_at: nowMs - historyMs + number,
      }
    }),
  )
}

/** Evenly over the days and the game servers, all of it done by somebody. */
export async function addHistory(db: Kysely<Schema>, sizes: Sizes, nowMs: number): Promise<void> {
  const kinds = ['start', 'stop', 'restart', 'update']
  const gameServerOf = (number: number) => 1 + ((number * 7) % sizes.gameServers)
  const at = (number: number, count: number) =>
    Math.floor(nowMs - historyMs + (number / count) * (historyMs - 60_000))
  await insertRows(
    db,
    'tasks',
    numbered(sizes.tasks, number => {
      const createdAtMs = at(number, sizes.tasks)
      return {
        node_id: nodeOf(gameServerOf(number), sizes),
        server_id: gameServerOf(number),
        kind: kinds[number % kinds.length] ?? '',
        status: number % 20 === 0 ? 'error' : 'success',
        requested_by: 1 + (number % sizes.people),
        payload: '{}',
        created_at: createdAtMs,
        started_at: createdAtMs + 50,
        ended_at: createdAtMs + 4_000,
      }
    }),
  )
  const states = ['running', 'stopped', 'crashed']
  await insertRows(
    db,
    'activity',
    numbered(sizes.activityLines, number => {
      const state = states[number % states.length]
      return {
        server_id: gameServerOf(number),
        user_id: null,
        kind: 'run',
        fact: `state ${number}`,
        details: JSON.stringify({ what: 'state', state, reason: null, exit_code: null }),
        happened_at: at(number, sizes.activityLines),
      }
    }),
  )
}

function nodeOf(gameServerId: number, { nodes }: Sizes): number {
  return 1 + (gameServerId % nodes)
}

function addressOf(node: number): string {
  return `10.${Math.floor(node / 65_536)}.${Math.floor(node / 256) % 256}.${node % 256}`
}

function uuidOf(number: number): string {
  const digits = sha256(`game server ${number}`)
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
  ]
  return [...parts, digits.slice(20, 32)].join('-')
}

function readGame(definition: string): { name: string; variables: Record<string, string> } {
  const { name, variables } = JSON.parse(definition) as Template
  return { name, variables: Object.fromEntries(variables.map(variable => [variable.name, variable.default])) }
}
