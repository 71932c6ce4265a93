// Gathers what the live channel brought within one frame: of each thing only the newest word counts.

import type {
  EventMessage,
  GameServerEvent,
  NodeEvent,
  NodeInstallEvent,
  NodeUpgradeEvent,
  PlayersEvent,
  TaskEvent,
  UsageEvent,
  UsageHistoryEvent,
} from '@rookery/contracts/websocket/events.ts'

export interface GatheredEvents {
  gameServers: Map<number, GameServerEvent['payload']>
  tasks: Map<number, TaskEvent['payload']>
  nodes: Map<number, NodeEvent['payload']>
  /** In their order: each is a step further. */
  installs: NodeInstallEvent['payload'][]
  upgrades: Map<number, NodeUpgradeEvent['payload']>
  usage: UsageEvent['payload'][]
  usageHistories: UsageHistoryEvent['payload'][]
  players: PlayersEvent['payload'][]
  hasActivity: boolean
  hasSettings: boolean
  hasBackups: boolean
  hasPanelBackup: boolean
}

export function gatherEvents(messages: readonly EventMessage[]): GatheredEvents {
  const gathered: GatheredEvents = {
    gameServers: new Map(),
    tasks: new Map(),
    nodes: new Map(),
    installs: [],
    upgrades: new Map(),
    usage: [],
    usageHistories: [],
    players: [],
    hasActivity: false,
    hasSettings: false,
    hasBackups: false,
    hasPanelBackup: false,
  }
  for (const message of messages) {
    if (message.type === 'event.usage') gathered.usage.push(message.payload)
    else if (message.type === 'event.usage-history') gathered.usageHistories.push(message.payload)
    else if (message.type === 'event.players') gathered.players.push(message.payload)
    else if (message.type === 'event.server') addGameServer(gathered.gameServers, message.payload)
    else if (message.type === 'event.task') gathered.tasks.set(message.payload.id, message.payload)
    else if (message.type === 'event.node') gathered.nodes.set(message.payload.id, message.payload)
    else if (message.type === 'event.node-install') gathered.installs.push(message.payload)
    else if (message.type === 'event.node-upgrade') gathered.upgrades.set(message.payload.id, message.payload)
    else if (message.type === 'event.activity') gathered.hasActivity = true
    else if (message.type === 'event.settings') gathered.hasSettings = true
    else if (message.type === 'event.backups') gathered.hasBackups = true
    else if (message.type === 'event.panel-backup') gathered.hasPanelBackup = true
  }
  return gathered
}

/** That a suspension has changed is told once, and not lost to the next state. */
function addGameServer(gathered: GatheredEvents['gameServers'], event: GameServerEvent['payload']): void {
  const before = gathered.get(event.id)
  const isChanged = before && 'suspension_changed' in before && !('removed' in event)
  gathered.set(event.id, isChanged ? { ...event, suspension_changed: true } : event)
}
