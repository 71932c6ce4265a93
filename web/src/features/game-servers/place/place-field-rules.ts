// Address, ports and limits of a game server as people type them, and what they mean.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { portNumber } from '@rookery/contracts/http/shapes.ts'

export interface PlaceFields {
  ip: string
  port: string
  queryPort: string
  rconPort: string
  memoryGib: string
  cpuPercent: string
  diskGib: string
}

export const emptyPlace: PlaceFields = {
  ip: '',
  port: '',
  queryPort: '',
  rconPort: '',
  memoryGib: '',
  cpuPercent: '',
  diskGib: '',
}

const everywhere = '0.0.0.0'
const mebibyte = 1024 * 1024
const text = (amount: number | null) => (amount === null ? '' : String(amount))
const gibibyte = 1024 * mebibyte
/** Three digits after the point tell one MiB from the next. */
const inGib = (bytes: number | null) =>
  text(bytes === null ? null : Math.round((bytes / gibibyte) * 1000) / 1000)

/** What GiB mean in bytes, to the MiB; the point may be a comma. Not a number where none was typed. */
export const bytesOfGib = (typed: string): number =>
  /^\d+(?:[.,]\d{0,3})?$/.test(typed)
    ? Math.round(Number(typed.replace(',', '.')) * 1024) * mebibyte
    : Number.NaN

/** The largest figure that people type for no more than these bytes. */
export const gibOfBytes = (bytes: number): string =>
  String(Math.floor((Math.floor(bytes / mebibyte) / 1024) * 1000) / 1000)

/** Leaves out of what was typed or pasted what cannot belong to a figure. */
export const figureTyped = (name: keyof PlaceFields, typed: string): string =>
  typed.replace(name === 'memoryGib' || name === 'diskGib' ? /[^\d.,]/g : /\D/g, '')

type Placed = Pick<
  GameServer,
  'ip' | 'port' | 'query_port' | 'rcon_port' | 'memory_limit_bytes' | 'cpu_limit_percent' | 'disk_limit_bytes'
>

export const placeOf = (gameServer: Placed): PlaceFields => ({
  ip: gameServer.ip,
  port: text(gameServer.port),
  queryPort: text(gameServer.query_port),
  rconPort: text(gameServer.rcon_port),
  memoryGib: inGib(gameServer.memory_limit_bytes),
  cpuPercent: text(gameServer.cpu_limit_percent),
  diskGib: inGib(gameServer.disk_limit_bytes),
})

type PlaceFault = 'portWrong' | 'memoryWrong' | 'cpuWrong' | 'diskWrong'
export type PlaceFaults = Partial<Record<keyof PlaceFields, PlaceFault>>

const isPort = (typed: string) => portNumber.safeParse(Number(typed)).success
const isWhole = (typed: string, least: number, most: number) =>
  /^\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most

const isSpace = (typed: string) => {
  const bytes = bytesOfGib(typed)
  return bytes >= 16 * mebibyte && bytes <= 2 ** 50
}

/** Empty means "find one" and "no limit", which is always good. */
export function placeFaults(fields: PlaceFields): PlaceFaults {
  const ports = (['port', 'queryPort', 'rconPort'] as const).filter(
    name => fields[name] !== '' && !isPort(fields[name]),
  )
  return {
    ...Object.fromEntries(ports.map(name => [name, 'portWrong' as const])),
    ...(fields.memoryGib !== '' && !isSpace(fields.memoryGib) && { memoryGib: 'memoryWrong' }),
    ...(fields.cpuPercent !== '' && !isWhole(fields.cpuPercent, 1, 100_000) && { cpuPercent: 'cpuWrong' }),
    ...(fields.diskGib !== '' && !isSpace(fields.diskGib) && { diskGib: 'diskWrong' }),
  }
}

/** Of a new game server: only what was filled in. */
export function newPlace(fields: PlaceFields) {
  return {
    ...(fields.ip && { ip: fields.ip }),
    ...(fields.port && { port: Number(fields.port) }),
    ...(fields.queryPort && { query_port: Number(fields.queryPort) }),
    ...(fields.rconPort && { rcon_port: Number(fields.rconPort) }),
    ...(fields.memoryGib && { memory_limit_bytes: bytesOfGib(fields.memoryGib) }),
    ...(fields.cpuPercent && { cpu_limit_percent: Number(fields.cpuPercent) }),
    ...(fields.diskGib && { disk_limit_bytes: bytesOfGib(fields.diskGib) }),
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
  const isTakenAway = (name: 'memoryGib' | 'cpuPercent' | 'diskGib') =>
    fields[name] === '' && known[name] !== ''
  return {
    ...newPlace(changed),
    ...(fields.ip === '' && known.ip !== '' && { ip: everywhere }),
    ...(isTakenAway('memoryGib') && { memory_limit_bytes: null }),
    ...(isTakenAway('cpuPercent') && { cpu_limit_percent: null }),
    ...(isTakenAway('diskGib') && { disk_limit_bytes: null }),
  }
}
