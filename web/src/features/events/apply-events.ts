// Writes one frame's worth of facts into everything that is cached, each list once.

import { listActivity, listGameServerActivity } from '@rookery/contracts/http/activity.ts'
import { readUploadRules } from '@rookery/contracts/http/files.ts'
import {
  type GameServerDetail,
  listGameServers,
  readGameServer,
  readOwnAbilities,
} from '@rookery/contracts/http/game-servers.ts'
import { listNodes, readNode } from '@rookery/contracts/http/nodes.ts'
import { readPanelSettings } from '@rookery/contracts/http/panel-settings.ts'
import { readPower } from '@rookery/contracts/http/power.ts'
import { listTasks, readTask } from '@rookery/contracts/http/tasks.ts'
import type { EventMessage } from '@rookery/contracts/websocket/events.ts'
import type { QueryClient } from '@tanstack/react-query'
import { installProgress } from '../../parts/nodes/install-progress.ts'
import { taskUpdates } from '../../parts/tasks/task-updates.ts'
import { nodeUsageStore } from '../../parts/usage/node-usage-store.ts'
import { playerCountStore } from '../../parts/usage/player-count-store.ts'
import { usageStore } from '../../parts/usage/usage-store.ts'
import type { Page } from '../../platform/api-client.ts'
import { keyOf } from '../../platform/api-queries.ts'
import type { ExpectLateAnswers } from './late-answers.ts'
import {
  gameServersAfter,
  withGameServerEvent,
  withNodeEvent,
  withNodePresence,
  withNodeUpgrade,
  withTaskEvent,
} from './logic/apply-event.ts'
import { type GatheredEvents, gatherEvents } from './logic/gather-events.ts'
import type { AskAgain } from './refetch.ts'

type Endpoint = Parameters<typeof keyOf>[0]
type ServerRow = Parameters<typeof gameServersAfter>[0][number]
type TaskRow = Parameters<typeof withTaskEvent>[0]
type NodeRow = Parameters<typeof withNodeEvent>[0]

interface Asking {
  askAgain: AskAgain
  expectLate: ExpectLateAnswers
}

/** What the channel keeps true. */
export const liveEndpoints: Endpoint[] = [
  listGameServers,
  readGameServer,
  listNodes,
  readNode,
  listTasks,
  readTask,
  listActivity,
  listGameServerActivity,
]

/** By their paths: what describes them is loaded with the page that shows them. */
const backupPaths = [
  '/api/servers/{server}/backups',
  '/api/servers/{server}/backups/state',
  '/api/backups/attention',
]
const panelBackupPath = '/api/panel-backup'

/** Changes every cached page of a list. */
function changeLists<Item>(
  queryClient: QueryClient,
  endpoint: Endpoint,
  change: (items: Item[]) => Item[],
): void {
  queryClient.setQueriesData<Page<Item>>({ queryKey: keyOf(endpoint) }, page =>
    page ? { ...page, items: change(page.items) } : page,
  )
}

/** Every item of every cached page of a list. */
const heldOf = <Item>(queryClient: QueryClient, endpoint: Endpoint): Item[] =>
  queryClient
    .getQueriesData<Page<Item>>({ queryKey: keyOf(endpoint) })
    .flatMap(([, page]) => page?.items ?? [])

function applyGameServers(
  queryClient: QueryClient,
  { askAgain, expectLate }: Asking,
  { gameServers }: GatheredEvents,
): void {
  if (gameServers.size === 0) return
  for (const endpoint of [listGameServers, readGameServer]) expectLate(keyOf(endpoint))
  const held = new Set(heldOf<ServerRow>(queryClient, listGameServers).map(({ id }) => id))
  const isNew = [...gameServers.values()].some(event => !('removed' in event) && !held.has(event.id))
  changeLists<ServerRow>(queryClient, listGameServers, rows => gameServersAfter(rows, gameServers))
  queryClient.setQueriesData<ServerRow>({ queryKey: keyOf(readGameServer) }, row =>
    row ? withGameServerEvent(row, gameServers) : row,
  )
  if (isNew) askAgain(keyOf(listGameServers))
  // The event is short: why it is down, or no longer is, comes with the game server itself.
  const isReported = [...gameServers.values()].some(
    event => 'state' in event && (event.state === 'crashed' || event.state === 'install_failed'),
  )
  const isCured = queryClient
    .getQueriesData<GameServerDetail>({ queryKey: keyOf(readGameServer) })
    .some(([, detail]) => detail?.install_failure && gameServers.has(detail.id))
  const isSuspensionNew = [...gameServers.values()].some(event => 'suspension_changed' in event)
  if (isReported || isCured || isSuspensionNew) askAgain(keyOf(readGameServer))
  if (isSuspensionNew) for (const read of [listGameServers, readOwnAbilities]) askAgain(keyOf(read))
}

function applyTasks(
  queryClient: QueryClient,
  { askAgain, expectLate }: Asking,
  { tasks }: GatheredEvents,
): void {
  if (tasks.size === 0) return
  for (const endpoint of [listTasks, readTask]) expectLate(keyOf(endpoint))
  const held = new Map(heldOf<TaskRow>(queryClient, listTasks).map(({ id, status }) => [id, status]))
  // The event is short: who, when and the exit code come with the task itself.
  const isUpdate = [...tasks.values()].some(event => held.get(event.id) !== event.status)
  changeLists<TaskRow>(queryClient, listTasks, rows => rows.map(row => withTaskEvent(row, tasks)))
  queryClient.setQueriesData<TaskRow>({ queryKey: keyOf(readTask) }, row =>
    row ? withTaskEvent(row, tasks) : row,
  )
  taskUpdates.take([...tasks.values()])
  // The event is short: what is planned comes with the game server itself.
  const power = [...tasks.values()].filter(({ kind }) => kind === 'stop' || kind === 'restart')
  if (power.length > 0) {
    askAgain(keyOf(readGameServer))
    askAgain(keyOf(readPower))
    const mayBePlanned = power.some(({ status }) => status === 'waiting')
    const rows = heldOf<ServerRow>(queryClient, listGameServers)
    if (mayBePlanned || rows.some(({ planned }) => planned)) askAgain(keyOf(listGameServers))
  }
  if (!isUpdate) return
  askAgain(keyOf(listTasks))
  askAgain(keyOf(readTask))
}

function applyNodes(
  queryClient: QueryClient,
  { askAgain, expectLate }: Asking,
  { nodes }: GatheredEvents,
): void {
  if (nodes.size === 0) return
  for (const endpoint of [listNodes, readNode, listGameServers, readGameServer]) expectLate(keyOf(endpoint))
  changeLists<NodeRow>(queryClient, listNodes, rows => rows.map(row => withNodeEvent(row, nodes)))
  changeLists<ServerRow>(queryClient, listGameServers, rows => rows.map(row => withNodePresence(row, nodes)))
  queryClient.setQueriesData<ServerRow>({ queryKey: keyOf(readGameServer) }, row =>
    row ? withNodePresence(row, nodes) : row,
  )
  askAgain(keyOf(listNodes))
  askAgain(keyOf(readNode))
}

function applyUpgrades(
  queryClient: QueryClient,
  { askAgain, expectLate }: Asking,
  { upgrades }: GatheredEvents,
): void {
  if (upgrades.size === 0) return
  for (const endpoint of [listNodes, readNode]) expectLate(keyOf(endpoint))
  changeLists<NodeRow>(queryClient, listNodes, rows => rows.map(row => withNodeUpgrade(row, upgrades)))
  queryClient.setQueriesData<NodeRow>({ queryKey: keyOf(readNode) }, row =>
    row ? withNodeUpgrade(row, upgrades) : row,
  )
  if ([...upgrades.values()].every(({ running }) => running)) return
  // It is over: the version comes with the node itself.
  askAgain(keyOf(listNodes))
  askAgain(keyOf(readNode))
}

export function applyEvents(
  queryClient: QueryClient,
  asking: Asking,
  messages: readonly EventMessage[],
  nowMs: number,
): void {
  const gathered = gatherEvents(messages)
  applyGameServers(queryClient, asking, gathered)
  applyTasks(queryClient, asking, gathered)
  applyNodes(queryClient, asking, gathered)
  applyUpgrades(queryClient, asking, gathered)
  installProgress.take(gathered.installs)
  if (gathered.installs.some(({ step }) => step === 'enrolled')) asking.askAgain(keyOf(listNodes))
  if (gathered.hasActivity) {
    asking.askAgain(keyOf(listActivity))
    asking.askAgain(keyOf(listGameServerActivity))
  }
  if (gathered.hasSettings) {
    asking.askAgain(keyOf(readPanelSettings))
    asking.askAgain(keyOf(readUploadRules))
  }
  if (gathered.hasBackups) for (const path of backupPaths) asking.askAgain([path])
  if (gathered.hasPanelBackup) asking.askAgain([panelBackupPath])
  for (const history of gathered.usageHistories) usageStore.takeHistory(history, nowMs)
  for (const usage of gathered.usage) {
    usageStore.take(usage, nowMs)
    nodeUsageStore.take(usage.nodes ?? [])
  }
  for (const counts of gathered.players) playerCountStore.take(counts)
}
