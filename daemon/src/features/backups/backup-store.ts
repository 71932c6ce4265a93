// What this node must remember of backups: reports that the panel is to get, hooks to undo, folders that are being swapped.

import type { DatabaseSync } from 'node:sqlite'
import { type RepositoryReport, repositoryReport } from '@rookery/contracts/backups.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'
import { attempt, durably } from '../../platform/store.ts'
import { type Upkeep, upkeep } from './logic/upkeep-plan.ts'

/** What is stored of one game server in one storage. */
export interface RepositoryRecord {
  uuid: string
  report: RepositoryReport
  /** The panel has stored a report with this sequence. */
  knownSequence: number
  upkeep: Upkeep
}

/** What was done to a game so that its files agree, and must be undone. */
export interface UndoNote {
  /** Lines to type. */
  after: string[]
  isPaused: boolean
}

/** `swapping`: names are being changed. `swapped`: the former folder waits to be removed. */
export type SwapPhase = 'swapping' | 'swapped'

export interface BackupStore {
  repositories(): RepositoryRecord[]
  saveRepository(record: RepositoryRecord): void
  undoNotes(): Map<string, UndoNote>
  /** On the disk when it returns; throws when it cannot be written, and then nothing may be done to the game. */
  addUndoNote(uuid: string, note: UndoNote): void
  removeUndoNote(uuid: string): void
  swaps(): Map<string, SwapPhase>
  /** As `addUndoNote`. */
  noteSwap(uuid: string, phase: SwapPhase): void
  forgetSwap(uuid: string): void
}

const undoNote = z.object({ after: z.array(z.string()), isPaused: z.boolean() })

export function createBackupStore(database: DatabaseSync, report: (error: unknown) => void): BackupStore {
  const selectRepositories = database.prepare('SELECT * FROM backup_repositories')
  const upsertRepository = database.prepare(
    'INSERT OR REPLACE INTO backup_repositories VALUES (?, ?, ?, ?, ?)',
  )
  const selectNotes = database.prepare('SELECT uuid, undo FROM prepared_games')
  const upsertNote = database.prepare('INSERT OR REPLACE INTO prepared_games VALUES (?, ?)')
  const deleteNote = database.prepare('DELETE FROM prepared_games WHERE uuid = ?')
  const selectSwaps = database.prepare('SELECT uuid, phase FROM folder_swaps')
  const upsertSwap = database.prepare('INSERT OR REPLACE INTO folder_swaps VALUES (?, ?)')
  const deleteSwap = database.prepare('DELETE FROM folder_swaps WHERE uuid = ?')
  return {
    // What cannot be read is had anew from the storage.
    repositories: () =>
      selectRepositories.all().flatMap(row => {
        const content = parseJsonOrNull(repositoryReport, String(row.report))
        const done = parseJsonOrNull(upkeep, String(row.upkeep)) ?? upkeep.parse({})
        const uuid = String(row.uuid)
        return content
          ? { uuid, report: content, knownSequence: Number(row.known_sequence), upkeep: done }
          : []
      }),
    saveRepository: ({ uuid, report: content, knownSequence, upkeep: done }) =>
      attempt(
        () =>
          upsertRepository.run(
            ...[uuid, content.storage_id, JSON.stringify(content), knownSequence, JSON.stringify(done)],
          ),
        report,
      ),
    undoNotes: () =>
      new Map(
        selectNotes.all().map(row => {
          const nothing = { after: [], isPaused: false }
          return [String(row.uuid), parseJsonOrNull(undoNote, String(row.undo)) ?? nothing]
        }),
      ),
    addUndoNote: (uuid, note) => durably(database, () => upsertNote.run(uuid, JSON.stringify(note))),
    removeUndoNote: uuid => attempt(() => durably(database, () => deleteNote.run(uuid)), report),
    swaps: () => new Map(selectSwaps.all().map(row => [String(row.uuid), row.phase as SwapPhase])),
    noteSwap: (uuid, phase) => durably(database, () => upsertSwap.run(uuid, phase)),
    forgetSwap: uuid => attempt(() => durably(database, () => deleteSwap.run(uuid)), report),
  }
}
