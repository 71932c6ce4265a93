// The game servers in the daemon's store: definitions that the panel owns, states that this node owns.

import type { DatabaseSync } from 'node:sqlite'
import {
  type GameServerDefinition,
  gameServerDefinition,
} from '@rookery/contracts/daemon/game-server-definition.ts'
import type { InstallFailure } from '@rookery/contracts/daemon/generated/link.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import { parseJson, UnreadableJson } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'
import { createStoredFailures } from '../../platform/store/stored-failures.ts'
import { attempt, createFacts, durably, StoreError } from '../../platform/store.ts'
import type { ExitFacts } from './logic/exit-reason.ts'

export interface GameServerRecord {
  /** This node's own number of it. */
  id: number
  /** The panel's number; null while the panel does not have it here. */
  panelId: number | null
  revision: number
  definition: GameServerDefinition
  installed: boolean
  state: RunState
  reason: string
  changedAtMs: number
  sequence: number
  /** How the last run ended. */
  lastExit: ExitFacts | null
  /** Of a crash: what the game said last, masked; or why it could not be started. */
  lastLines: string[]
  /** Of install_failed: why, masked; left out where nobody knows. */
  installFailure?: InstallFailure
  /** The revision that the last run was started with, or a later one that makes no difference to it; 0: not known. */
  runningRevision: number
  /** What a person asked for last; `unknown`: nobody has asked for anything yet. */
  wanted: 'running' | 'stopped' | 'unknown'
  /** When it is started again after a crash; null when it is not. */
  restartAtMs: number | null
  /** When it was started again after crashes, as far back as the policy's window reaches. */
  restartedAtMs: number[]
  /** Secrets that the current run was started with: they stay masked when the definition changes. */
  runSecrets: string[]
}

/** A game server that was removed from this node, and whose files were left. */
export interface RetainedGameServer {
  definition: GameServerDefinition
  installed: boolean
  removedAtMs: number
}

export interface GameServerStore {
  all(): GameServerRecord[]
  save(record: GameServerRecord): void
  remove(id: number): void
  retained(): RetainedGameServer[]
  retain(one: RetainedGameServer): void
  forgetRetained(uuid: string): void
  /** Of every uuid that this node ever knew. */
  numbers(): Map<string, number>
  addNumber(uuid: string, number: number): void
  readFact(name: string): string | null
  writeFact(name: string, value: string): void
}

const columns = [
  'id, revision, definition, installed, state, reason, changed_at_ms, sequence',
  'exit_code, exit_signal, exit_out_of_memory, run_secrets, wanted, restart_at_ms, restarted_at_ms',
  'last_lines, running_revision, panel_id',
].join(', ')

/**
 * A write that fails (a full disk) is reported and the daemon goes on with what it knows: the next change of the same
 * game server writes all of it again.
 */
export function createGameServerStore(
  database: DatabaseSync,
  report: (error: unknown) => void,
): GameServerStore {
  const select = database.prepare(`SELECT ${columns} FROM game_servers ORDER BY id`)
  const upsert = database.prepare(
    `INSERT OR REPLACE INTO game_servers (${columns}) VALUES (${columns.replaceAll(/\w+/g, '?')})`,
  )
  const remove = database.prepare('DELETE FROM game_servers WHERE id = ?')
  const selectRetained = database.prepare(
    'SELECT uuid AS id, definition, installed, removed_at_ms FROM retained_game_servers ORDER BY removed_at_ms',
  )
  const upsertRetained = database.prepare('INSERT OR REPLACE INTO retained_game_servers VALUES (?, ?, ?, ?)')
  const deleteRetained = database.prepare('DELETE FROM retained_game_servers WHERE uuid = ?')
  const selectNumbers = database.prepare('SELECT uuid, number FROM game_server_numbers')
  const insertNumber = database.prepare('INSERT INTO game_server_numbers (uuid, number) VALUES (?, ?)')
  const facts = createFacts(database, report)
  const failures = createStoredFailures(facts, 'install_failure')
  return {
    all: () =>
      select.all().map(row => {
        const record = readRecord(row)
        const installFailure = record.state === 'install_failed' ? failures.read(record.id) : null
        return installFailure ? { ...record, installFailure } : record
      }),
    save: record => {
      attempt(() => durably(database, () => upsert.run(...valuesOf(record))), report)
      if (record.state === 'install_failed' && record.installFailure) {
        failures.write(record.id, record.installFailure)
      }
    },
    remove: id => {
      attempt(() => durably(database, () => remove.run(id)), report)
      failures.forget(id)
    },
    retained: () =>
      selectRetained.all().map(row => ({
        definition: readColumn(row, 'definition', gameServerDefinition),
        installed: row.installed === 1,
        removedAtMs: Number(row.removed_at_ms),
      })),
    retain: ({ definition, installed, removedAtMs }) =>
      attempt(
        () => upsertRetained.run(definition.uuid, JSON.stringify(definition), Number(installed), removedAtMs),
        report,
      ),
    forgetRetained: uuid => attempt(() => durably(database, () => deleteRetained.run(uuid)), report),
    numbers: () => new Map(selectNumbers.all().map(row => [String(row.uuid), Number(row.number)])),
    addNumber: (uuid, number) =>
      attempt(() => durably(database, () => insertNumber.run(uuid, number)), report),
    readFact: facts.read,
    writeFact: facts.write,
  }
}

function valuesOf(record: GameServerRecord): (string | number | null)[] {
  return [
    record.id,
    record.revision,
    JSON.stringify(record.definition),
    Number(record.installed),
    record.state,
    record.reason,
    record.changedAtMs,
    record.sequence,
    record.lastExit?.code ?? null,
    record.lastExit?.signal ?? null,
    Number(record.lastExit?.outOfMemory ?? false),
    JSON.stringify(record.runSecrets),
    record.wanted,
    record.restartAtMs,
    JSON.stringify(record.restartedAtMs),
    JSON.stringify(record.lastLines),
    record.runningRevision,
    record.panelId,
  ]
}

type Row = Record<string, unknown>

function readColumn<Shape extends z.ZodType>(row: Row, name: string, shape: Shape): z.output<Shape> {
  try {
    return parseJson(shape, String(row[name]), `${name} of game server ${String(row.id)}`)
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error
    throw new StoreError(
      `game server ${String(row.id)} is stored in a form that this daemon cannot read: update the daemon (${error.message})`,
    )
  }
}

const texts = z.array(z.string())

function readRecord(row: Row): GameServerRecord {
  return {
    id: Number(row.id),
    panelId: row.panel_id as number | null,
    revision: Number(row.revision),
    definition: readColumn(row, 'definition', gameServerDefinition),
    installed: row.installed === 1,
    state: row.state as RunState,
    reason: String(row.reason),
    changedAtMs: Number(row.changed_at_ms),
    sequence: Number(row.sequence),
    lastExit: readExit(row),
    runSecrets: readColumn(row, 'run_secrets', texts),
    wanted: row.wanted as GameServerRecord['wanted'],
    restartAtMs: row.restart_at_ms as number | null,
    restartedAtMs: readColumn(row, 'restarted_at_ms', z.array(z.number())),
    lastLines: readColumn(row, 'last_lines', texts),
    runningRevision: Number(row.running_revision),
  }
}

function readExit(row: Row): ExitFacts | null {
  const [code, signal] = [row.exit_code as number | null, row.exit_signal as string | null]
  return code === null && signal === null ? null : { code, signal, outOfMemory: row.exit_out_of_memory === 1 }
}
