// The command line: what it may say, and one clear sentence for what it may not.

import { isIP } from 'node:net'
import { cleanText } from './wire/line-splitter.ts'

export type Arguments = {
  port: number
  queryPort: number
  rconPort: number | null
  ip: string
  name: string
  maxPlayers: number
  map: string
  world: string
}
export type ArgumentsVerdict =
  | { kind: 'run'; arguments: Arguments }
  | { kind: 'help' }
  | { kind: 'refuse'; reason: string }

export const usage = `Usage: arena [--port 27700] [--query-port N] [--rcon-port N] [--ip 0.0.0.0] [--name TEXT]
             [--max-players 16] [--map NAME] [--world DIR]
RCON listens when --rcon-port is given and ARENA_RCON_PASSWORD is set.`

const known = ['port', 'query-port', 'rcon-port', 'ip', 'name', 'max-players', 'map', 'world']

export function readArguments(argv: string[], mapNames: string[]): ArgumentsVerdict {
  const given = new Map<string, string>()
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (word === '--help' || word === '-h') return { kind: 'help' }
    const [, option, inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? []
    if (option === undefined || !known.includes(option))
      return refuse(`unknown argument "${cleanText(word)}"`)
    if (given.has(option)) return refuse(`--${option} is given twice`)
    const value = inline ?? argv[++at]
    if (value === undefined) return refuse(`--${option} needs a value`)
    given.set(option, value)
  }
  try {
    return { kind: 'run', arguments: checkValues(given, mapNames) }
  } catch (problem) {
    if (problem instanceof ArgumentProblem) return refuse(problem.message)
    throw problem
  }
}

class ArgumentProblem extends Error {}

function checkValues(given: Map<string, string>, mapNames: string[]): Arguments {
  const whole = (option: string, fallback: number, min: number, max: number): number => {
    const value = given.get(option)
    if (value === undefined) return fallback
    const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    throw new ArgumentProblem(
      `--${option} must be a whole number from ${min} to ${max}, not "${cleanText(value)}"`,
    )
  }
  const port = whole('port', 27700, 0, 65535)
  const rconPort = given.has('rcon-port') ? whole('rcon-port', 0, 0, 65535) : null
  if (rconPort !== null && rconPort !== 0 && rconPort === port) {
    throw new ArgumentProblem(`--port and --rcon-port are both ${port}, but the two need different TCP ports`)
  }
  const ip = given.get('ip') ?? '0.0.0.0'
  if (isIP(ip) === 0) throw new ArgumentProblem(`--ip must be an IP address, not "${cleanText(ip)}"`)
  const name = cleanText(given.get('name') ?? 'Arena')
  if (name === '' || Buffer.byteLength(name) > 64)
    throw new ArgumentProblem('--name must have 1 to 64 bytes of text')
  const map = given.get('map') ?? mapNames[0] ?? ''
  if (!mapNames.includes(map)) {
    throw new ArgumentProblem(`--map must be one of ${mapNames.join(', ')}, not "${cleanText(map)}"`)
  }
  const world = given.get('world') ?? '.'
  if (world === '' || world.includes('\0')) throw new ArgumentProblem('--world must be a folder')
  return {
    port,
    queryPort: whole('query-port', port, 0, 65535),
    rconPort,
    ip,
    name,
    maxPlayers: whole('max-players', 16, 1, 100),
    map,
    world,
  }
}

function refuse(reason: string): ArgumentsVerdict {
  return { kind: 'refuse', reason }
}
