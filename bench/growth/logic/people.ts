// The people of a generated installation and what they may do. A person's number is the id of the user.
//
// In the order of numbers: one administrator; support, who see every game server but three; owners of 20 game servers
// each; and everybody else, who share the rest of the permission entries evenly.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { Sizes } from './sizes.ts'

export const administratorNumber = 1
export const supportRole = { name: 'support', title: 'Support' }
export const ownedGameServers = 20
const hiddenFromSupport = 3
const peoplePerSupporter = 1_000
const peoplePerOwner = 1_000

/** What one person holds on one game server; whoever holds less holds the first of these. */
const permissionsEach = [
  'game-server-common',
  'game-server-start',
  'game-server-stop',
  'game-server-restart',
  'game-server-console-view',
] as const satisfies GameServerPermission[]

export interface Entry {
  permission: GameServerPermission
  effect: 'allow' | 'deny'
  gameServerId: number
}

export type Person = { role: 'admin' | 'support' | 'user'; number: number }

export function firstSupporter(): number {
  return administratorNumber + 1
}

export function firstOwner(sizes: Sizes): number {
  return firstSupporter() + countPer(sizes.people, peoplePerSupporter)
}

export function firstOrdinary(sizes: Sizes): number {
  return firstOwner(sizes) + countPer(sizes.people, peoplePerOwner)
}

export function roleOf(number: number, sizes: Sizes): Person['role'] {
  if (number === administratorNumber) return 'admin'
  return number < firstOwner(sizes) ? 'support' : 'user'
}

/** The person's own entries; those of all people together are as many as the sizes say. */
export function entriesOf(number: number, sizes: Sizes): Entry[] {
  if (number === administratorNumber) return []
  if (number < firstOwner(sizes)) {
    return inARow(number * hiddenFromSupport, hiddenFromSupport, sizes).map(gameServerId => ({
      permission: 'game-server-common',
      effect: 'deny',
      gameServerId,
    }))
  }
  const isOwner = number < firstOrdinary(sizes)
  const count = isOwner ? ownedGameServers * permissionsEach.length : ordinaryCount(number, sizes)
  const gameServers = inARow(number * 7, Math.ceil(count / permissionsEach.length), sizes)
  return gameServers
    .flatMap(gameServerId =>
      permissionsEach.map(permission => ({ permission, effect: 'allow' as const, gameServerId })),
    )
    .slice(0, count)
}

/** Every person gets the next whole number of the even share. */
function ordinaryCount(number: number, sizes: Sizes): number {
  const supporters = firstOwner(sizes) - firstSupporter()
  const owners = firstOrdinary(sizes) - firstOwner(sizes)
  const spent = supporters * hiddenFromSupport + owners * ownedGameServers * permissionsEach.length
  const people = sizes.people - firstOrdinary(sizes) + 1
  const until = (count: number) => Math.floor((count * (sizes.permissionEntries - spent)) / people)
  const place = number - firstOrdinary(sizes)
  return until(place + 1) - until(place)
}

/** Ids of game servers that stand side by side, from the first on again after the last. */
function inARow(first: number, count: number, { gameServers }: Sizes): number[] {
  return Array.from({ length: count }, (_, place) => 1 + ((first + place) % gameServers))
}

function countPer(people: number, each: number): number {
  return Math.max(1, Math.floor(people / each))
}

const firstNames = ['Ada', 'Bela', 'Chloé', 'Dmitri', 'Elif', 'Farid', 'Grace', 'Hana', 'Ingrid', 'João']
const lastNames = [
  'Abe',
  'Berg',
  'Costa',
  'Dubois',
  'Ersoy',
  'Fischer',
  'García',
  'Hansen',
  'Ivanova',
  'Jung',
]

export function loginOf(number: number): string {
  if (number === administratorNumber) return 'admin'
  return `${namesOf(number).join('.').toLowerCase()}.${number}`
}

export function nameOf(number: number): string {
  return number === administratorNumber ? 'Administrator' : namesOf(number).join(' ')
}

function namesOf(number: number): [string, string] {
  const last = lastNames[Math.floor(number / firstNames.length) % lastNames.length]
  return [firstNames[number % firstNames.length] ?? '', last ?? '']
}
