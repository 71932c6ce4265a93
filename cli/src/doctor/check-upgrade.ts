// Says whether an upgrade was interrupted, or went back, on this machine.

import { describeInterrupted, isInterrupted } from '../upgrade/upgrade-rules.ts'
import { readState, type UpgradePlaces, upgradePlaces } from '../upgrade/upgrade-state.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const name = 'upgrade'

/** Nothing where there was none. */
export function checkUpgrade(places: UpgradePlaces = upgradePlaces()): Finding[] {
  try {
    const state = readState(places)
    if (state === null) return []
    if (isInterrupted(state)) return [problem(name, describeInterrupted(state))]
    const { phase, from, to, startedAt, reason } = state
    return phase === 'done'
      ? [ok(name, `from ${from} to ${to}, begun ${startedAt}`)]
      : [
          warning(
            name,
            `${to} was not used (${reason ?? 'unknown reason'}), ${from} was put back; begun ${startedAt}`,
          ),
        ]
  } catch (error) {
    return [problem(name, reasonOf(error))]
  }
}
