// Makes an egg of a template that was never one, as far as an egg can say it.

import type { Template } from '@rookery/contracts/template.ts'
import type { Egg, EggVariable } from '../egg.ts'
import { alwaysPresent } from '../mapping/egg-environment.ts'
import { type EggNames, eggNamesOf } from './egg-names.ts'

export type ConvertedEgg = { egg: Egg; lost: { field: string; words: string }[] } | { problem: string }

/** Without the version, which whoever writes it decides. */
export function templateToEgg(template: Template): ConvertedEgg {
  const { container } = template
  if (!container) return { problem: 'an egg runs in a container, and this template names no container image' }
  const install = installOf(template)
  if (typeof install === 'string') return { problem: install }
  const names = eggNamesOf(template)
  const startup = startupOf(template, names)
  if (startup === null) return { problem: 'its start command names a value that an egg does not have' }
  const variables = [...template.variables.map(variableOf), ...names.added]
  const egg: Egg = {
    version: 'PLCN_v3',
    uuid: null,
    name: template.name,
    author: template.author,
    description: template.description,
    updateUrl: null,
    tags: template.tags,
    icon: template.icon ?? null,
    features: [],
    images: container.images.map(({ label, image, pull }) => ({ label, image: pull ? image : `~${image}` })),
    deniedFiles: template.protected_files,
    startups: [{ label: 'Default', command: startup }],
    configFiles: configFilesOf(template, names),
    done: doneOf(template.ready.pattern),
    stop: stopOf(template),
    install,
    variables,
  }
  return { egg, lost: lostOf(template) }
}

function installOf({ install }: Template): Egg['install'] | string {
  const [step, ...more] = install
  if (!step) return { script: '', container: '', entrypoint: '' }
  if (step.do === 'run-script' && more.length === 0) {
    return { script: step.script, container: step.image, entrypoint: step.entrypoint }
  }
  const kinds = [...new Set(install.map(one => one.do))].join(', ')
  return `an egg installs by one script, and this template by steps that have no script: ${kinds}`
}

function startupOf(template: Template, names: EggNames): string | null {
  const { command } = template
  const own = Object.entries(template.environment).filter(
    ([name]) =>
      !alwaysPresent.has(name) && !names.added.some(({ environmentName }) => environmentName === name),
  )
  const written = [
    ...own.map(([name, value]) => {
      const text = quoted(value, names)
      return text === null ? null : `export ${name}=${text};`
    }),
    ...(Array.isArray(command)
      ? command.map((argument, index) =>
          index === 0 && argument === '{runtime.node}' ? 'node' : quoted(argument, names),
        )
      : [command.shell]),
  ]
  return written.includes(null) ? null : written.join(' ')
}

/** One argument for a shell: a value inside of it never splits. */
function quoted(argument: string, names: EggNames): string | null {
  if (/^[A-Za-z0-9_./:=@%+,-]+$/.test(argument)) return argument
  return (
    names.inCommand(argument.replaceAll(/["\\$`]/g, '\\$&'))?.replace(/^[\s\S]*$/, text => `"${text}"`) ??
    null
  )
}

const parsers = { lines: 'file' } as const

function configFilesOf(template: Template, names: EggNames): Egg['configFiles'] {
  return template.config_files.map(({ path, format, values }) => ({
    path: names.inFile(path),
    parser: format in parsers ? parsers[format as keyof typeof parsers] : format,
    values: values.map(({ key, value, only_if }) => ({
      match: names.inFile(key),
      value: names.inFile(value),
      onlyIf: only_if ?? null,
    })),
  }))
}

function doneOf(pattern: string | null): string[] {
  if (pattern === null) return []
  const [, expression, flag] = /^\/(.+)\/(i?)$/s.exec(pattern) ?? []
  if (expression === undefined) return [pattern]
  return [`regex:${flag ? '(?i)' : ''}${expression}`]
}

function stopOf({ stop: { method } }: Template): string {
  if (method.by === 'command') return method.command
  return method.signal === 'SIGINT' ? '^C' : `^${method.signal}`
}

function variableOf(variable: Template['variables'][number]): EggVariable {
  return {
    name: variable.title || variable.name,
    description: variable.description,
    environmentName: variable.name,
    initial: variable.default,
    isViewable: variable.visible_to === 'everyone',
    isEditable: variable.editable_by === 'everyone',
    rules: variable.rules,
    sort: null,
  }
}

function lostOf(template: Template): { field: string; words: string }[] {
  const { rcon, query, players, update, crash_hints: hints, extra_ports: extra } = template
  const parts: [boolean, string, string][] = [
    [rcon !== undefined, 'rcon', 'an egg does not say how RCON is spoken'],
    [query !== undefined, 'query', 'an egg does not say how the game is asked'],
    [players !== undefined, 'players', 'an egg has no commands for players'],
    [update !== undefined, 'update', 'an egg updates by its installation'],
    [hints.length > 0, 'crash_hints', 'an egg has no explanations of crashes'],
    [extra.length > 0, 'extra_ports', 'an egg does not name further ports'],
  ]
  return parts.filter(([isThere]) => isThere).map(([, field, words]) => ({ field, words }))
}
