// Which nodes have room for a game server, which of them is best, and why the others are not.

import type { CandidateNode, MisfitCode } from '@rookery/contracts/http/placement.ts'
import type { NodeCapacity, PlacementState } from '@rookery/contracts/node-placement.ts'

/** What a game server takes, or a node has. */
export interface Amounts<Amount = number> {
  memory: Amount
  cpu: Amount
  disk: Amount
}

const items = ['memory', 'cpu', 'disk'] as const
type Item = (typeof items)[number]

export interface Candidate {
  id: number
  name: string
  isJoined: boolean
  isEnabled: boolean
  isOnline: boolean
  placement: PlacementState
  location: string | null
  tags: readonly string[]
  capacity: NodeCapacity
  runtimes: readonly string[]
  /** Of the machine; null: it has not said. */
  total: Amounts<number | null>
  /** To the game servers that are there or were deleted there. */
  promised: Amounts
  gameServers: number
}

export interface Wish {
  location: string | null
  tags: readonly string[]
  /** Ways of which the node must have one. */
  processManagers: readonly string[]
  amounts: Amounts
  /** Those of a plan; null: any. */
  nodeIds: readonly number[] | null
}

export interface Judged {
  candidate: Candidate
  left: Amounts<number | null>
  misfits: { code: MisfitCode; message: string }[]
}

const reserveOf: Record<Item, keyof NodeCapacity['reserve']> = {
  memory: 'memory_bytes',
  cpu: 'cpu_percent',
  disk: 'disk_bytes',
}

/** What may be promised in all; null: nobody knows what the machine has. */
function promisable({ total, capacity }: Pick<Candidate, 'total' | 'capacity'>, item: Item): number | null {
  const has = total[item]
  if (has === null) return null
  return Math.floor((has * capacity.overcommit_percent[item]) / 100) - capacity.reserve[reserveOf[item]]
}

type Room = Pick<Candidate, 'total' | 'capacity' | 'promised'>

export function leftOf(room: Room): Amounts<number | null> {
  const left = (item: Item) => {
    const most = promisable(room, item)
    return most === null ? null : most - room.promised[item]
  }
  return { memory: left('memory'), cpu: left('cpu'), disk: left('disk') }
}

/** Nothing asked for always fits, however much is promised already. */
export function shortOf(left: Amounts<number | null>, asked: Amounts): Item[] {
  return items.filter(item => {
    const has = left[item]
    return asked[item] > 0 && has !== null && asked[item] > has
  })
}

/** Of a node on which what was asked for is already written. */
export const isOverfull = (left: Amounts<number | null>, asked: Amounts): boolean =>
  items.some(item => asked[item] > 0 && (left[item] ?? 0) < 0)

export function judge(candidate: Candidate, wish: Wish): Judged {
  const left = leftOf(candidate)
  const misfits: Judged['misfits'] = []
  const add = (code: MisfitCode, message: string) => void misfits.push({ code, message })
  if (wish.nodeIds && !wish.nodeIds.includes(candidate.id)) add('not_in_plan', 'is not in the plan')
  if (!candidate.isJoined) add('not_joined', 'has not joined yet')
  else if (!candidate.isEnabled) add('switched_off', 'is switched off')
  else if (!candidate.isOnline) add('away', 'is not connected')
  if (candidate.placement === 'closed') add('closed', 'is closed for new servers')
  if (candidate.placement === 'draining') add('draining', 'is being drained')
  if (wish.location !== null && candidate.location !== wish.location) {
    add('location', candidate.location === null ? 'has no location' : `is in ${candidate.location}`)
  }
  const missing = wish.tags.filter(tag => !candidate.tags.includes(tag))
  if (missing.length > 0)
    add('tags', `lacks the ${missing.length === 1 ? 'tag' : 'tags'} ${missing.join(', ')}`)
  if (candidate.isJoined && !wish.processManagers.some(name => candidate.runtimes.includes(name))) {
    add('process_manager', `has none of ${wish.processManagers.join(', ')}`)
  }
  for (const item of shortOf(left, wish.amounts))
    add(item, shortageText(item, left[item] ?? 0, wish.amounts[item]))
  return { candidate, left, misfits }
}

/** The share that stays of what is scarcest there, once the game server has come. */
function roomAfter({ candidate, left }: Judged, asked: Amounts): number {
  const shares = items.flatMap(item => {
    const most = promisable(candidate, item)
    const has = left[item]
    return most === null || has === null || most <= 0 ? [] : [(has - asked[item]) / most]
  })
  return shares.length === 0 ? 0 : Math.min(...shares)
}

/** Those that fit first, the one with most room before all; the others by name. */
export function ranked(judged: readonly Judged[], asked: Amounts): Judged[] {
  const byName = (one: Judged, next: Judged) =>
    one.candidate.name.localeCompare(next.candidate.name, 'en') || one.candidate.id - next.candidate.id
  const fitting = judged.filter(({ misfits }) => misfits.length === 0)
  const others = judged.filter(({ misfits }) => misfits.length > 0)
  const best = fitting.toSorted(
    (one, next) =>
      roomAfter(next, asked) - roomAfter(one, asked) ||
      one.candidate.gameServers - next.candidate.gameServers ||
      one.candidate.id - next.candidate.id,
  )
  return [...best, ...others.toSorted(byName)]
}

/** More would be read by nobody. */
const mostNamed = 5

export function noneFitsMessage(judged: readonly Judged[]): string {
  if (judged.length === 0) return 'there is no node yet: add one, then try again'
  const each = judged
    .slice(0, mostNamed)
    .map(
      ({ candidate, misfits }) => `${candidate.name} ${misfits.map(({ message }) => message).join(' and ')}`,
    )
  const more = judged.length > mostNamed ? [`and ${judged.length - mostNamed} more`] : []
  return `no node takes it: ${[...each, ...more].join('; ')}`
}

export const answerOf = ({ candidate, left, misfits }: Judged): CandidateNode => ({
  id: candidate.id,
  name: candidate.name,
  location: candidate.location,
  tags: [...candidate.tags],
  fits: misfits.length === 0,
  misfits,
  left: { memory_bytes: left.memory, cpu_percent: left.cpu, disk_bytes: left.disk },
})

const gibibyte = 1024 ** 3

function shortageText(item: Item, has: number, asked: number): string {
  const text = (amount: number) =>
    item === 'cpu' ? `${amount} %` : `${Math.round((Math.max(0, amount) / gibibyte) * 100) / 100} GiB`
  const name = { memory: 'memory', cpu: 'CPU', disk: 'disk space' }[item]
  return `has ${text(has)} of ${name} left and ${text(asked)} are asked for`
}
