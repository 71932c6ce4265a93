// Makes a running game hold its files still while they are read, as its template says, and undoes that whatever happens.
//
// What is to be undone is on the disk before the first command is typed: a daemon that dies in between undoes it at its
// next start.

import type { BackupManifest, TemplateBackup } from '@rookery/contracts/backups.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import { ConsoleRefused, type Consoles } from '../console/console.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { type Action, ActionFailed, unwatchedAction } from '../game-servers/logic/action.ts'
import { createLineCheck, createLineReader } from '../game-servers/logic/ready-pattern.ts'
import { occupiesProcess } from '../game-servers/logic/run-state.ts'
import type { Rcon } from '../rcon/rcon.ts'
import type { BackupStore, UndoNote } from './backup-store.ts'

export interface PreparingDeps {
  gameServers: GameServers
  consoles: Consoles
  rcon: Pick<Rcon, 'send'>
  store: Pick<BackupStore, 'undoNotes' | 'addUndoNote' | 'removeUndoNote'>
  clock: Clock
  log: Log
}

export interface PreparedGame {
  consistency: BackupManifest['consistency']
  warnings: string[]
  /** The game was started, ended or taken out of its pause since. */
  hasChanged(): boolean
}

/** Lets `read` read the files; whatever becomes of that, the game is then as it was. */
export async function withPreparedGame<Result>(
  gameServerId: number,
  action: Action,
  deps: PreparingDeps,
  read: (prepared: PreparedGame) => Promise<Result>,
): Promise<Result> {
  const { definition } = deps.gameServers.require(gameServerId).record
  const note = noteOf(gameServerId, deps)
  if (note) writeDown(definition.uuid, note, deps)
  try {
    return await read(await prepare(gameServerId, note, action, deps))
  } finally {
    if (note) await undo(gameServerId, definition.uuid, note, deps)
  }
}

/** What an earlier life of the daemon, or a game that did not listen, has left. */
export async function undoLeftNotes(deps: PreparingDeps, isBusy: (uuid: string) => boolean): Promise<void> {
  for (const [uuid, note] of deps.store.undoNotes()) {
    if (isBusy(uuid)) continue
    const known = deps.gameServers.processes().find(({ id }) => uuidOf(id, deps) === uuid)
    if (known) await undo(known.id, uuid, note, deps)
    else deps.store.removeUndoNote(uuid)
  }
}

function uuidOf(id: number, { gameServers }: PreparingDeps): string | undefined {
  return gameServers.get(id)?.record.definition.uuid
}

/** Null: nothing is done to the game. */
function noteOf(gameServerId: number, { gameServers }: PreparingDeps): UndoNote | null {
  const { record, process } = gameServers.require(gameServerId)
  const { backup } = record.definition
  if (!process || record.state !== 'running' || !backup) return null
  if (backup.before.length === 0 && !backup.pause) return null
  return { after: backup.after, isPaused: backup.pause }
}

function writeDown(uuid: string, note: UndoNote, { store }: PreparingDeps): void {
  try {
    store.addUndoNote(uuid, note)
  } catch (error) {
    const reason = (error as Error).message
    throw new ActionFailed(
      `no backup was taken, because the node cannot write down what is to be undone in the game: ${reason}`,
    )
  }
}

async function prepare(
  gameServerId: number,
  note: UndoNote | null,
  action: Action,
  deps: PreparingDeps,
): Promise<PreparedGame> {
  const supervisor = deps.gameServers.require(gameServerId)
  const { process } = supervisor
  const { backup } = supervisor.record.definition
  const isAsNow = () => supervisor.process === process
  if (!process) return { consistency: 'stopped', warnings: [], hasChanged: () => !isAsNow() }
  const isPaused = () => supervisor.record.state === 'paused'
  const paused: PreparedGame = {
    consistency: 'paused',
    warnings: [],
    hasChanged: () => !isAsNow() || !isPaused(),
  }
  if (isPaused()) return paused
  if (!note || !backup) return { consistency: 'live', warnings: [], hasChanged: () => false }
  const warnings: string[] = []
  const isFlushed = await flush(gameServerId, backup, action, deps).catch((error: unknown) => {
    if (!(error instanceof ConsoleRefused || error instanceof LinkRefusal)) throw error
    warnings.push(`the game could not be told to write its files: ${error.message}`)
    return false
  })
  if (!isFlushed && warnings.length === 0 && backup.wait_for !== undefined) {
    const limit = Math.round(backup.wait_ms / 1_000)
    warnings.push(`the game did not say within ${limit} s that its files are written (${backup.wait_for})`)
  }
  if (backup.pause) {
    await supervisor.pause(unwatchedAction())
    supervisor.remark('paused while a backup is taken', '')
    return { ...paused, warnings }
  }
  return { consistency: isFlushed ? 'flushed' : 'live', warnings, hasChanged: () => isFlushed && !isAsNow() }
}

/** True: it has answered, and so as the template says where it does. */
async function flushByRcon(
  gameServerId: number,
  { before, wait_for }: TemplateBackup,
  action: Action,
  rcon: Pick<Rcon, 'send'>,
): Promise<boolean> {
  const answers: string[] = []
  for (const command of before) {
    action.say(`> ${command}`)
    answers.push(...(await rcon.send(gameServerId, command)).split('\n'))
  }
  return wait_for === undefined || createLineCheck(wait_for)(answers) === 'found'
}

/** True: it has said that everything is written. */
async function flush(
  gameServerId: number,
  backup: TemplateBackup,
  action: Action,
  { consoles, rcon, clock }: PreparingDeps,
): Promise<boolean> {
  if (backup.rcon) return flushByRcon(gameServerId, backup, action, rcon)
  const output = consoles.current(gameServerId)
  let from = output?.endSeq ?? 0
  for (const command of backup.before) {
    from = output?.endSeq ?? 0
    action.say(`> ${command}`)
    await consoles.type(gameServerId, Buffer.from(command))
  }
  if (!output || backup.wait_for === undefined || backup.before.length === 0) return false
  action.say(reasonOf('waitingForSave'))
  const check = createLineCheck(backup.wait_for)
  const readLines = createLineReader()
  const isTyped = (line: string) => backup.before.some(command => line.trim() === command)
  const over = Promise.withResolvers<void>()
  let isOver = false
  const end = () => {
    isOver = true
    over.resolve()
  }
  const cancelTimer = clock.after(backup.wait_ms, end)
  action.canceled.addEventListener('abort', end)
  try {
    for (let seq = from; !isOver; ) {
      const { changed } = output
      const found = output.read(seq, 64 * 1024)
      if (found.bytes.length > 0) {
        seq = found.seq + found.bytes.length
        const verdict = check(readLines(found.bytes).filter(line => !isTyped(line)))
        if (verdict !== null) return verdict === 'found'
      } else if (output.isOver) return false
      else await Promise.race([changed, over.promise])
    }
    return false
  } finally {
    cancelTimer()
    action.canceled.removeEventListener('abort', end)
  }
}

/** A game that has ended has forgotten everything; one that cannot be reached yet is tried again later. */
async function undo(gameServerId: number, uuid: string, note: UndoNote, deps: PreparingDeps): Promise<void> {
  const { gameServers, consoles, store, log } = deps
  const supervisor = gameServers.get(gameServerId)
  const state = supervisor?.record.state
  try {
    if (supervisor && state !== undefined && occupiesProcess(state)) {
      if (!supervisor.process) return
      if (note.isPaused && state === 'paused') await supervisor.resume(unwatchedAction())
      for (const command of note.after) await consoles.type(gameServerId, Buffer.from(command))
    }
    store.removeUndoNote(uuid)
  } catch (error) {
    if (!supervisor?.process) return store.removeUndoNote(uuid)
    log.error({ gameServerId, err: error }, 'what a backup did to a game could not be undone yet')
  }
}
