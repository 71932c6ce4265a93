// What needs a person, most urgent first: nodes that are away, servers that crashed or failed to install, nodes that are
// overloaded, nearly full or about to lose their certificate, nodes that wait for their first connection, the panel's own
// backup, servers whose backups fail, and those that nobody has backed up lately.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import type { PanelBackup } from '@rookery/contracts/http/panel-backup.ts'
import type { Webhook } from '@rookery/contracts/http/webhooks.ts'
import type { NodeUsageRow } from '@rookery/contracts/websocket/events.ts'

type Named = Pick<Node, 'id' | 'name'>

/** Without a backup from the last seven days, although there is a storage for them. */
interface OverdueBackups {
  servers: readonly { id: number; name: string }[]
  total: number
}

interface BackupAttention extends OverdueBackups {
  failing?: readonly { id: number; name: string; problem: string }[]
  failing_total?: number
}

export type Attention =
  | { kind: 'node'; node: Pick<Node, 'id' | 'name' | 'last_seen_at'>; gameServers: number }
  | { kind: 'gameServer'; gameServer: GameServer }
  | {
      kind: 'gameServers'
      state: 'crashed' | 'install_failed'
      /** Of all of them; null: nobody knows it. */
      reason: string | null
      gameServers: readonly GameServer[]
    }
  | { kind: 'overloaded'; node: Named; by: 'cpu' | 'memory'; percent: number }
  | { kind: 'diskFull'; node: Named; percent: number; freeBytes: number | null }
  | { kind: 'certificate'; node: Named; daysLeft: number }
  | { kind: 'panelCertificate'; daysLeft: number }
  | { kind: 'newNode'; node: Named }
  | { kind: 'panelBackup'; trouble: NonNullable<PanelBackup['trouble']>; lastGoodAt: string | null }
  | { kind: 'webhook'; webhook: { id: number; name: string } }
  | { kind: 'failedBackups'; servers: NonNullable<BackupAttention['failing']>; total: number }
  | ({ kind: 'backups' } & OverdueBackups)

/** A load that lasts five minutes, not the start of a game. */
const overloadedPercent = { cpu: 90, memory: 95 }
const diskFullPercent = 90
const certificateDays = 10
const dayMs = 86_400_000

export interface AttentionInput {
  gameServers: readonly GameServer[]
  nodes: readonly Node[]
  usage: ReadonlyMap<number, NodeUsageRow>
  /** Of the panel's own HTTPS certificate; null: it has none, or this person may not know. */
  panelCertificateEnd: string | null
  backups?: BackupAttention | undefined
  /** For administrators. */
  panelBackup?: Pick<PanelBackup, 'trouble' | 'last_good_at'> | undefined
  /** For administrators. */
  webhooks?: readonly Pick<Webhook, 'id' | 'name' | 'disabled_reason'>[] | undefined
  nowMs: number
}

/** More than these are found in the list of servers. */
/** A phone shows the first of them above the servers. */
const visibleAtOnce = { wide: 6, narrow: 3 }

/** How many rows are seen; a button for a single one more would take its place. */
export function visibleRows(
  count: number,
  { isNarrow, isWhole }: { isNarrow: boolean; isWhole: boolean },
): number {
  const atOnce = isNarrow ? visibleAtOnce.narrow : visibleAtOnce.wide
  return Math.min(count, isWhole || count === atOnce + 1 ? attentionLimit : atOnce)
}

export const attentionLimit = 30

/** From so many on, servers with the same trouble are one line. */
const groupFrom = 6

/** Of many servers in trouble the newest; the others come last, so that they hide nothing else. */
const firstFallen = 3

export function attentionList(input: AttentionInput): Attention[] {
  const { gameServers, nodes, usage, panelCertificateEnd, backups, panelBackup, webhooks = [], nowMs } = input
  const away = nodes
    .filter(node => node.enabled && node.enrolled && !node.online)
    .map(node => ({
      kind: 'node' as const,
      node,
      gameServers: gameServers.filter(gameServer => gameServer.node_id === node.id).length,
    }))
    .sort((one, other) => other.gameServers - one.gameServers)
  // The last known state of a server on such a node says nothing: the node itself is the matter.
  const fallen = gameServers
    .filter(({ state, node_online }) => node_online && (state === 'crashed' || state === 'install_failed'))
    .sort((one, other) => Date.parse(other.state_changed_at) - Date.parse(one.state_changed_at))
  const inTrouble = grouped(fallen)
  const strained = nodes.filter(node => node.online).flatMap(node => strainOf(node, usage.get(node.id)))
  const expiring = nodes
    .filter(node => node.enabled && node.enrolled)
    .flatMap(node =>
      daysLeftOf(node.certificate_expires_at, nowMs).map(daysLeft => ({
        kind: 'certificate' as const,
        node,
        daysLeft,
      })),
    )
  const ofPanel = daysLeftOf(panelCertificateEnd, nowMs).map(daysLeft => ({
    kind: 'panelCertificate' as const,
    daysLeft,
  }))
  const neverConnected = nodes
    .filter(node => node.enabled && !node.enrolled)
    .map(node => ({ kind: 'newNode' as const, node }))
  const { servers = [], total = 0, failing = [], failing_total = 0 } = backups ?? {}
  const overdue = total > 0 ? [{ kind: 'backups' as const, servers, total }] : []
  const failed =
    failing_total > 0 ? [{ kind: 'failedBackups' as const, servers: failing, total: failing_total }] : []
  const ofPanelBackup = panelBackup?.trouble
    ? [
        {
          ...{ kind: 'panelBackup' as const, trouble: panelBackup.trouble },
          lastGoodAt: panelBackup.last_good_at,
        },
      ]
    : []
  const deaf = webhooks
    .filter(({ disabled_reason }) => disabled_reason === 'failing')
    .map(({ id, name }) => ({ kind: 'webhook' as const, webhook: { id, name } }))
  return [
    ...away,
    ...inTrouble.slice(0, firstFallen),
    ...strained,
    ...ofPanelBackup,
    ...failed,
    ...ofPanel,
    ...expiring,
    ...neverConnected,
    ...deaf,
    ...overdue,
    ...inTrouble.slice(firstFallen),
  ]
}

/** Each group stands where the newest of it would. */
function grouped(fallen: readonly GameServer[]): Attention[] {
  const groups = Map.groupBy(fallen, ({ state, state_reason }) => `${state} ${state_reason ?? ''}`)
  return [...groups.values()].flatMap((gameServers): Attention[] => {
    const [first] = gameServers
    if (!first || gameServers.length < groupFrom)
      return gameServers.map(gameServer => ({ kind: 'gameServer', gameServer }))
    const state = first.state === 'crashed' ? 'crashed' : 'install_failed'
    return [{ kind: 'gameServers', state, reason: first.state_reason, gameServers }]
  })
}

/** A full disk comes first: games lose what they cannot save. */
function strainOf(node: Named, usage: NodeUsageRow | undefined): Attention[] {
  if (!usage) return []
  const { disk_percent: disk, cpu_percent_lately: cpu, memory_percent_lately: memory } = usage
  const found: Attention[] = []
  if (disk !== null && disk >= diskFullPercent) {
    const { disk_bytes: used, disk_total_bytes: total } = usage
    const freeBytes = used === null || total === null ? null : Math.max(0, total - used)
    found.push({ kind: 'diskFull', node, percent: disk, freeBytes })
  }
  if (memory !== null && memory >= overloadedPercent.memory)
    found.push({ kind: 'overloaded', node, by: 'memory', percent: memory })
  else if (cpu !== null && cpu >= overloadedPercent.cpu)
    found.push({ kind: 'overloaded', node, by: 'cpu', percent: cpu })
  return found
}

/** Nothing while it is more than ten days, or not known. */
function daysLeftOf(expiresAt: string | null | undefined, nowMs: number): number[] {
  if (!expiresAt) return []
  const leftMs = Date.parse(expiresAt) - nowMs
  return leftMs < certificateDays * dayMs ? [Math.max(0, Math.ceil(leftMs / dayMs))] : []
}
