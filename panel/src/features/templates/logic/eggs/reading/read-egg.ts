// Reads an egg of any of the five versions into the one shape; tells in words why a text is no egg.

import { type Egg, type EggVersion, eggVersions } from '../egg.ts'
import { eggBody, eggOf } from './egg-fields.ts'
import { parseEggText } from './egg-text.ts'
import { entriesOf, entryOf, nested, nestedProblem, text } from './lenient.ts'

export type ReadEgg =
  | { egg: Egg; warnings: { field: string; words: string }[] }
  /** `isEgg` false: the text is something else altogether, not an egg with a fault. */
  | { problem: string; isEgg: boolean }

const versionMark = /(?:PTDL|PLCN)_v\d/i

/** As the database keeps it. */
const longestName = 191
/** The longest known has 3,000. */
const longestCommand = 8_000

/** Several times what the largest egg has. */
const mostOfAKind = 500
const mostRules = 50

export function readEgg(source: string): ReadEgg {
  try {
    return readText(source)
  } catch (error) {
    if (error instanceof RangeError)
      return { problem: 'the egg is nested too deeply', isEgg: versionMark.test(source) }
    throw error
  }
}

function readText(source: string): ReadEgg {
  const parsed = parseEggText(source)
  if ('problem' in parsed) return { ...parsed, isEgg: versionMark.test(source) }
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return notAnEgg('an egg is an object with name, startup and variables')
  }
  const version = versionOf(value)
  if (typeof version === 'object') return version
  const read = eggBody.safeParse(value)
  if (!read.success) return notAnEgg('its fields cannot be read')
  const egg = eggOf(version, read.data)
  const problem = unusable(egg)
  return problem ? { problem, isEgg: true } : { egg, warnings: warningsOf(value, egg) }
}

function notAnEgg(reason: string): { problem: string; isEgg: boolean } {
  return { problem: `this is not an egg: ${reason}`, isEgg: false }
}

function unusable(egg: Egg): string | null {
  if (egg.name === '') return 'the egg has no name'
  if (egg.name.length > longestName) return `the egg's name is longer than ${longestName} characters`
  if (egg.startups.length === 0) return 'the egg has no startup command'
  if (egg.startups.some(({ command }) => command.length > longestCommand))
    return `the egg's startup command is longer than ${longestCommand} characters`
  if (egg.images.length === 0) return 'the egg names no container image'
  const counts = {
    'container images': egg.images.length,
    variables: egg.variables.length,
    'config values': egg.configFiles.reduce((sum, file) => sum + file.values.length, 0),
    features: egg.features.length,
    'ready texts': egg.done.length,
    'startup commands': egg.startups.length,
  }
  if (egg.variables.some(({ rules }) => rules.length > mostRules))
    return `a variable has more than ${mostRules} rules`
  const tooMany = Object.entries(counts).find(([, count]) => count > mostOfAKind)
  return tooMany ? `the egg has more than ${mostOfAKind} ${tooMany[0]}` : null
}

function versionOf(egg: object): EggVersion | { problem: string; isEgg: boolean } {
  const written = entryOf(entryOf(egg, 'meta'), 'version')
  const known = eggVersions.join(', ')
  if (written === undefined || written === null)
    return notAnEgg(`meta.version is missing; known are ${known}`)
  const named = text.parse(written).trim()
  const version = eggVersions.find(one => one.toLowerCase() === named.toLowerCase())
  if (version) return version
  const formattedVersion = JSON.stringify(written).slice(0, 60)
  if (!versionMark.test(named)) return notAnEgg(`its version is ${formattedVersion}; known are ${known}`)
  return { problem: `the egg's version ${formattedVersion} is not known; known are ${known}`, isEgg: true }
}

function warningsOf(value: object, egg: Egg): { field: string; words: string }[] {
  const config = entryOf(value, 'config')
  const broken = ['files', 'startup'].flatMap(field => {
    const words = nestedProblem(entryOf(config, field))
    return words ? [{ field: `config.${field}`, words }] : []
  })
  const given = entriesOf(nested.parse(entryOf(value, 'variables'))).length
  const lost = given - egg.variables.length
  return lost > 0
    ? [...broken, { field: 'variables', words: `${lost} without env_variable cannot be used` }]
    : broken
}
