// A game server as the database holds it, joined with the names of its template and node.

import {
  type CrashPolicy,
  crashPolicy,
  defaultCrashPolicy,
} from '@rookery/contracts/daemon/game-server-definition.ts'
import type { InstallFailureFacts } from '@rookery/contracts/install-failure.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import type { Suspension } from '@rookery/contracts/suspension.ts'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { Selectable } from 'kysely'
import * as z from 'zod'
import { jsonColumn } from '../../platform/database/json-columns.ts'
import { toBoolean } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { foldToSearch } from '../../platform/database/search.ts'
import { suspensionOf } from '../../platform/database/suspension-columns.ts'
import { isStoredSecret, type StoredSecret } from '../../platform/secret.ts'
import { isSealed, readSecret, type SecretBox, storedText } from '../../platform/secret-box.ts'
import { readFacts } from '../tasks/install-failure-rules.ts'
import type { StoredValues } from './secret-values.ts'

/** How the last run ended; of a start that failed there are only lines. */
const lastExit = z.object({
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  out_of_memory: z.boolean(),
  last_lines: z.array(z.string()),
})
export type LastExit = z.output<typeof lastExit>

export const storedTags = z.array(z.string())
/** Without what was added to it since. */
const storedCrashPolicy = z.preprocess(
  value => (typeof value === 'object' ? { ...defaultCrashPolicy, ...value } : value),
  crashPolicy,
)
/** By name; secrets are sealed. */
export const storedVariables = z.record(z.string(), z.string())

/** What people decide about a game server; each change of it makes a new revision. */
export interface GameServerChoices {
  name: string
  /** Empty: none. */
  description: string
  ip: string
  port: number
  queryPort: number | null
  rconPort: number | null
  rconPassword: StoredSecret
  tags: string[]
  variables: StoredValues
  memoryLimitBytes: number | null
  cpuLimitPercent: number | null
  diskLimitBytes: number | null
  processManager: string
  /** Label of one of the template's images; null: the first. */
  image: string | null
  autostart: boolean
  updateBeforeStart: boolean
  crashPolicy: CrashPolicy
  /** The template as it was, as JSON, where it went back to before a change; null: as it is. */
  heldTemplate: string | null
  /** Its id in another system. */
  externalId: string | null
}

export interface StoredGameServer extends GameServerChoices {
  id: number
  uuid: string
  nodeId: number
  nodeName: string
  /** Null: its node has not said it yet. */
  nodeWorkPath: string | null
  placementEpoch: number
  template: { id: number; slug: string; name: string; game: string; source: Schema['templates']['source'] }
  state: RunState
  stateReason: string | null
  stateChangedAtMs: number
  lastExit: LastExit | null
  /** Of install_failed, as its node reports it. */
  installFailure: InstallFailureFacts | null
  revision: number
  /** The revision that the present run was started with, or a later one that makes no difference to it. */
  runningRevision: number | null
  installedAtMs: number | null
  createdAtMs: number
  owner: { id: number; login: string; name: string } | null
  suspended: Suspension | null
}

export interface NewGameServer extends GameServerChoices {
  uuid: string
  nodeId: number
  templateId: number
  /** The first when left out. */
  placementEpoch?: number | undefined
  state: RunState
}

type Row = Selectable<Schema['game_servers']> & {
  slug: string
  template_name: string
  game: string
  template_source: Schema['templates']['source']
  node_name: string
  node_work_path: string | null
  owner_login: string | null
  owner_name: string | null
}

const readLastExit = jsonColumn(lastExit)
const readTags = jsonColumn(storedTags)
const readCrashPolicy = jsonColumn(storedCrashPolicy)

export function gameServerOf(row: Row, box: SecretBox): StoredGameServer {
  const what = (name: keyof Row) => `${name} of game server ${row.id}`
  return {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    description: row.description ?? '',
    nodeId: row.node_id,
    nodeName: row.node_name,
    nodeWorkPath: row.node_work_path,
    placementEpoch: row.placement_epoch,
    template: {
      id: row.template_id,
      slug: row.slug,
      name: row.template_name,
      game: row.game,
      source: row.template_source,
    },
    state: row.state as RunState,
    stateReason: row.state_reason,
    stateChangedAtMs: row.state_changed_at,
    lastExit: row.last_exit === null ? null : readLastExit(row.last_exit, () => what('last_exit')),
    installFailure: readFacts(row.install_failure),
    ip: row.ip,
    port: row.port,
    queryPort: row.query_port,
    rconPort: row.rcon_port,
    rconPassword: readSecret(box, row.rcon_password ?? ''),
    tags: readTags(row.tags, () => what('tags')),
    // Not remembered: secrets that are not sealed are among them.
    variables: valuesOf(parseJson(storedVariables, row.variables, what('variables')), box),
    memoryLimitBytes: row.memory_limit_bytes,
    cpuLimitPercent: row.cpu_limit_percent,
    diskLimitBytes: row.disk_limit_bytes,
    processManager: row.process_manager,
    image: row.image,
    autostart: toBoolean(row.autostart),
    updateBeforeStart: toBoolean(row.update_before_start),
    crashPolicy: readCrashPolicy(row.crash_policy, () => what('crash_policy')),
    heldTemplate: row.held_template,
    externalId: row.external_id,
    revision: row.revision,
    runningRevision: row.running_revision,
    installedAtMs: row.installed_at,
    createdAtMs: row.created_at,
    owner: ownerOf(row.owner_id, row.owner_login, row.owner_name),
    suspended: suspensionOf(row),
  }
}

export function ownerOf(
  id: number | null,
  login: string | null,
  name: string | null,
): StoredGameServer['owner'] {
  return id === null || login === null || name === null ? null : { id, login, name }
}

/** The columns of what people decide. */
export function columnsOf(choices: GameServerChoices, box: SecretBox) {
  return {
    name: choices.name,
    description: choices.description,
    search_key: foldToSearch([choices.name]),
    ip: choices.ip,
    port: choices.port,
    query_port: choices.queryPort,
    rcon_port: choices.rconPort,
    rcon_password: storedText(box, choices.rconPassword),
    tags: JSON.stringify(choices.tags),
    variables: variablesText(choices.variables, box),
    memory_limit_bytes: choices.memoryLimitBytes,
    cpu_limit_percent: choices.cpuLimitPercent,
    disk_limit_bytes: choices.diskLimitBytes,
    process_manager: choices.processManager,
    image: choices.image,
    autostart: choices.autostart,
    update_before_start: choices.updateBeforeStart,
    crash_policy: JSON.stringify(choices.crashPolicy),
    held_template: choices.heldTemplate,
    external_id: choices.externalId,
  }
}

export function variablesText(variables: StoredValues, box: SecretBox): string {
  const texts = Object.entries(variables).map(([name, value]) => [
    name,
    isStoredSecret(value) ? storedText(box, value) : value,
  ])
  return JSON.stringify(Object.fromEntries(texts))
}

/** A value that is sealed is a secret, whatever its template says of it by now. */
export function valuesOf(stored: z.output<typeof storedVariables>, box: SecretBox): StoredValues {
  return Object.fromEntries(
    Object.entries(stored).map(([name, text]) => [name, isSealed(text) ? readSecret(box, text) : text]),
  )
}
