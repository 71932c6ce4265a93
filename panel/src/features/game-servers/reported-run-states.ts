// The run state of game servers as their nodes tell it: an older message never overwrites a newer one.

import { lastLineBytes, lastLinesLimit } from '@rookery/contracts/crash-report.ts'
import type { GameServerState } from '@rookery/contracts/daemon/generated/link.ts'
import { type RunState, runStates } from '@rookery/contracts/run-states.ts'
import { plainString } from '@rookery/primitives/terminal-text.ts'
import type { Changes } from '../../platform/changes.ts'
import type { EventFeed } from '../event-feed/event-feed.ts'
import { eventsOfState } from '../event-feed/logic/events-of-reports.ts'
import { factsOf } from '../tasks/install-failure-rules.ts'
import type { GameServersStore } from './game-servers-store.ts'
import type { RememberReady } from './ready-settings.ts'
import type { LastExit } from './stored-game-server.ts'

export interface ReportedRunStates {
  receive(reported: GameServerState): Promise<void>
  /** What a node told when it connected is the truth, whatever was counted before. */
  reconcile(reported: GameServerState[]): Promise<void>
  forget(gameServerId: number): void
}

export function createReportedRunStates(
  store: GameServersStore,
  changes: Changes,
  rememberReady: RememberReady,
  eventFeed: Pick<EventFeed, 'write'>,
): ReportedRunStates {
  const sequences = new Map<number, number>()
  const changedAt = new Map<number, number>()

  async function apply(reported: GameServerState, isNews: boolean): Promise<void> {
    const state = runStates.find(known => known === reported.state)
    if (!state) return
    const lastExit = lastExitOf(reported)
    const reason = reported.reason === '' ? null : reported.reason
    const { gameServerId, changedAtMs } = reported
    const news = { gameServerId, state, reason, changedAtMs, lastExit }
    await store.setState(
      gameServerId,
      {
        state: state satisfies RunState,
        reason,
        changedAtMs,
        installed: reported.installed,
        lastExit,
        installFailure: reported.installFailure ? factsOf(reported.installFailure) : null,
        runningRevision: reported.runningRevision || null,
      },
      isNews ? transaction => eventFeed.write(transaction, ...eventsOfState(news)) : undefined,
    )
    if (state === 'running') await rememberReady(reported)
    // Not before it is stored: what failed is told again.
    sequences.set(reported.gameServerId, reported.sequence)
    changedAt.set(reported.gameServerId, reported.changedAtMs)
    changes.announce({
      kind: 'game-server-state',
      gameServerId: reported.gameServerId,
      state,
      reason,
      changedAtMs: reported.changedAtMs,
      exitCode: lastExit?.exit_code ?? null,
      isNews,
    })
  }

  return {
    async receive(reported) {
      if (reported.sequence <= (sequences.get(reported.gameServerId) ?? -1)) return
      // A remark about a state is no new state.
      await apply(reported, changedAt.get(reported.gameServerId) !== reported.changedAtMs)
    },
    async reconcile(reported) {
      const known = await store.stateTimes(reported.map(state => state.gameServerId))
      for (const state of reported) await apply(state, known.get(state.gameServerId) !== state.changedAtMs)
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
