// Reads every variable of the table from the process environment and the configuration file.

import type { VariableSource } from '@rookery/contracts/http/panel-settings.ts'
import { displayName, parseConfigFile } from './logic/config-file.ts'
import type { Variable } from './variable.ts'
import { hasNoEffect, isVariableName, type Values, type VariableName, variables } from './variables.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Where each variable is set that is; the others have their default. */
export type VariableSources = Partial<Record<VariableName, VariableSource>>

export interface ReadValues {
  values: Partial<Values>
  sources: VariableSources
  problems: string[]
  warnings: string[]
}

interface Written {
  text: string
  source: VariableSource
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
    else written.set(name, { text: value, source: { place: 'file', file: fileName, line } })
  }
  const values: Partial<Record<VariableName, unknown>> = {}
  const sources: VariableSources = {}
  for (const name of Object.keys(variables).filter(isVariableName)) {
    const fromEnvironment = environment[name]
    const found: Written | undefined =
      fromEnvironment === undefined
        ? written.get(name)
        : { text: fromEnvironment, source: { place: 'environment' } }
    const variable: Variable<unknown> = variables[name]
    const set = isSet(variable, found) ? found : undefined
    const reading = variable.kind.read(set ? set.text : variable.initial)
    if ('wrong' in reading) problems.push(problemLine(name, variable, found, reading.wrong))
    else values[name] = reading.value
    if (set) sources[name] = set.source
  }
  return { values: values as Partial<Values>, sources, problems, warnings }
}

/** An empty value means the default, unless it is a value of its own. */
function isSet(variable: Variable<unknown>, found: Written | undefined): boolean {
  return found !== undefined && (found.text.trim() !== '' || variable.emptyCounts)
}

function problemLine(name: string, variable: Variable<unknown>, found: Written | undefined, wrong: string) {
  const mayShow = found && found.text !== '' && !variable.isSecret && !variable.kind.quiet
  const subject = mayShow ? `${JSON.stringify(shortened(found.text))} ${wrong}` : wrong
  const place = found ? ` (${describeSource(found.source)})` : ''
  return `${name} ${subject}${place}; allowed: ${variable.kind.allowed}`
}

function describeSource(source: VariableSource): string {
  return source.place === 'environment' ? 'environment' : `${source.file} line ${source.line}`
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
