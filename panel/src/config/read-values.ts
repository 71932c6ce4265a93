// Reads every variable of the table from the process environment and the configuration file.

import { displayName, parseConfigFile } from './logic/config-file.ts'
import type { Reading } from './value-kinds.ts'
import type { Variable } from './variable.ts'
import { hasNoEffect, isVariableName, type Values, type VariableName, variables } from './variables.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface ReadValues {
  values: Partial<Values>
  problems: string[]
  warnings: string[]
}

interface Written {
  text: string
  /** Where it was written, in words. */
  place: string
}

/** The process environment wins over the file, also with an empty value. */
export function readValues(environment: Environment, fileText: string | null, fileName: string): ReadValues {
  const file = parseConfigFile(fileText ?? '')
  const written = new Map<string, Written>()
  const problems = file.problems.map(problem => `${fileName} ${problem}`)
  const warnings = file.warnings.map(warning => `${fileName}: ${warning}`)
  for (const { name, value, line } of file.entries) {
    const oddity = oddName(name)
    if (oddity) warnings.push(`${fileName} line ${line}: ${oddity}`)
    else written.set(name, { text: value, place: `${fileName} line ${line}` })
  }
  const values: Partial<Record<VariableName, unknown>> = {}
  for (const name of Object.keys(variables).filter(isVariableName)) {
    const fromEnvironment = environment[name]
    const source =
      fromEnvironment === undefined ? written.get(name) : { text: fromEnvironment, place: 'environment' }
    const variable: Variable<unknown> = variables[name]
    const reading = readOne(variable, source)
    if ('wrong' in reading) problems.push(problemLine(name, variable, source, reading.wrong))
    else values[name] = reading.value
  }
  return { values: values as Partial<Values>, problems, warnings }
}

function readOne(variable: Variable<unknown>, source: Written | undefined): Reading<unknown> {
  const isUnset = source === undefined || (source.text.trim() === '' && !variable.emptyCounts)
  return variable.kind.read(isUnset ? variable.initial : source.text)
}

function problemLine(name: string, variable: Variable<unknown>, source: Written | undefined, wrong: string) {
  const mayShow = source && source.text !== '' && !variable.isSecret && !variable.kind.quiet
  const subject = mayShow ? `${JSON.stringify(shortened(source.text))} ${wrong}` : wrong
  const place = source ? ` (${source.place})` : ''
  return `${name} ${subject}${place}; allowed: ${variable.kind.allowed}`
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Why a name in the file will not be used; null when it will, or is known to change nothing. */
function oddName(name: string): string | null {
  if (hasNoEffect(name)) return null
  if (!isVariableName(name)) return `${displayName(name)} is not a variable of the panel and is ignored`
  if (!variables[name].onlyFromEnvironment) return null
  return `${name} is read from the process environment only and is ignored here`
}
