// What this node holds that the panel does not have here: game servers that go on, and files that were kept.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { UnknownGameServer } from '@rookery/contracts/daemon/unknown-game-server.ts'
import type { GameServerRecord, RetainedGameServer } from './game-server-store.ts'

/** An answer on Control stays small. */
const listedLimit = 200

interface Held {
  records: readonly Readonly<GameServerRecord>[]
  retained: readonly RetainedGameServer[]
  /** The uuids of all folders. */
  folders: readonly string[]
  /** Those whose process was found without a definition. */
  running: ReadonlySet<string>
}

export function unknownGameServers({ records, retained, folders, running }: Held): UnknownGameServer[] {
  const known = new Set(records.map(({ definition }) => definition.uuid))
  const unknown = records
    .filter(({ panelId }) => panelId === null)
    .map(({ definition, state, installed }) => ({
      uuid: definition.uuid,
      state,
      installed,
      removed_at_ms: null,
      definition: shortened(definition),
    }))
  const left = folders
    .filter(uuid => !known.has(uuid))
    .map(uuid => {
      const one = retained.find(({ definition }) => definition.uuid === uuid)
      return {
        uuid,
        state: running.has(uuid) ? ('running' as const) : null,
        installed: one?.installed ?? false,
        removed_at_ms: one?.removedAtMs ?? null,
        definition: one ? shortened(one.definition) : null,
      }
    })
  return [...unknown, ...left].slice(0, listedLimit)
}

function shortened(definition: GameServerDefinition): NonNullable<UnknownGameServer['definition']> {
  const { name, process_manager, autostart, update_before_start, limits, ports, crash_policy } = definition
  const { placement_epoch, origin, schedules, step_schedules } = definition
  const chosen = { name, process_manager, autostart, update_before_start, limits, ports, crash_policy }
  return { ...chosen, placement_epoch, origin, schedule_count: schedules.length + step_schedules.length }
}
