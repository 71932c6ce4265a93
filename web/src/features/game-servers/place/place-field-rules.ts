// Address, ports and limits of a game server as people type them, and what they mean.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { portNumber } from '@rookery/contracts/http/shapes.ts'

export interface PlaceFields {
  ip: string
  port: string
  queryPort: string
  rconPort: string
  memoryMib: string
  cpuPercent: string
  diskMib: string
}

export const emptyPlace: PlaceFields = {
  ip: '',
  port: '',
  queryPort: '',
  rconPort: '',
  memoryMib: '',
  cpuPercent: '',
  diskMib: '',
}

const everywhere = '0.0.0.0'
const mebibyte = 1024 * 1024
const text = (amount: number | null) => (amount === null ? '' : String(amount))
const inMib = (bytes: number | null) => text(bytes === null ? null : Math.round(bytes / mebibyte))

export const placeOf = (gameServer: GameServer): PlaceFields => ({
  ip: gameServer.ip,
  port: text(gameServer.port),
  queryPort: text(gameServer.query_port),
  rconPort: text(gameServer.rcon_port),
  memoryMib: inMib(gameServer.memory_limit_bytes),
  cpuPercent: text(gameServer.cpu_limit_percent),
  diskMib: inMib(gameServer.disk_limit_bytes),
})

type PlaceFault = 'portWrong' | 'memoryWrong' | 'cpuWrong' | 'diskWrong'
export type PlaceFaults = Partial<Record<keyof PlaceFields, PlaceFault>>

const isPort = (typed: string) => portNumber.safeParse(Number(typed)).success
const isWhole = (typed: string, least: number, most: number) =>
  /^\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most

/** Empty means "find one" and "no limit", which is always good. */
export function placeFaults(fields: PlaceFields): PlaceFaults {
  const ports = (['port', 'queryPort', 'rconPort'] as const).filter(
    name => fields[name] !== '' && !isPort(fields[name]),
  )
  return {
    ...Object.fromEntries(ports.map(name => [name, 'portWrong' as const])),
    ...(fields.memoryMib !== '' && !isWhole(fields.memoryMib, 16, 2 ** 30) && { memoryMib: 'memoryWrong' }),
    ...(fields.cpuPercent !== '' && !isWhole(fields.cpuPercent, 1, 100_000) && { cpuPercent: 'cpuWrong' }),
    ...(fields.diskMib !== '' && !isWhole(fields.diskMib, 16, 2 ** 30) && { diskMib: 'diskWrong' }),
  }
}

/** Of a new game server: only what was filled in. */
export function newPlace(fields: PlaceFields) {
  return {
    ...(fields.ip && { ip: fields.ip }),
    ...(fields.port && { port: Number(fields.port) }),
    ...(fields.queryPort && { query_port: Number(fields.queryPort) }),
    ...(fields.rconPort && { rcon_port: Number(fields.rconPort) }),
    ...(fields.memoryMib && { memory_limit_bytes: Number(fields.memoryMib) * mebibyte }),
    ...(fields.cpuPercent && { cpu_limit_percent: Number(fields.cpuPercent) }),
    ...(fields.diskMib && { disk_limit_bytes: Number(fields.diskMib) * mebibyte }),
  }
}

/** Of a known one: only what differs; an emptied limit is taken away, an emptied address is everywhere, an emptied port stays. */
export function changedPlace(fields: PlaceFields, known: PlaceFields) {
  const changed = Object.fromEntries(
    Object.entries(fields).map(([name, typed]) => [
      name,
      typed === known[name as keyof PlaceFields] ? '' : typed,
    ]),
  ) as unknown as PlaceFields
  const isTakenAway = (name: 'memoryMib' | 'cpuPercent' | 'diskMib') =>
    fields[name] === '' && known[name] !== ''
  return {
    ...newPlace(changed),
    ...(fields.ip === '' && known.ip !== '' && { ip: everywhere }),
    ...(isTakenAway('memoryMib') && { memory_limit_bytes: null }),
    ...(isTakenAway('cpuPercent') && { cpu_limit_percent: null }),
    ...(isTakenAway('diskMib') && { disk_limit_bytes: null }),
  }
}

export const tagsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map(tag => tag.trim())
      .filter(Boolean),
  ),
]
