// Makes a template of an egg, with a note for everything that was understood, mapped or left out.

import type { ImportNote } from '@rookery/contracts/http/templates.ts'
import { containerEngineNames } from '@rookery/contracts/process-managers.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { readRule } from '@rookery/primitives/variable-rules/variable-rules.ts'
import type { Egg } from '../egg.ts'
import { collectNotes, type ImportNotes, quoted } from '../import-notes.ts'
import { commandOf } from './egg-command.ts'
import { configFilesOf } from './egg-config-files.ts'
import { alwaysPresent } from './egg-environment.ts'
import { featuresOf } from './egg-features.ts'
import { installOf, warnUnpinned } from './egg-install.ts'
import { portsOf } from './egg-ports.ts'
import { readyPatternOf } from './egg-ready.ts'
import { stopOf } from './egg-stop.ts'
import { variablesOf } from './egg-variables.ts'
import { familyOf } from './game-family.ts'

const startGraceMs = 15_000
const stopGraceMs = 30_000

export interface ConvertedTemplate {
  template: Template
  notes: ImportNote[]
}

export function eggToTemplate(egg: Egg, slug: string): ConvertedTemplate {
  const notes = collectNotes()
  notes.understood('meta.version', `format ${egg.version}`)
  const family = familyOf(egg)
  const { filled, extraPorts, ports, query, rcon } = portsOf(egg, family, notes)
  const features = featuresOf(egg, notes)
  const variables = variablesOf(egg, new Set(Object.keys(filled)), notes)
  const values = new Map([
    ...variables.map(({ name }): [string, string] => [name, `{var.${name}}`]),
    ...Object.entries(filled),
    ...alwaysPresent,
  ])
  const { command, environment, startupText } = commandOf(
    egg.startups,
    values,
    numbersAmong(variables),
    notes,
  )
  const template: Template = {
    slug,
    name: egg.name,
    game: family.game ?? egg.name,
    description: egg.description,
    author: egg.author,
    tags: egg.tags,
    ...iconOf(egg, notes),
    process_managers: [...containerEngineNames],
    container: { images: imagesOf(egg, notes), read_only_root: false, folder: '/home/container' },
    ports,
    extra_ports: extraPorts,
    variables: [...variables, ...features.variables],
    command,
    environment: { ...environment, ...filled, ...Object.fromEntries(alwaysPresent), STARTUP: startupText },
    variables_in_environment: true,
    install: installOf(egg, notes),
    config_files: [...configFilesOf(egg, values, notes), ...features.configFiles],
    ready: { pattern: readyPatternOf(egg.done, notes), grace_ms: startGraceMs },
    stop: { method: stopOf(egg.stop, notes), grace_ms: stopGraceMs },
    ...(rcon ? { rcon } : {}),
    ...(query ? { query } : {}),
    crash_hints: features.crashHints,
    protected_files: egg.deniedFiles,
  }
  return { template, notes: notes.list() }
}

function numbersAmong(variables: Template['variables']): Set<string> {
  const isNumber = ({ rules }: Template['variables'][number]) =>
    rules.some(rule => ['integer', 'int', 'numeric', 'boolean', 'bool'].includes(readRule(rule).name))
  return new Set(variables.filter(isNumber).map(({ name }) => name))
}

function imagesOf(egg: Egg, notes: ImportNotes): NonNullable<Template['container']>['images'] {
  return egg.images.map(({ label, image }) => {
    const field = `docker_images.${label}`
    const isLocal = image.startsWith('~')
    const name = image.replace(/^~/, '')
    if (isLocal) notes.mapped(field, `${quoted(name)} is never pulled: it must be on the node`)
    else warnUnpinned(name, field, notes)
    return { label, image: name, pull: !isLocal }
  })
}

function iconOf(egg: Egg, notes: ImportNotes): { icon?: string } {
  if (egg.icon === null) return {}
  if (egg.icon.startsWith('data:image/')) return { icon: egg.icon }
  notes.warning('image', 'only an icon inside of the egg (data:image/…) can be kept')
  return {}
}
