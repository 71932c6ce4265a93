// The panel's own backup: where it goes and when, what came of it, and whether it could be restored. Decision 47.

import * as z from 'zod'
import { backupRetention } from '../backups.ts'
import { endpoint } from './endpoint.ts'
import { time } from './shapes.ts'

const outcome = z.object({
  at: time,
  is_good: z.boolean(),
  /** What is wrong, and what to do; of a good one what could not be tried; empty when all is well. */
  message: z.string(),
})

/** `not_restorable`: the trial of the newest one failed. `overdue`: its time came a day ago, and it has not. */
export const panelBackupTroubles = ['failed', 'not_restorable', 'overdue'] as const
export type PanelBackupTrouble = (typeof panelBackupTroubles)[number]

export const panelBackup = z.object({
  /** Null: the panel is not backed up. */
  storage_id: z.int().nullable(),
  /** Of the day on the panel's machine, from 0 to 23. */
  hour: z.int(),
  retention: backupRetention,
  is_running: z.boolean(),
  last_attempt: outcome.nullable(),
  last_good_at: time.nullable(),
  /** The newest backup, restored into an empty folder and looked through; a dump is loaded into a database of its own. */
  last_drill: outcome.nullable(),
  /** What an administrator has to look after; null: nothing, or the panel is not backed up. */
  trouble: z
    .object({
      kind: z.enum(panelBackupTroubles),
      /** Its first failure; where it is overdue, the last good one, or the choice of the storage. */
      since: time,
      /** Why; empty where there is nothing to say. */
      message: z.string(),
    })
    .nullable()
    .default(null),
  /** Of the last good one; null before it. */
  bytes: z.int().nullable(),
  bytes_added: z.int().nullable(),
  /** That are there now. */
  backups: z.int(),
  /** Names its folder in the storage. */
  installation: z.string(),
})
export type PanelBackup = z.output<typeof panelBackup>

export const readPanelBackup = endpoint({
  method: 'GET',
  path: '/api/panel-backup',
  summary: "The panel's own backup",
  answer: panelBackup,
})

export const changePanelBackup = endpoint({
  method: 'PUT',
  path: '/api/panel-backup',
  summary: 'Choose where and when the panel is backed up, or that it is not',
  body: z.object({
    storage_id: z.int().positive().nullable(),
    hour: z.int().min(0).max(23).default(3),
    retention: backupRetention.default(backupRetention.parse({})),
  }),
  answer: panelBackup,
})

export const runPanelBackup = endpoint({
  method: 'POST',
  path: '/api/panel-backup/run',
  idempotencyKey: 'ignored',
  summary: 'Back up the panel now; the answer says that it has begun',
  answer: panelBackup,
  status: 202,
})
