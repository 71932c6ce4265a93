// What a template must hold beyond its shape: what it names exists, what it promises can be kept.

import {
  readRule,
  ruleProblem,
  ruleText,
  unknownRules,
} from '@rookery/primitives/variable-rules/variable-rules.ts'
import { isContainerEngine } from '../process-managers.ts'
import type { Template } from '../template.ts'
import { placeholderProblems } from './check-placeholders.ts'
import { databaseValueNames, filledVariables } from './databases.ts'
import type { InstallStep } from './install-steps.ts'
import { compiles, isPort, problem, type TemplateProblem } from './template-problem.ts'
import { choicesOf, translationProblems } from './translations.ts'

/** An empty list means that the template can be used. */
export function problemsOf(template: Template): TemplateProblem[] {
  return [
    ...placeholderProblems(template),
    ...variableProblems(template),
    ...databaseProblems(template),
    ...stepProblems(template),
    ...containerProblems(template),
    ...portProblems(template),
    ...controlProblems(template),
    ...playerProblems(template),
    ...backupProblems(template),
    ...crashHintProblems(template),
    ...translationProblems(template),
  ]
}

function variableProblems({ variables }: Template): TemplateProblem[] {
  return variables.flatMap(({ name, rules, default: initial, choices = {} }, index) => {
    const at = ['variables', index]
    const isDouble = variables.findIndex(other => other.name === name) !== index
    const broken = ruleProblem(rules, initial)
    // An empty default asks for a value when a game server is created; a secret is made up then.
    const isBroken = broken && initial !== ''
    return [
      ...(isDouble ? [problem([...at, 'name'], `there is another variable ${name}`)] : []),
      ...unknownRules(rules).map(rule => problem([...at, 'rules'], ruleTrouble(rule))),
      ...Object.keys(choices)
        .filter(choice => !choicesOf(rules).includes(choice))
        .map(choice => problem([...at, 'choices', choice], 'is not a choice of its rule in:')),
      ...(isBroken ? [problem([...at, 'default'], `must ${ruleText(rules, broken)}, by its own rules`)] : []),
    ]
  })
}

function databaseProblems({ databases = [], variables, extra_ports: extra }: Template): TemplateProblem[] {
  const filled = filledVariables(databases)
  return databases.flatMap(({ name, variables: wanted }, index) => {
    const at = ['databases', index]
    const isDouble = databases.findIndex(other => other.name === name) !== index
    return [
      ...(isDouble ? [problem([...at, 'name'], `there is another database called ${name}`)] : []),
      ...databaseValueNames.flatMap(value => {
        const own = wanted[value]
        const variable = variables.find(known => known.name === own)
        const troubles = variable
          ? filledTroubles(variable, value, {
              isDouble: filled.filter(each => each === own).length > 1,
              isPort: extra.some(port => port.variable === own),
            })
          : [`there is no variable ${own}`]
        return troubles.map(trouble => problem([...at, 'variables', value], trouble))
      }),
    ]
  })
}

/** The panel alone fills in such a variable, and takes what the host gives. */
function filledTroubles(
  { name, rules, secret, editable_by: editor }: Template['variables'][number],
  value: (typeof databaseValueNames)[number],
  { isDouble, isPort }: { isDouble: boolean; isPort: boolean },
): string[] {
  return [
    ...(isDouble ? [`${name} receives more than one value of a database`] : []),
    ...(isPort ? [`${name} is the number of a further port`] : []),
    ...(value === 'password' && !secret ? [`${name} must be secret`] : []),
    ...(value === 'name' && secret ? [`${name} must not be secret: the database is known by it`] : []),
    ...(editor === 'nobody' ? [] : [`${name} is filled in by the panel: it must be editable_by: nobody`]),
    ...(rules.length > 0 ? [`${name} is filled in by the panel: it must have no rules`] : []),
  ]
}

function ruleTrouble(rule: string): string {
  const { name } = readRule(rule)
  return name === 'regex' || name === 'not_regex'
    ? `${rule} is not a regular expression that can be used`
    : `the rule ${rule} is not known`
}

function containerProblems({ process_managers: managers, container }: Template): TemplateProblem[] {
  const inContainers = managers.filter(isContainerEngine)
  if (!container) {
    return inContainers.map(name =>
      problem(['process_managers'], `${name} needs a container section with at least one image`),
    )
  }
  const labels = container.images.map(({ label }) => label)
  return [
    ...(inContainers.length === 0
      ? [problem(['container'], 'needs docker or podman among the process managers')]
      : []),
    ...labels.flatMap((label, index) =>
      labels.indexOf(label) === index
        ? []
        : [problem(['container', 'images', index, 'label'], `there is another image called ${label}`)],
    ),
  ]
}

function portProblems({ ports, extra_ports: extra, variables }: Template): TemplateProblem[] {
  return extra.flatMap((port, index) => {
    const at = ['extra_ports', index]
    const problems: TemplateProblem[] = []
    if (port.name in { game: 0, query: 0, rcon: 0 })
      problems.push(problem([...at, 'name'], `${port.name} belongs under ports`))
    if (extra.findIndex(({ name }) => name === port.name) !== index)
      problems.push(problem([...at, 'name'], `there is another port called ${port.name}`))
    if ((port.game_plus === undefined) === (port.variable === undefined))
      problems.push(problem(at, 'needs either game_plus or variable'))
    if (port.game_plus !== undefined && !isPort(String(ports.game.default + port.game_plus)))
      problems.push(problem([...at, 'game_plus'], 'leads to a port outside 1 to 65535'))
    if (port.variable !== undefined) {
      const variable = variables.find(({ name }) => name === port.variable)
      if (!variable) problems.push(problem([...at, 'variable'], `there is no variable ${port.variable}`))
      else if (!isPort(variable.default))
        problems.push(problem([...at, 'variable'], `the default of ${port.variable} is not a port`))
    }
    return problems
  })
}

function controlProblems({ ports, rcon, query, ready }: Template): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  if (rcon && !ports[rcon.port])
    problems.push(problem(['rcon'], `speaks to the port ${rcon.port}, which is not under ports`))
  if (query && query.game_plus === undefined && !ports[query.port])
    problems.push(problem(['query'], `speaks to the port ${query.port}, which is not under ports`))
  if (!isLinePattern(ready.pattern ?? ''))
    problems.push(problem(['ready', 'pattern'], 'is not a regular expression'))
  return problems
}

/** Text, or an expression written `/like this/` that can be used. */
function isLinePattern(pattern: string): boolean {
  const expression = /^\/(.+)\/i?$/s.exec(pattern)?.[1]
  return expression === undefined || compiles(expression)
}

function backupProblems({ backup, rcon }: Template): TemplateProblem[] {
  if (!backup) return []
  const { before, wait_for, after } = backup
  const isTyped = before.length > 0
  return [
    ...(wait_for !== undefined && !isLinePattern(wait_for)
      ? [problem(['backup', 'wait_for'], 'is not a regular expression')]
      : []),
    ...(wait_for !== undefined && !isTyped
      ? [problem(['backup', 'wait_for'], 'waits for the answer to a command, but before has none')]
      : []),
    ...(backup.rcon && !rcon
      ? [problem(['backup', 'rcon'], 'needs RCON, which this template does not describe')]
      : []),
    ...(after.length > 0 && !isTyped
      ? [problem(['backup', 'after'], 'undoes what before has typed, but that is empty')]
      : []),
    ...(['before', 'after'] as const).flatMap(list =>
      backup[list].flatMap((line, index) =>
        /\p{Cc}/u.test(line)
          ? [problem(['backup', list, index], 'must be one line without control characters')]
          : [],
      ),
    ),
  ]
}

const playerCommands = {
  kick: ['player', 'reason'],
  ban: ['player', 'reason'],
  unban: ['player'],
  message: ['player', 'message'],
}

function playerProblems({ players, rcon }: Template): TemplateProblem[] {
  if (!players) return []
  const problems: TemplateProblem[] = []
  if (players.by === 'rcon' && !rcon)
    problems.push(problem(['players'], 'speaks by RCON, but there is no rcon section'))
  for (const [name, known] of Object.entries(playerCommands)) {
    const command = players[name as keyof typeof playerCommands]
    if (command === undefined) continue
    const used = [...command.matchAll(/\{([a-z._]+)\}/g)].map(([, word = '']) => word)
    const unknown = used.filter(word => !known.includes(word))
    problems.push(...unknown.map(word => problem(['players', name], `{${word}} is not known here`)))
    const needed = name === 'message' ? 'message' : 'player'
    if (!used.includes(needed)) problems.push(problem(['players', name], `needs {${needed}}`))
  }
  for (const name of ['refused', 'done'] as const) {
    if (players[name] !== undefined && !compiles(players[name]))
      problems.push(problem(['players', name], 'is not a regular expression'))
  }
  if (players.bans) problems.push(...banListProblems(players.bans, players.by, rcon !== undefined))
  const pattern = players.list?.pattern
  if (pattern === undefined) return problems
  const at = ['players', 'list', 'pattern']
  if (!compiles(pattern)) problems.push(problem(at, 'is not a regular expression'))
  else if (!pattern.includes('(?<name>')) problems.push(problem(at, 'needs a group (?<name>…)'))
  else if (players.identify_by === 'id' && !pattern.includes('(?<id>'))
    problems.push(problem(at, 'needs a group (?<id>…), because players are identified by id'))
  return problems
}

type BanList = NonNullable<NonNullable<Template['players']>['bans']>

function banListProblems(
  { by, pattern, none }: BanList,
  usually: BanList['by'],
  hasRcon: boolean,
): TemplateProblem[] {
  const at = ['players', 'bans']
  const problems: TemplateProblem[] = []
  if ((by ?? usually) === 'rcon' && !hasRcon)
    problems.push(problem(at, 'speaks by RCON, but there is no rcon section'))
  if (!compiles(pattern)) problems.push(problem([...at, 'pattern'], 'is not a regular expression'))
  else if (!pattern.includes('(?<name>'))
    problems.push(problem([...at, 'pattern'], 'needs a group (?<name>…)'))
  if (none !== undefined && !compiles(none))
    problems.push(problem([...at, 'none'], 'is not a regular expression'))
  return problems
}

function crashHintProblems(template: Template): TemplateProblem[] {
  return template.crash_hints.flatMap((hint, index) => {
    const at = ['crash_hints', index]
    const problems: TemplateProblem[] = []
    if (hint.pattern === undefined && hint.exit_code === undefined)
      problems.push(problem(at, 'needs a pattern or an exit_code'))
    if (hint.pattern !== undefined && !compiles(hint.pattern))
      problems.push(problem([...at, 'pattern'], 'is not a regular expression'))
    const trouble = hint.repair && repairTrouble(hint.repair, template)
    if (trouble) problems.push(problem([...at, 'repair'], trouble))
    return problems
  })
}

function repairTrouble(
  repair: NonNullable<Template['crash_hints'][number]['repair']>,
  { variables, databases = [], ports, container }: Template,
): string | null {
  if (repair.do === 'set-variable') {
    const variable = variables.find(({ name }) => name === repair.name)
    if (!variable) return `there is no variable ${repair.name}`
    if (filledVariables(databases).includes(repair.name)) return `${repair.name} is filled in from a database`
    const broken = ruleProblem(variable.rules, repair.value)
    return broken ? `${repair.name} must ${ruleText(variable.rules, broken)}` : null
  }
  if (repair.do === 'choose-port' && !ports[repair.port]) return `there is no port ${repair.port}`
  if (repair.do === 'use-image' && !container?.images.some(({ label }) => label === repair.label))
    return `there is no image called ${repair.label}`
  return null
}

/** What the steps of an installation must hold beyond their shape: paths inside the folder, and a place to run. */
function stepProblems(template: Template): TemplateProblem[] {
  return [
    ...ofSteps(template, 'install'),
    ...ofSteps(template, 'update'),
    ...template.config_files.flatMap(({ path }, index) =>
      pathProblems(['config_files', index, 'path'], path),
    ),
  ]
}

function ofSteps(template: Template, list: 'install' | 'update'): TemplateProblem[] {
  return (template[list] ?? []).flatMap((step, index) => {
    const problems = pathsOf(step).flatMap(([field, path]) => pathProblems([list, index, field], path))
    if (step.do === 'run-script' && !template.container)
      problems.push(problem([list, index], 'run-script needs docker or podman'))
    if ((step.do === 'download' || step.do === 'read-json') && !/^https?:\/\/|^\{/.test(step.url))
      problems.push(problem([list, index, 'url'], 'must begin with https:// or http://'))
    return problems
  })
}

function pathsOf(step: InstallStep): [string, string][] {
  const fields = Object.entries(step).filter(([field]) => ['path', 'to', 'from'].includes(field))
  return fields.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}

function pathProblems(at: TemplateProblem['path'], path: string): TemplateProblem[] {
  const leavesFolder = path.startsWith('/') || path.split(/[\\/]/).includes('..')
  return leavesFolder ? [problem(at, 'must stay inside the folder of the game server')] : []
}
