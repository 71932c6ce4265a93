// The ports and the RCON of an egg: variables such as QUERY_PORT, RCON_PORT and RCON_PASS become what the panel manages.

import type { Template } from '@rookery/contracts/template.ts'
import { readRule, ruleProblem } from '@rookery/primitives/variable-rules/variable-rules.ts'
import type { Egg, EggVariable } from '../egg.ts'
import type { ImportNotes } from '../import-notes.ts'
import { alwaysPresent, usableName } from './egg-environment.ts'
import type { GameFamily } from './game-family.ts'

export interface EggPorts {
  ports: Template['ports']
  extraPorts: Template['extra_ports']
  rcon: Template['rcon']
  query: Template['query']
  /** Variables that the panel fills: name → our placeholder. */
  filled: Record<string, string>
}

const extraPortLimit = 20

export function portsOf(egg: Egg, family: GameFamily, notes: ImportNotes): EggPorts {
  const ports: Template['ports'] = { game: { protocol: 'both', default: family.port } }
  const filled: Record<string, string> = {}
  notes.mapped('startup', `SERVER_PORT is the game port, usually ${family.port}`)
  const candidates = egg.variables.filter(isPort)
  const take = (name: 'query' | 'rcon', pattern: RegExp) => {
    const variable = candidates.find(({ environmentName }) => pattern.test(environmentName))
    if (!variable) return
    ports[name] = { protocol: 'both', default: Number(variable.initial) }
    filled[usableName(variable.environmentName)] = `{port.${name}}`
    notes.mapped(`variables.${variable.environmentName}`, `is the ${name} port, which the panel gives out`)
  }
  take('query', /QUERY_?PORT/i)
  take('rcon', /RCON_?PORT/i)
  const rcon = rconOf(egg, family, ports, filled, notes)
  const query = family.query && (family.query.port === 'game' || ports.query) ? family.query : undefined
  if (query) notes.mapped('name', `players and state are asked by the query protocol ${query.game}`)
  return { ports, extraPorts: extraPortsOf(candidates, filled, notes), rcon, query, filled }
}

/** Only with a password: without one nobody can speak to it. */
function rconOf(
  egg: Egg,
  family: GameFamily,
  ports: Template['ports'],
  filled: Record<string, string>,
  notes: ImportNotes,
): Template['rcon'] {
  const password = egg.variables.find(({ environmentName }) => /RCON_?PASS/i.test(environmentName))
  if (!password || (!ports.rcon && !family.hasRconOnGamePort)) return undefined
  const field = `variables.${password.environmentName}`
  if (family.rcon === null) {
    notes.warning(field, 'this game has an RCON of its own kind, which is not spoken here')
    return undefined
  }
  filled[usableName(password.environmentName)] = '{rcon.password}'
  notes.mapped(field, `is the RCON password, made up by the panel when left empty; protocol ${family.rcon}`)
  return { protocol: family.rcon, port: ports.rcon ? 'rcon' : 'game' }
}

/** A number that its rules allow only as a number: otherwise nobody knows whether it is a port at all. */
function isPort({ environmentName, initial, rules }: EggVariable): boolean {
  const isNumber = rules.some(rule =>
    ['numeric', 'integer', 'int', 'digits_between', 'digits'].includes(readRule(rule).name),
  )
  const port = Number(initial)
  const isInRange = /^\d{1,5}$/.test(initial) && port >= 1 && port <= 65_535
  const name = usableName(environmentName)
  return (
    /PORT\d*$/i.test(name) &&
    !alwaysPresent.has(name) &&
    isInRange &&
    (isNumber || ruleProblem(rules, initial) === null)
  )
}

function extraPortsOf(
  candidates: EggVariable[],
  filled: Record<string, string>,
  notes: ImportNotes,
): Template['extra_ports'] {
  const extra: Template['extra_ports'] = []
  for (const { environmentName } of candidates) {
    const variable = usableName(environmentName)
    const name = variable
      .toLowerCase()
      .replace(/^[^a-z]+/, '')
      .slice(0, 32)
    if (Object.hasOwn(filled, variable) || name === '' || extra.some(port => port.name === name)) continue
    if (extra.length === extraPortLimit) break
    extra.push({ name, protocol: 'both', variable })
    notes.mapped(`variables.${environmentName}`, 'is a further port, opened with the value of the variable')
  }
  return extra
}
