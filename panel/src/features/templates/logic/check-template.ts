// What a template must hold beyond its shape: every placeholder known, every pattern usable, every default valid.

import { portNames, type Template } from '@rookery/contracts/template.ts'
import { placeholdersIn } from './fill-placeholders.ts'

/** Problems in words; an empty list means that the template can be used. */
export function problemsOf(template: Template): string[] {
  return [...placeholderProblems(template), ...variableProblems(template)]
}

function placeholderProblems(template: Template): string[] {
  const known = new Set(['server.name', 'server.uuid', 'server.ip', 'rcon.password', 'runtime.node'])
  for (const name of portNames) if (template.ports[name]) known.add(`port.${name}`)
  for (const variable of template.variables) known.add(`var.${variable.name}`)
  const texts = [...template.command, ...Object.values(template.environment)]
  const unknown = texts.flatMap(placeholdersIn).filter(name => !known.has(name))
  return [...new Set(unknown)].map(name => `the placeholder {${name}} is not known`)
}

function variableProblems(template: Template): string[] {
  return template.variables.flatMap(variable => {
    const problem = variableProblem(variable.pattern, variable.default)
    return problem === null ? [] : [`variable ${variable.name}: ${problem}`]
  })
}

function variableProblem(pattern: string, value: string): string | null {
  try {
    return isMatching(pattern, value) ? null : 'its default does not match its pattern'
  } catch {
    return 'its pattern is not a regular expression'
  }
}

export function isMatching(pattern: string, value: string): boolean {
  return new RegExp(`^(?:${pattern})$`, 'u').test(value)
}
