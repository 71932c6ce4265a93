// Turns a template and one game server's own values into the definition that its node obeys.

import { createHash } from 'node:crypto'
import type { DefinedStorage } from '@rookery/contracts/daemon/backup-request.ts'
import type { CrashPolicy, GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { isContainerEngine } from '@rookery/contracts/process-managers.ts'
import { hasSteps, type Schedule } from '@rookery/contracts/schedule.ts'
import type { Suspension } from '@rookery/contracts/suspension.ts'
import {
  fillForNode,
  fillPlaceholders,
  mapStepTexts,
  placeholdersIn,
} from '@rookery/contracts/template/placeholders.ts'
import { portNames, type Template } from '@rookery/contracts/template.ts'
import { endsBetweenQuotes, plainName, textBetweenQuotes } from './game-text.ts'
import { extraPorts, listenedPorts, type PortValues, portNumber } from './port-numbers.ts'

const megabyte = 1024 * 1024

export interface GameServerValues {
  uuid: string
  name: string
  placementEpoch?: number
  tags?: string[]
  /** Of the machine that it runs on. */
  nodeName?: string
  processManager: GameServerDefinition['process_manager']
  ip: string
  port: number
  queryPort: number | null
  rconPort: number | null
  rconPassword: string
  variables: Record<string, string>
  memoryLimitBytes: number | null
  cpuLimitPercent: number | null
  diskLimitBytes: number | null
  autostart: boolean
  suspended?: Suspension | null
  updateBeforeStart?: boolean
  crashPolicy: CrashPolicy
  /** The label of one of the template's images; null: the first. */
  image?: string | null
  schedules?: Schedule[]
  /** Where its backups go, with all secrets; none for a daemon that knows no backups (L25). */
  backupStorages?: DefinedStorage[]
  /** Of the game server that it is made from. */
  backupSources?: GameServerDefinition['backup_sources']
}

type Fill = (text: string) => string

export function renderDefinition(template: Template, values: GameServerValues): GameServerDefinition {
  const known = placeholderValues(template, values)
  const personal = personalValues(template, values)
  const fill: Fill = text => fillPlaceholders(text, name => known.get(name))
  // Only in lines and ini files is the syntax the game's own; other formats are quoted by the rules of the format.
  const fillLine: Fill = text =>
    fillPlaceholders(text, (name, before) => {
      const value = known.get(name)
      const isAtRisk = value !== undefined && personal.has(name) && endsBetweenQuotes(before)
      return isAtRisk ? textBetweenQuotes(value) : value
    })
  const renderSteps = (steps: Template['install']) =>
    steps.map(step => mapStepTexts(step, text => fillForNode(text, name => known.get(name))))
  return {
    uuid: values.uuid,
    name: values.name,
    placement_epoch: values.placementEpoch ?? 1,
    origin: {
      template: template.slug,
      template_version: templateVersion(template),
      ip: values.ip,
      port: values.port,
      query_port: values.queryPort,
      rcon_port: values.rconPort,
      rcon_password: values.rconPassword,
      tags: values.tags ?? [],
      variables: values.variables,
      image: values.image ?? null,
    },
    process_manager: values.processManager,
    command: commandOf(template, fill),
    environment: environmentOf(template, known, fill),
    install: renderSteps(template.install),
    update: template.update ? renderSteps(template.update) : null,
    config_files: template.config_files
      .map(file => configFileOf(file, { fill, fillLine, personal }))
      // Named by a variable that is empty: there is no such file.
      .filter(({ path }) => path.trim() !== ''),
    ready: template.ready,
    stop: template.stop,
    autostart: values.autostart,
    suspended: values.suspended ?? null,
    update_before_start: values.updateBeforeStart ?? false,
    limits: {
      memory_bytes: values.memoryLimitBytes,
      cpu_percent: values.cpuLimitPercent,
      disk_bytes: values.diskLimitBytes,
    },
    ports: listenedPorts(template, values),
    container: containerOf(template, values.image ?? null),
    crash_policy: values.crashPolicy,
    ...controlsOf(template, values),
    players: template.players ?? null,
    schedules: (values.schedules ?? []).filter(schedule => !hasSteps(schedule)),
    step_schedules: (values.schedules ?? []).filter(hasSteps),
    backup_storages: values.backupStorages ?? [],
    backup_sources: values.backupSources ?? [],
    backup: template.backup ?? null,
    protected_files: template.protected_files,
    secrets: secretsOf(template, values, known),
  }
}

/** The command of the same definition, and nothing else of it. */
export function renderCommand(template: Template, values: PlaceholderInput): string[] {
  const known = placeholderValues(template, values)
  return commandOf(template, text => fillPlaceholders(text, name => known.get(name)))
}

function commandOf({ command }: Template, fill: Fill): string[] {
  if (!Array.isArray(command)) return ['sh', '-c', command.shell]
  const [first = '', ...rest] = command
  const program = fill(first)
  // Only the template itself can name the node's own runtime: a value that reads so is the name of a file.
  const isValue = program === '{runtime.node}' && first !== program
  return [isValue ? `./${program}` : program, ...rest.map(fill)]
}

/** What the template says itself, a variable of the same name cannot replace. */
function environmentOf(
  template: Template,
  known: ReadonlyMap<string, string>,
  fill: Fill,
): Record<string, string> {
  const variables = template.variables_in_environment ? template.variables : []
  return {
    ...Object.fromEntries(variables.map(({ name }) => [name, known.get(`var.${name}`) ?? ''])),
    ...Object.fromEntries(Object.entries(template.environment).map(([name, text]) => [name, fill(text)])),
  }
}

interface FileFilling {
  fill: Fill
  fillLine: Fill
  personal: ReadonlyMap<string, string>
}

function configFileOf(file: Template['config_files'][number], { fill, fillLine, personal }: FileFilling) {
  return {
    ...file,
    path: fill(file.path),
    values: file.values.map(({ key, value, only_if, as_text }) => {
      const isLineOfGame = file.format === 'lines' || file.format === 'ini'
      const filled = isLineOfGame ? fillLine(value) : fill(value)
      const isOwnText = !placeholdersIn(value).some(name => /[\r\n]/.test(personal.get(name) ?? ''))
      const hasOwnLineBreaks = file.format === 'lines' && isOwnText && /[\r\n]/.test(filled)
      return {
        key: fill(key),
        value: filled,
        ...(only_if === undefined ? {} : { only_if: fill(only_if) }),
        ...(as_text === undefined ? {} : { as_text }),
        ...(hasOwnLineBreaks ? { has_own_line_breaks: true } : {}),
      }
    }),
  }
}

/** What a person has entered: a line break in it is not the template's. */
function personalValues(template: Template, values: GameServerValues): Map<string, string> {
  const chosen = template.variables.flatMap(({ name, default: initial }): [string, string][] => {
    const value = values.variables[name] ?? initial
    return value === initial ? [] : [[`var.${name}`, value]]
  })
  return new Map([
    ['server.name', values.name],
    ['node.name', values.nodeName ?? ''],
    ['rcon.password', values.rconPassword],
    ...chosen,
  ])
}

function containerOf({ container }: Template, label: string | null): GameServerDefinition['container'] {
  const image = container?.images.find(one => one.label === label) ?? container?.images[0]
  if (!container || !image) return null
  const { read_only_root, folder } = container
  return { image: image.image, pull: image.pull, read_only_root, folder }
}

/** RCON without a password is switched off in every game that has it. */
function controlsOf(template: Template, values: GameServerValues) {
  const { rcon, query } = template
  return {
    rcon:
      rcon && values.rconPassword !== ''
        ? { ...rcon, port: portNumber(rcon.port, values), password: values.rconPassword }
        : null,
    query: query ? { game: query.game, port: queryPort(query, values) } : null,
    query_address: reachableAddress(values.ip),
  }
}

function queryPort({ port, game_plus }: NonNullable<Template['query']>, values: GameServerValues): number {
  return game_plus === undefined ? portNumber(port, values) : values.port + game_plus
}

/** A game that listens everywhere is spoken to on its own machine. */
function reachableAddress(ip: string): string {
  if (ip === '0.0.0.0' || ip === '') return '127.0.0.1'
  return ip === '::' ? '::1' : ip
}

function secretsOf(
  template: Template,
  values: GameServerValues,
  known: ReadonlyMap<string, string>,
): string[] {
  const ofVariables = template.variables.filter(({ secret }) => secret)
  const secrets = [values.rconPassword, ...ofVariables.map(({ name }) => known.get(`var.${name}`) ?? '')]
  return [...new Set(secrets)].filter(secret => secret !== '')
}

interface PlaceholderInput extends PortValues {
  uuid: string
  name: string
  nodeName?: string
  processManager: string
  rconPassword: string
  memoryLimitBytes: number | null
}

const isInContainer = ({ processManager }: PlaceholderInput) => isContainerEngine(processManager)

/** What each placeholder stands for; the node's own `{runtime.node}` and `{found.…}` are not among them: they travel on. */
function placeholderValues(template: Template, values: PlaceholderInput): Map<string, string> {
  return new Map([
    ['server.name', values.name],
    ['server.plain_name', plainName(values.name)],
    ['server.uuid', values.uuid],
    ['server.ip', values.ip],
    ['server.bind_ip', isInContainer(values) ? '0.0.0.0' : values.ip],
    ['server.memory_mb', String(Math.floor((values.memoryLimitBytes ?? 0) / megabyte))],
    ['node.name', values.nodeName ?? ''],
    ['rcon.password', values.rconPassword],
    ...portNames.map((name): [string, string] => [`port.${name}`, String(portNumber(name, values))]),
    ...extraPorts(template, values).map(({ name, port }): [string, string] => [`port.${name}`, String(port)]),
    ...template.variables.map(({ name, default: initial }): [string, string] => [
      `var.${name}`,
      values.variables[name] ?? initial,
    ]),
  ])
}

/** Another one means that a start may go otherwise than before: all in a template that acts on files or on a run. */
function templateVersion(template: Template): string {
  const { command, environment, variables_in_environment, install, update, config_files, container } =
    template
  const { process_managers, ports, extra_ports } = template
  const defaults = template.variables.map(variable => [variable.name, variable.default])
  const acting = [
    ...[command, environment, variables_in_environment, install, update ?? null, config_files],
    ...[container ?? null, process_managers, ports, extra_ports, defaults],
  ]
  return createHash('sha256').update(JSON.stringify(acting)).digest('hex').slice(0, 16)
}
