// What a node holds that the panel does not have there, as it answers ListUnknownGameServers.

import * as z from 'zod'
import { runStates } from '../run-states.ts'
import { gameServerDefinition } from './game-server-definition.ts'

export const unknownGameServer = z.object({
  uuid: z.uuid(),
  /** Null: only its files are there. */
  state: z.enum(runStates).nullable(),
  installed: z.boolean(),
  /** When its files were kept at its deletion; null where that is not known. */
  removed_at_ms: z.int().nullable(),
  /** Null where nothing but a folder, or a process, is left. */
  definition: gameServerDefinition
    .pick({
      name: true,
      process_manager: true,
      autostart: true,
      update_before_start: true,
      limits: true,
      ports: true,
      crash_policy: true,
      placement_epoch: true,
      origin: true,
    })
    .extend({ schedule_count: z.int() })
    .nullable(),
})
export type UnknownGameServer = z.output<typeof unknownGameServer>
