// The run state of game servers as their nodes tell it: an older message never overwrites a newer one.

import { lastLineBytes, lastLinesLimit } from '@rookery/contracts/crash-report.ts'
import type { GameServerState } from '@rookery/contracts/daemon/generated/link.ts'
import { type RunState, runStates } from '@rookery/contracts/run-states.ts'
import { plainString } from '@rookery/contracts/terminal-text.ts'
import type { Changes } from '../../platform/changes.ts'
import type { GameServersStore } from './game-servers-store.ts'
import type { LastExit } from './stored-game-server.ts'

export interface StateKeeper {
  receive(told: GameServerState): Promise<void>
  /** What a node told when it connected is the truth, whatever was counted before. */
  reconcile(told: GameServerState[]): Promise<void>
  forget(gameServerId: number): void
}

export function createStateKeeper(store: GameServersStore, changes: Changes): StateKeeper {
  const sequences = new Map<number, number>()
  const changedAt = new Map<number, number>()

  async function apply(told: GameServerState, isNews: boolean): Promise<void> {
    const state = runStates.find(known => known === told.state)
    if (!state) return
    const lastExit = lastExitOf(told)
    const reason = told.reason === '' ? null : told.reason
    await store.setState(told.gameServerId, {
      state: state satisfies RunState,
      reason,
      changedAtMs: told.changedAtMs,
      installed: told.installed,
      lastExit,
      runningRevision: told.runningRevision || null,
    })
    // Not before it is stored: what failed is told again.
    sequences.set(told.gameServerId, told.sequence)
    changedAt.set(told.gameServerId, told.changedAtMs)
    changes.announce({
      kind: 'game-server-state',
      gameServerId: told.gameServerId,
      state,
      reason,
      changedAtMs: told.changedAtMs,
      exitCode: lastExit?.exit_code ?? null,
      isNews,
    })
  }

  return {
    async receive(told) {
      if (told.sequence <= (sequences.get(told.gameServerId) ?? -1)) return
      // A remark about a state is no new state.
      await apply(told, changedAt.get(told.gameServerId) !== told.changedAtMs)
    },
    async reconcile(told) {
      const known = await store.stateTimes(told.map(state => state.gameServerId))
      for (const state of told) await apply(state, known.get(state.gameServerId) !== state.changedAtMs)
    },
    forget(gameServerId) {
      sequences.delete(gameServerId)
      changedAt.delete(gameServerId)
    },
  }
}

/** A node's word is bounded here once more: patterns of templates are tried on these lines. */
function lastExitOf({ exitCode, signal, outOfMemory, lastLines }: GameServerState): LastExit | null {
  if (exitCode === undefined && signal === '' && lastLines.length === 0) return null
  const bounded = lastLines.slice(-lastLinesLimit).map(line => Buffer.from(line).subarray(0, lastLineBytes))
  return {
    exit_code: exitCode ?? null,
    signal: signal === '' ? null : signal,
    out_of_memory: outOfMemory,
    last_lines: bounded.map(plainString),
  }
}
