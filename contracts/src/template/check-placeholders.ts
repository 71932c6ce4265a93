// Which placeholders a template may use where: every one must be known, and stand where it is filled.

import { portNames, type Template, templatePlaceholders } from '../template.ts'
import type { InstallStep } from './install-steps.ts'
import { mapStepTexts, placeholdersIn } from './placeholders.ts'
import { problem, type TemplateProblem } from './template-problem.ts'

type Path = TemplateProblem['path']

export function placeholderProblems(template: Template): TemplateProblem[] {
  const known = knownNames(template)
  const check = (path: Path, text: string, more: ReadonlySet<string> = new Set()) =>
    placeholdersIn(text)
      .filter(name => !known.has(name) && !more.has(name))
      .map(name => problem(path, messageFor(name)))
  return [
    ...commandProblems(template, known, check),
    ...environmentProblems(template, check),
    ...stepTextProblems(template.install, 'install', check),
    ...stepTextProblems(template.update ?? [], 'update', check),
    ...template.config_files.flatMap(({ path, values }, index) => [
      ...check(['config_files', index, 'path'], path),
      ...values.flatMap((entry, at) =>
        (['key', 'value', 'only_if'] as const).flatMap(field =>
          check(['config_files', index, 'values', at, field], entry[field] ?? ''),
        ),
      ),
    ]),
  ]
}

type Check = (path: Path, text: string, more?: ReadonlySet<string>) => TemplateProblem[]

/** Beside `runtime.node`, which has places of its own. */
function knownNames({ ports, extra_ports, variables, rcon }: Template): Set<string> {
  const known = new Set<string>(templatePlaceholders)
  known.delete('runtime.node')
  if (!rcon && !ports.rcon) known.delete('rcon.password')
  for (const name of portNames) if (ports[name]) known.add(`port.${name}`)
  for (const { name } of extra_ports) known.add(`port.${name}`)
  for (const { name } of variables) known.add(`var.${name}`)
  return known
}

function messageFor(name: string): string {
  if (name === 'runtime.node') return '{runtime.node} can only be the whole first argument of a command'
  if (name === 'rcon.password') return '{rcon.password} needs an rcon section'
  if (name.startsWith('found.')) return `no read-json step before this one finds {${name}}`
  return `the placeholder {${name}} is not known`
}

function commandProblems({ command, stop }: Template, known: Set<string>, check: Check): TemplateProblem[] {
  const unfilled = (path: Path, text: string, instead: string) =>
    placeholdersIn(text)
      .filter(name => known.has(name))
      .map(name => problem(path, `{${name}} is not filled here: ${instead}`))
  const ofStop =
    stop.method.by === 'command'
      ? unfilled(['stop', 'method', 'command'], stop.method.command, 'write the command as it is typed')
      : []
  if (!Array.isArray(command)) {
    const instead = 'shell text has the values as environment variables'
    return [...unfilled(['command', 'shell'], command.shell, instead), ...ofStop]
  }
  return [...argumentProblems(command, ['command'], check), ...ofStop]
}

function argumentProblems(
  command: readonly string[],
  path: Path,
  check: Check,
  found?: ReadonlySet<string>,
): TemplateProblem[] {
  return command.flatMap((text, index) =>
    index === 0 && text === '{runtime.node}' ? [] : check([...path, index], text, found),
  )
}

function environmentProblems({ environment }: Template, check: Check): TemplateProblem[] {
  return Object.entries(environment).flatMap(([name, text]) => [
    ...(/^[A-Za-z_][A-Za-z0-9_.]*$/.test(name)
      ? []
      : [problem(['environment', name], 'a name must be letters, digits and _')]),
    ...check(['environment', name], text),
  ])
}

function stepTextProblems(
  steps: readonly InstallStep[],
  list: 'install' | 'update',
  check: Check,
): TemplateProblem[] {
  const found = new Set<string>()
  return steps.flatMap((step, index) => {
    const problems: TemplateProblem[] = []
    const { command, ...rest } = step.do === 'run-program' ? step : { ...step, command: [] }
    mapStepTexts(rest as InstallStep, text => {
      problems.push(...check([list, index], text, found))
      return text
    })
    problems.push(...argumentProblems(command, [list, index, 'command'], check, found))
    if (step.do === 'read-json') found.add(`found.${step.name}`)
    return problems
  })
}
