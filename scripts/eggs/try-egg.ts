// Takes one egg through everything that is done with eggs: import, start command, config files, export, import again.

import { spawnSync } from 'node:child_process'
import { isDeepStrictEqual } from 'node:util'
import {
  defaultCrashPolicy,
  type GameServerDefinition,
  gameServerDefinition,
} from '../../contracts/src/daemon/game-server-definition.ts'
import { problemsOf } from '../../contracts/src/template/check-template.ts'
import { fillPlaceholders } from '../../contracts/src/template/placeholders.ts'
import { placeName } from '../../contracts/src/template/template-problem.ts'
import { type Template, template as templateShape } from '../../contracts/src/template.ts'
import { editConfig } from '../../daemon/src/features/config-files/logic/edit-config.ts'
import type { Egg } from '../../panel/src/features/templates/logic/eggs/egg.ts'
import { eggPlaceholder } from '../../panel/src/features/templates/logic/eggs/mapping/egg-environment.ts'
import { slugOf } from '../../panel/src/features/templates/logic/eggs/mapping/egg-slug.ts'
import { eggToTemplate } from '../../panel/src/features/templates/logic/eggs/mapping/egg-to-template.ts'
import { readEgg } from '../../panel/src/features/templates/logic/eggs/reading/read-egg.ts'
import {
  exportedVersions,
  writeEgg,
} from '../../panel/src/features/templates/logic/eggs/writing/write-egg.ts'
import { renderDefinition } from '../../panel/src/features/templates/logic/render-definition.ts'

export interface TriedEgg {
  /** False: the file is something else, such as a package.json. */
  isEgg: boolean
  format: string | null
  /** Empty when it passed. */
  problems: string[]
  warnings: number
  configFiles: number
}

/** `runShell` false: the start command is not shown to a shell, which takes longer than everything else. */
export function tryEgg(text: string, { runShell = true } = {}): TriedEgg {
  const read = readEgg(text)
  if ('problem' in read) {
    const { problem, isEgg } = read
    return { isEgg, format: null, problems: isEgg ? [problem] : [], warnings: 0, configFiles: 0 }
  }
  const { egg, warnings } = read
  const { template, notes } = eggToTemplate(
    egg,
    slugOf(egg.name, () => false),
  )
  const problems = [...templateTroubles(template), ...placeholderTroubles(template)]
  const definition = problems.length === 0 ? renderDefinition(template, defaultValues(template)) : null
  if (definition) problems.push(...definitionTroubles(definition))
  if (definition && runShell) problems.push(...syntaxTroubles(definition.command[2] ?? ''))
  for (const version of exportedVersions) problems.push(...roundTripTroubles(egg, template, version))
  return {
    isEgg: true,
    format: egg.version,
    problems,
    warnings: warnings.length + notes.filter(({ kind }) => kind === 'warning').length,
    configFiles: template.config_files.length,
  }
}

function templateTroubles(template: Template): string[] {
  const parsed = templateShape.safeParse(template)
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message }) => `template ${path.join('.')}: ${message}`)
  }
  if (!isDeepStrictEqual(parsed.data, template)) return ['the template changes when it is read']
  return problemsOf(template).map(({ path, message }) => `template ${placeName(path)}: ${message}`)
}

/** A game server of which only what must be chosen is chosen. */
function defaultValues(template: Template): Parameters<typeof renderDefinition>[1] {
  return {
    uuid: '7b0b5ce0-6cf4-4f1c-8a4c-8f3f0d7a1a11',
    name: 'try',
    nodeName: 'node',
    processManager: 'docker',
    ip: '0.0.0.0',
    port: template.ports.game.default,
    queryPort: template.ports.query?.default ?? null,
    rconPort: template.ports.rcon?.default ?? null,
    rconPassword: 'made-up',
    variables: {},
    memoryLimitBytes: 1024 ** 3,
    cpuLimitPercent: null,
    diskLimitBytes: null,
    autostart: false,
    crashPolicy: defaultCrashPolicy,
  }
}

function definitionTroubles(definition: GameServerDefinition): string[] {
  const parsed = gameServerDefinition.safeParse(definition)
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => `definition ${path.join('.')}: ${message}`)
  const troubles: string[] = []
  const [program, option, shell = ''] = definition.command
  if (program !== 'sh' || option !== '-c') troubles.push('the start command is not run by sh -c')
  if (/\{\{\s*[\w.-]+\s*\}\}/.test(shell)) troubles.push('a placeholder is left in the start command')
  for (const { path, format, values } of definition.config_files) {
    const { warnings } = editConfig(format, '', values)
    troubles.push(...warnings.map(words => `${path}: ${words}`))
  }
  return troubles
}

/** In the template: what a variable's default holds is a value, whatever it looks like. */
function placeholderTroubles(template: Template): string[] {
  const isLeft = (text: string) => fillPlaceholders(text, () => 'x}x').search(eggPlaceholder) >= 0
  const ofEnvironment = Object.entries(template.environment)
    .filter(([name, text]) => name !== 'STARTUP' && isLeft(text))
    .map(([name]) => `a placeholder is left in ${name}`)
  const ofFiles = template.config_files.flatMap(({ path, values }) =>
    values.filter(({ value }) => isLeft(value)).map(({ key }) => `a placeholder is left in ${path}, ${key}`),
  )
  return [...ofEnvironment, ...ofFiles]
}

/** Read by the shell that would run it, and not run. */
function syntaxTroubles(shell: string): string[] {
  const byBash = 'exec bash -c '
  const words = shell.startsWith(byBash)
    ? ['-c', `bash -n -c ${shell.slice(byBash.length)}`]
    : ['-n', '-c', shell]
  const { status, stderr } = spawnSync('sh', words, { encoding: 'utf8' })
  return status === 0 ? [] : [`a shell cannot read the start command: ${stderr.trim()}`]
}

function roundTripTroubles(
  egg: Egg,
  template: Template,
  version: (typeof exportedVersions)[number],
): string[] {
  const again = readEgg(writeEgg(egg, version, '2026-01-01T00:00:00.000Z'))
  if ('problem' in again) return [`its export as ${version} cannot be imported: ${again.problem}`]
  const { template: made } = eggToTemplate(again.egg, template.slug)
  const expected = version === 'PTDL_v2' ? { ...template, icon: undefined } : template
  const differing = Object.keys({ ...expected, ...made }).filter(
    field => !isDeepStrictEqual(expected[field as keyof Template], made[field as keyof Template]),
  )
  return differing.map(field => `${field} is another one after export as ${version} and import`)
}
