// What the panel says and asks, and which feature it is for: every message of the daemon link, in one list.

import { nodeCapabilities } from '@rookery/contracts/daemon/capabilities.ts'
import type { ConsoleInput, NodeFacts } from '@rookery/contracts/daemon/generated/link.ts'
import { playerActions } from '@rookery/contracts/players.ts'
import type { Backups } from './features/backups/backups.ts'
import { ConsoleRefused, type Consoles } from './features/console/console.ts'
import { serveAttach } from './features/console/serve-attach.ts'
import { sendConsole } from './features/console/watch-console.ts'
import type { ServeFileWork } from './features/files/serve-file-work.ts'
import type { GameServers } from './features/game-servers/game-servers.ts'
import type { MetricsHistory } from './features/metrics/history/history.ts'
import type { Metrics } from './features/metrics/metrics.ts'
import { isSmallUsage, isSmallWatch, sendMetrics, sendUsage } from './features/metrics/watch-metrics.ts'
import type { PlayerCounts } from './features/players/player-counts.ts'
import type { Players } from './features/players/players.ts'
import { findFreePorts } from './features/ports/find-free-ports.ts'
import type { Query } from './features/query/query.ts'
import type { Rcon } from './features/rcon/rcon.ts'
import { fittingAnswer } from './features/schedules/logic/run-answer.ts'
import type { Schedules } from './features/schedules/schedules.ts'
import type { Sftp } from './features/sftp/sftp.ts'
import type { Tasks } from './features/tasks/tasks.ts'
import type { Upgrades } from './features/upgrade/upgrade.ts'
import type { Log } from './platform/log.ts'
import { type LinkHooks, LinkRefusal } from './platform/panel-link/link-hooks.ts'

const historyOffMessage =
  'this node stores no history of metrics: set metrics.history to true in its daemon.yaml and restart its daemon'
/** An answer on Control stays small. */
const logLinesLimit = 1_000

export interface LinkedFeatures {
  consoles: Consoles
  gameServers: GameServers
  rcon: Rcon
  query: Query
  players: Players
  playerCounts: PlayerCounts
  tasks: Tasks
  schedules: Schedules
  metrics: Metrics
  /** Null: this node stores none. */
  history: MetricsHistory | null
  backups: Pick<Backups, 'serve' | 'acknowledge' | 'repeatReports'>
  serveFileWork: ServeFileWork
  /** Begins and ends with each transfer of many bytes. */
  fileTransfers: { count: number }
  upgrades: Upgrades
  sftp: Sftp
  readFacts: () => NodeFacts
  /** The end of the log, oldest first. */
  recentLogLines: (count: number) => string[]
  log: Log
}

export function createPanelLinkHooks(features: LinkedFeatures): LinkHooks {
  const { consoles, gameServers, rcon, query, players, tasks, schedules, metrics, sftp, log } = features
  return {
    describe: () => ({
      facts: features.readFacts(),
      gameServers: gameServers.states(),
      tasks: tasks.updates(),
      highestGameServerId: gameServers.highestNumber(),
      installation: features.upgrades.describe(),
      capabilities: [...nodeCapabilities],
    }),
    async welcomed(wanted, removed = []) {
      await gameServers.takeWelcome(wanted, removed)
      schedules.check()
      tasks.repeatOutput()
      features.backups.repeatReports()
    },
    async received(said) {
      const message = isOfDefinition(said) ? said : withOwnNumber(gameServers, said)
      switch (message.$case) {
        case 'putGameServer':
          await gameServers.put(message.value)
          return schedules.check()
        case 'removeGameServer':
          gameServers.removeNamed(message.value)
          return schedules.check()
        case 'runTask':
          return tasks.run(message.value)
        case 'cancelTask':
          return tasks.cancel(message.value)
        case 'taskUpdateKnown':
          return tasks.acknowledge(message.value)
        case 'backupReportKnown':
          return features.backups.acknowledge(message.value)
        case 'sftpRightsChanged':
          return sftp.rightsChanged(message.value.userId)
      }
    },
    refuseLate: value => tasks.refuseLate(withOwnNumber(gameServers, { $case: 'runTask', value }).value),
    async answer(asked) {
      const { $case, value } = withOwnNumber(gameServers, asked)
      switch ($case) {
        case 'consoleInput':
          return typeLine(consoles, value)
        case 'findFreePorts':
          return findFreePorts(value)
        case 'readLog':
          return { logLines: features.recentLogLines(Math.min(value.lines, logLinesLimit)) }
        case 'rconCommand':
          return { output: await rcon.send(value.gameServerId, value.command) }
        case 'queryGame':
          return { json: JSON.stringify((await query.ask(value.gameServerId)).query) }
        case 'listPlayers':
          return { json: JSON.stringify(await players.list(value.gameServerId)) }
        case 'listRecentPlayers':
          return { json: JSON.stringify(players.recent(value.gameServerId)) }
        case 'listPlayerBans':
          return { json: JSON.stringify(await players.bans(value.gameServerId)) }
        case 'commandPlayer': {
          const { gameServerId, player, text } = value
          const action = requirePlayerAction(value.action)
          return { output: await players.command(gameServerId, { action, player, text }) }
        }
        case 'readScheduleRuns': {
          const runs = schedules.lastRuns(value.gameServerId, value.scheduleId, value.limit)
          return { json: JSON.stringify(fittingAnswer(runs)) }
        }
        case 'runSchedule':
          return { json: JSON.stringify(schedules.runNow(value.gameServerId, value.scheduleId)) }
        case 'cancelScheduleRun':
          schedules.cancelRun(value.gameServerId, value.scheduleId, value.runId)
          return { json: '{}' }
        case 'listUnknownGameServers':
          return { json: JSON.stringify(await gameServers.unknown()) }
      }
    },
    async transfer(asked, transfer) {
      const { $case, value } = withOwnNumber(gameServers, asked)
      switch ($case) {
        case 'watchConsole':
          return sendConsole(consoles, value, transfer)
        case 'watchMetrics':
          return sendMetrics(metrics, value, transfer)
        case 'watchUsage':
          return sendUsage(
            {
              metrics,
              players: features.playerCounts,
              panelIdOf: id => gameServers.get(id)?.record.panelId ?? null,
            },
            value,
            transfer,
          )
        case 'readHistory':
          if (!features.history) throw new LinkRefusal('history_off', historyOffMessage)
          return features.history.send(value, transfer)
        case 'attach':
          return serveAttach(consoles, value, transfer)
        case 'fileWork':
          return countedWhile(features.fileTransfers, value.byBytesLine, () =>
            features.serveFileWork(value, transfer),
          )
        case 'backupWork':
          return countedWhile(features.fileTransfers, value.byBytesLine, () =>
            features.backups.serve(value, transfer),
          )
        case 'upgradeDaemon':
          return features.upgrades.serve(value, transfer)
      }
    },
    isSmall(asked) {
      const { $case, value } = withOwnNumber(gameServers, asked)
      if ($case === 'watchMetrics') return isSmallWatch(metrics, value)
      return $case === 'watchUsage' && isSmallUsage(metrics)
    },
    settings: settings => sftp.apply(settings),
    presence(connected, reason) {
      log.info({ connected }, reason)
      if (!connected) return
      features.upgrades
        .online()
        .catch(error => log.error({ err: error }, 'what an upgrade left could not be removed'))
    },
  }
}

async function countedWhile(
  counter: { count: number },
  isCounted: boolean,
  work: () => Promise<void>,
): Promise<void> {
  counter.count += isCounted ? 1 : 0
  try {
    await work()
  } finally {
    counter.count -= isCounted ? 1 : 0
  }
}

/** What the panel says about one of its game servers, with this node's own number in the place of the panel's. */
function withOwnNumber<Body extends { value: object }>(
  gameServers: Pick<GameServers, 'numberOf'>,
  body: Body,
): Body {
  const { value } = body
  const isOfGameServer = 'gameServerId' in value && typeof value.gameServerId === 'number'
  // Nothing but the node itself has the number 0.
  if (!isOfGameServer || value.gameServerId === 0) return body
  return { ...body, value: { ...value, gameServerId: gameServers.numberOf(value.gameServerId as number) } }
}

/** These name a game server as the panel does: it may not have a number here yet. */
function isOfDefinition({ $case }: { $case: string }): boolean {
  return $case === 'putGameServer' || $case === 'removeGameServer'
}

async function typeLine(
  consoles: Consoles,
  { gameServerId, line }: ConsoleInput,
): Promise<Record<string, never>> {
  try {
    await consoles.type(gameServerId, line)
    return {}
  } catch (error) {
    throw error instanceof ConsoleRefused ? new LinkRefusal(error.code, error.message) : error
  }
}

function requirePlayerAction(action: string): (typeof playerActions)[number] {
  const known = playerActions.find(name => name === action)
  if (!known) throw new LinkRefusal('unavailable', `this daemon does not know how to ${action}: update it`)
  return known
}
