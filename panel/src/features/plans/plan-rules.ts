// What a plan allows: which of several counts, what a game server asks of it, and what of that it does not have.

import {
  enforcesPlan,
  type PlanAmounts,
  type PlanItem,
  type PlanLimits,
  type PlanShortage,
  planItems,
} from '@rookery/contracts/plan-items.ts'

export interface Plan {
  id: number
  name: string
  limits: PlanLimits
  /** Null: all. */
  templateIds: readonly number[] | null
  nodeIds: readonly number[] | null
  countedOnly: boolean
}

type NamedRole = { id: number; name: string }

/** What counts for a person. */
export interface Bounds extends Pick<Plan, 'limits' | 'templateIds' | 'nodeIds' | 'countedOnly'> {
  plans: readonly { id: number; name: string; role: NamedRole | null }[]
}

/** The one given by hand; otherwise those of roles, without an order or rank: of each limit the largest counts. */
export function boundsOf(
  byHand: Plan | null,
  ofRoles: readonly { plan: Plan; role: NamedRole }[],
): Bounds | null {
  const held = byHand ? [{ plan: byHand, role: null }] : ofRoles
  if (held.length === 0) return null
  const plans = held.map(({ plan }) => plan)
  const limits = planItems.map(item => [item, largest(plans.map(plan => plan.limits[item]))])
  return {
    plans: held.map(({ plan: { id, name }, role }) => ({ id, name, role })),
    limits: Object.fromEntries(limits) as PlanLimits,
    templateIds: allOf(plans.map(({ templateIds }) => templateIds)),
    nodeIds: allOf(plans.map(({ nodeIds }) => nodeIds)),
    countedOnly: plans.some(({ countedOnly }) => countedOnly),
  }
}

function largest(limits: readonly (number | null)[]): number | null {
  return limits.reduce((one, other) => (one === null || other === null ? null : Math.max(one, other)))
}

function allOf(lists: readonly (readonly number[] | null)[]): number[] | null {
  const known = lists.flatMap(list => list ?? [])
  return lists.includes(null) ? null : [...new Set(known)]
}

export const isAmong = (ids: readonly number[] | null, id: number): boolean =>
  ids === null || ids.includes(id)

/** What a plan may bound of one game server. */
export interface ServerLimits {
  memoryLimitBytes: number | null
  cpuLimitPercent: number | null
  diskLimitBytes: number | null
}

export interface CountedServer extends ServerLimits {
  port: number
  queryPort: number | null
  rconPort: number | null
}

/** As the counter counts it: a limit that is not there is 0. */
export function amountsOf(server: CountedServer): PlanAmounts {
  const { port, queryPort, rconPort } = server
  return { ...noAmounts, servers: 1, ...sumsOf(server), ports: numberOfPorts([port, queryPort, rconPort]) }
}

const numberOfPorts = (ports: readonly (number | null)[]) => new Set(ports.filter(port => port !== null)).size

const sumsOf = ({ memoryLimitBytes, cpuLimitPercent, diskLimitBytes }: ServerLimits) => ({
  memory_bytes: memoryLimitBytes ?? 0,
  cpu_percent: cpuLimitPercent ?? 0,
  disk_bytes: diskLimitBytes ?? 0,
})

export const noAmounts: PlanAmounts = {
  ...{ servers: 0, memory_bytes: 0, cpu_percent: 0, disk_bytes: 0 },
  ...{ backups: 0, databases: 0, ports: 0 },
}

/** What a change of limits asks for beyond what was there; less is never refused. */
export function addedLimits(before: ServerLimits, after: ServerLimits): PlanAmounts {
  const [old, wanted] = [sumsOf(before), sumsOf(after)]
  return {
    ...noAmounts,
    memory_bytes: wanted.memory_bytes - old.memory_bytes,
    cpu_percent: wanted.cpu_percent - old.cpu_percent,
    disk_bytes: wanted.disk_bytes - old.disk_bytes,
  }
}

/** What is asked for and not left; `used` is without it. What asks for nothing is not refused where a plan is over. */
export function shortagesOf(limits: PlanLimits, used: PlanAmounts, asked: PlanAmounts): PlanShortage[] {
  return planItems.flatMap(item => {
    const limit = limits[item]
    if (limit === null || asked[item] <= 0 || used[item] + asked[item] <= limit) return []
    return { item, limit, used: used[item], asked: asked[item], left: Math.max(0, limit - used[item]) }
  })
}

const names: Record<PlanItem, string> = {
  servers: 'servers',
  memory_bytes: 'memory',
  cpu_percent: 'CPU',
  disk_bytes: 'disk space',
  backups: 'backups',
  databases: 'databases',
  ports: 'ports',
}

export function shortageMessage(shortages: readonly PlanShortage[]): string {
  const each = shortages.map(({ item, limit, used, asked, left }) => {
    const text = (amount: number) => amountText(item, amount)
    return `${names[item]}: ${text(used)} of ${text(limit)} used, ${text(asked)} asked for, ${text(left)} left`
  })
  return `this does not fit into the plan. ${each.join('; ')}`
}

const mebibyte = 1024 ** 2

function amountText(item: PlanItem, amount: number): string {
  if (item === 'cpu_percent') return `${amount} %`
  if (item !== 'memory_bytes' && item !== 'disk_bytes') return String(amount)
  const [size, unit] = amount >= 1024 * mebibyte ? [1024 * mebibyte, 'GiB'] : [mebibyte, 'MiB']
  return `${Math.round((amount / size) * 100) / 100} ${unit}`
}

const limitFields = {
  memory_limit_bytes: ['memory_bytes', 'memoryLimitBytes'],
  cpu_limit_percent: ['cpu_percent', 'cpuLimitPercent'],
  disk_limit_bytes: ['disk_bytes', 'diskLimitBytes'],
} as const

/** The field of a game server that asks for it; undefined: it has none. */
export const fieldOfItem = (item: PlanItem): string | undefined =>
  Object.entries(limitFields).find(([, [own]]) => own === item)?.[0]

type Problems = Record<string, string[]>

/** Limits that the plan needs and that are not there, by field. */
export function missingLimits({ limits }: Pick<Bounds, 'limits'>, server: ServerLimits): Problems {
  const problems = Object.entries(limitFields).flatMap(([field, [item, name]]) =>
    limits[item] === null || server[name] !== null
      ? []
      : [
          [
            field,
            [`is required: the plan has a limit for ${names[item]}, so every server within it has one`],
          ],
        ],
  )
  return Object.fromEntries(problems) as Problems
}

interface PlacedServer extends ServerLimits {
  nodeId: number
  templateId: number
  processManager: string
}

/** Why a plan has no such game server at all, by field; how much of it is left is another question. */
export function newServerProblems(bounds: Bounds, server: PlacedServer): Problems {
  const { templateIds, nodeIds } = bounds
  return {
    ...(!isAmong(templateIds, server.templateId) && { template_id: ['is not in your plan'] }),
    ...(!isAmong(nodeIds, server.nodeId) && { node_id: ['is not in your plan'] }),
    ...enforcementProblems(bounds, server),
    ...missingLimits(bounds, server),
  }
}

/** A limit that nobody holds to bounds nothing. */
export function enforcementProblems(
  bounds: Bounds,
  { processManager }: { processManager: string },
): Problems {
  if (enforcesPlan(processManager, bounds)) return {}
  const message = `${processManager} cannot enforce the limits of your plan: the server needs docker, podman or systemd`
  return { process_manager: [message] }
}
