// Game servers: list, create, power and console.

import * as z from 'zod'
import { consoleCommandProblems, consoleCommandRules } from '../console-command.ts'
import { crashReport } from '../crash-report.ts'
import { gameServerPermissionNames } from '../game-server-permissions.ts'
import { offeredInstallFailure } from '../install-failure.ts'
import { processManagerNames } from '../process-managers.ts'
import { runStates } from '../run-states.ts'
import { crashRepair } from '../template/crash-hints.ts'
import { endpoint } from './endpoint.ts'
import { placementWish } from './placement.ts'
import { plannedTask } from './power.ts'
import {
  displayName,
  externalId,
  gameServerParams,
  idText,
  pageQuery,
  person,
  portNumber,
  sealedPrefix,
  searchText,
  time,
} from './shapes.ts'
import { acceptedTask } from './tasks.ts'

export const gameServer = z.object({
  id: z.int(),
  uuid: z.uuid(),
  name: z.string(),
  state: z.enum(runStates),
  state_reason: z.string().nullable(),
  state_changed_at: time,
  node_id: z.int(),
  node_name: z.string(),
  node_online: z.boolean(),
  template: z.object({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    game: z.string(),
    source: z.enum(['built-in', 'own', 'imported']),
  }),
  ip: z.string(),
  port: z.int(),
  query_port: z.int().nullable(),
  rcon_port: z.int().nullable(),
  tags: z.array(z.string()),
  memory_limit_bytes: z.int().nullable(),
  cpu_limit_percent: z.int().nullable(),
  disk_limit_bytes: z.int().nullable(),
  process_manager: z.string(),
  /** Which limits hold under this process manager; those that do not are kept, and act under another one. */
  limits_held: z.object({
    memory: z.boolean(),
    cpu: z.boolean(),
    /** Over it no start and no writing through the panel; a game that runs is reported. */
    disk: z.enum(['start_and_panel']),
    /** `own_user_only`: where the node gives each game a user id of its own, because its daemon runs as root. */
    processes: z.union([z.boolean(), z.enum(['own_user_only'])]),
  }),
  /** For administrators and the owner; null where nobody owns it, and for everybody else. */
  owner: person.nullable(),
  /** The id that another system has for it. For administrators only. */
  external_id: z.string().nullable().optional(),
  /** Stopped by an administrator, and started by nothing until that ends; null: it is not. */
  suspended: z.object({ at: time, reason: z.string() }).nullable(),
  installed_at: time.nullable(),
  created_at: time,
  /** A stop or restart that waits on its node; left out where none does. */
  planned: plannedTask.nullable().optional(),
})
export type GameServer = z.output<typeof gameServer>

export const gameServerDetail = gameServer.extend({
  /** What it is for, for everybody who sees it; empty where nobody has said. */
  description: z.string(),
  /** Only those that the caller may see. */
  variables: z.record(z.string(), z.string()),
  autostart: z.boolean(),
  /** Null unless it has crashed, or for those who may not read its console. */
  crash: crashReport.nullable(),
  /** Null unless its installation or update has failed; its line only for those who may read the console or update. */
  install_failure: offeredInstallFailure.nullable(),
  /** Whether its node can find out how many people play: a schedule "only when nobody plays" needs it. */
  can_count_players: z.boolean(),
  /** It went back to before a change and is held at the template of that time; its next update ends that. */
  template_held: z.boolean(),
  /** A stop or restart that waits on its node. */
  planned: plannedTask.nullable(),
  /** The login of who suspended it. For administrators only. */
  suspended_by: z.string().nullable().optional(),
  /** For administrators only. */
  directory: z.string().optional(),
  start_command: z.array(z.string()).optional(),
  rcon_password: z.string().optional(),
  /** Instead of the password: it is sealed with another ENCRYPTION_KEY than the panel has. */
  rcon_password_unreadable: z.literal(true).optional(),
})
export type GameServerDetail = z.output<typeof gameServerDetail>

export const listGameServers = endpoint({
  method: 'GET',
  path: '/api/servers',
  summary: 'The game servers that the caller may see',
  query: pageQuery.extend({
    q: searchText.optional(),
    state: z.enum(runStates).optional(),
    node: idText.optional(),
    /** Those that the caller owns, or all others. */
    owner: z.enum(['me', 'others'], 'must be me or others').optional(),
    /** The one with this id in another system. For administrators only, as is finding it by a part of that with `q`. */
    external_id: searchText.optional(),
    sort: z.enum(['name', '-name', 'id', '-id', 'created_at', '-created_at']).default('name'),
  }),
  answer: z.array(gameServer),
  paged: true,
})

export const readGameServer = endpoint({
  method: 'GET',
  path: '/api/servers/{server}',
  summary: 'One game server',
  params: gameServerParams,
  answer: gameServerDetail,
  gives: ['ETag'],
})

const limitBytes = z.int().min(16 * 1024 * 1024)
const limitPercent = z.int().min(1).max(100_000)
const address = z.union([z.ipv4(), z.ipv6()])
/** Lines of text. */
const description = z
  .string()
  .trim()
  .max(2000, 'must be at most 2000 characters')
  .regex(/^[^\0]*$/, 'must not contain NUL')
export const gameServerTags = z.array(displayName.max(64)).max(50)
/** It travels in commands, files and packets: one line of it. */
const rconPassword = z
  .string()
  .max(128)
  .regex(/^\P{Cc}*$/u, 'must not contain control characters')
  .refine(text => !text.startsWith(sealedPrefix), `must not begin with ${sealedPrefix}`)
const processManager = z.enum(processManagerNames)
const ownerId = z.int('must be the id of a person').min(1, 'must be the id of a person').max(2_147_483_647)

export const createGameServer = endpoint({
  method: 'POST',
  path: '/api/servers',
  idempotencyKey: 'taken',
  summary: 'Create a game server, and install it unless told otherwise',
  description:
    'Administrators create servers for anybody or nobody. A person with a plan creates them for themselves, within it: with limits, on its nodes, from its templates, and without owner, address and ports, which the panel chooses.',
  body: z.object({
    name: displayName,
    description: description.optional(),
    /** Left out together with a `placement`: the panel chooses. */
    node_id: z.int().positive().optional(),
    /** The panel chooses a node that has room; `{}`: any. */
    placement: placementWish.optional(),
    template_id: z.int().positive(),
    ip: address.optional(),
    port: portNumber.optional(),
    query_port: portNumber.optional(),
    rcon_port: portNumber.optional(),
    rcon_password: rconPassword.optional(),
    process_manager: processManager.optional(),
    /** The label of one of the template's container images. */
    image: z.string().max(190).optional(),
    memory_limit_bytes: limitBytes.optional(),
    cpu_limit_percent: limitPercent.optional(),
    disk_limit_bytes: limitBytes.optional(),
    variables: z.record(z.string().max(190), z.string().max(8192)).optional(),
    tags: gameServerTags.optional(),
    /** A person; left out: nobody. */
    owner_id: ownerId.optional(),
    external_id: externalId.optional(),
    install: z.boolean().default(true),
    start: z.boolean().default(false),
  }),
  answer: gameServerDetail.extend({ task_id: z.int().nullable() }),
  status: 201,
  refuses: ['plan_limit', 'database_host_unavailable'],
})

/** What is left out stays as it is; a limit of null takes the limit away. */
export const changeGameServer = endpoint({
  method: 'PUT',
  path: '/api/servers/{server}',
  summary:
    'Change name, description, owner, address, ports, limits and process manager; what a run depends on acts from the next start on',
  description:
    'Owners change name, description and tags, and limits within their plan; administrators everything.',
  params: gameServerParams,
  body: z.object({
    node_id: z
      .never(
        'cannot be changed: a server is not moved this way. Create it on the other node and copy its files.',
      )
      .optional(),
    template_id: z
      .never('cannot be changed: create another server from that template and copy its files.')
      .optional(),
    name: displayName.optional(),
    description: description.optional(),
    ip: address.optional(),
    port: portNumber.optional(),
    query_port: portNumber.optional(),
    rcon_port: portNumber.optional(),
    rcon_password: rconPassword.min(1).optional(),
    process_manager: processManager.optional(),
    memory_limit_bytes: limitBytes.nullable().optional(),
    cpu_limit_percent: limitPercent.nullable().optional(),
    disk_limit_bytes: limitBytes.nullable().optional(),
    tags: gameServerTags.optional(),
    /** A person, or null for nobody. An offer of ownership ends with it. */
    owner_id: ownerId.nullable().optional(),
    /** Null: none. */
    external_id: externalId.nullable().optional(),
  }),
  answer: gameServerDetail,
  takes: ['If-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed', 'plan_limit'],
})

export const cloneGameServer = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/clone',
  idempotencyKey: 'taken',
  summary: 'Create a game server with the same settings and its own ports',
  params: gameServerParams,
  body: z.object({
    name: displayName,
    /** Copies the files too; otherwise the game is installed anew. */
    files: z.boolean().default(true),
  }),
  answer: gameServerDetail.extend({ task_id: z.int() }),
  status: 201,
  refuses: ['database_host_unavailable'],
})

/** One of the repairs that the crash report offers, and no other. */
export const repairGameServer = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/repair',
  idempotencyKey: 'taken',
  summary: 'Do what a crash report or a failed installation offers, and start or install again',
  params: gameServerParams,
  body: z.object({ repair: crashRepair }),
  answer: acceptedTask,
  status: 202,
})

export const deleteGameServer = endpoint({
  method: 'DELETE',
  path: '/api/servers/{server}',
  summary: 'Delete a game server; its files stay unless told otherwise',
  params: gameServerParams,
  query: z.object({ files: z.enum(['keep', 'delete']).default('keep') }),
})

const powerAction = <const Action extends string>(action: Action, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/servers/{server}/${action}`,
    idempotencyKey: 'taken',
    summary,
    params: gameServerParams,
    answer: acceptedTask,
    status: 202,
  })

export const startGameServer = powerAction('start', 'Start')
export const stopGameServer = powerAction('stop', 'Stop as the game wants it, then by force')
export const restartGameServer = powerAction('restart', 'Stop and start')
export const killGameServer = powerAction('kill', 'Kill the whole process tree immediately')
export const pauseGameServer = powerAction('pause', 'Hold the game still: it keeps its memory')
export const resumeGameServer = powerAction('resume', 'Let a paused game go on')
export const installGameServer = powerAction('install', 'Install the game')
export const updateGameServer = powerAction('update', 'Bring the files of the game up to date')
export const reinstallGameServer = powerAction('reinstall', 'Delete all files and reinstall the game')

export const readOwnAbilities = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/abilities',
  summary: "The caller's own permissions on this game server",
  params: gameServerParams,
  answer: z.record(z.enum(gameServerPermissionNames), z.boolean()),
})

export const readConsole = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/console',
  summary: 'The end of the console output',
  params: gameServerParams,
  answer: z.object({ output: z.string() }),
})

export const consoleCommand = z
  .string()
  .min(1, consoleCommandProblems.empty)
  .refine(consoleCommandRules.fits, consoleCommandProblems.tooLong)
  .regex(consoleCommandRules.oneLine, consoleCommandProblems.severalLines)

export const sendConsoleCommand = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/console',
  idempotencyKey: 'ignored',
  summary: 'Type one line into the console',
  params: gameServerParams,
  body: z.object({ command: consoleCommand }),
})
