// Writes an egg in one of the two formats that are exported: PTDL_v2 as JSON, PLCN_v3 as YAML.

import { isDeepStrictEqual } from 'node:util'
import { parse, stringify } from 'yaml'
import { type Egg, type EggConfigFile, type EggVariable, usualStartup } from '../egg.ts'
import { joinRules } from '../reading/rule-list.ts'

export const exportedVersions = ['PTDL_v2', 'PLCN_v3'] as const
export type ExportedVersion = (typeof exportedVersions)[number]

const comment = 'Exported by Rookery'

export function writeEgg(egg: Egg, version: ExportedVersion, exportedAt: string): string {
  return version === 'PTDL_v2'
    ? `${JSON.stringify(pterodactylEgg(egg, exportedAt), null, 4)}\n`
    : yamlOf(pelicanEgg(egg, exportedAt))
}

/** Blocks of text are the readable way, but a few texts, such as those that begin with a blank line, change in them. */
function yamlOf(egg: object): string {
  const options = { lineWidth: 0, aliasDuplicateObjects: false } as const
  const readable = stringify(egg, options)
  const isSame = isDeepStrictEqual(parse(readable, { uniqueKeys: false }), JSON.parse(JSON.stringify(egg)))
  if (isSame) return readable
  const onOneLine = { blockQuote: false, doubleQuotedMinMultiLineLength: 2 ** 31 }
  return stringify(egg, { ...options, ...onOneLine, defaultStringType: 'QUOTE_DOUBLE' })
}

/** What the format has no place for, in words. */
export function lostIn(egg: Egg, version: ExportedVersion): { field: string; words: string }[] {
  if (version === 'PLCN_v3') return []
  const lost: { field: string; words: string }[] = []
  const usual = usualStartup(egg)
  const others = egg.startups.filter(one => one !== usual)
  for (const { label } of others)
    lost.push({ field: 'startup', words: `PTDL_v2 has one command: "${label}" is left out` })
  if (egg.icon !== null) lost.push({ field: 'image', words: 'PTDL_v2 has no icon' })
  return lost
}

function pterodactylEgg(egg: Egg, exportedAt: string) {
  return {
    _comment: comment,
    meta: { version: 'PTDL_v2', update_url: egg.updateUrl },
    exported_at: exportedAt,
    name: egg.name,
    author: egg.author,
    ...(egg.uuid === null ? {} : { uuid: egg.uuid }),
    description: egg.description,
    ...(egg.tags.length === 0 ? {} : { tags: egg.tags }),
    features: egg.features.length === 0 ? null : egg.features,
    docker_images: imagesOf(egg),
    file_denylist: egg.deniedFiles,
    startup: usualStartup(egg)?.command ?? '',
    config: {
      files: JSON.stringify(filesOf(egg.configFiles), null, 4),
      startup: JSON.stringify({ done: doneOf(egg) }, null, 4),
      logs: '{}',
      stop: egg.stop,
    },
    scripts: { installation: egg.install },
    variables: egg.variables.map(variable => ({
      ...variableOf(variable),
      rules: joinRules(variable.rules),
      ...(variable.sort === null ? {} : { sort: variable.sort }),
      field_type: 'text',
    })),
  }
}

function pelicanEgg(egg: Egg, exportedAt: string) {
  // Pelican orders by this number alone, an import where every variable has one: half of them would make another order.
  const isOrdered = egg.variables.every(({ sort }) => sort !== null)
  return {
    _comment: comment,
    meta: { version: 'PLCN_v3', update_url: egg.updateUrl },
    exported_at: exportedAt,
    name: egg.name,
    author: egg.author,
    ...(egg.uuid === null ? {} : { uuid: egg.uuid }),
    description: egg.description,
    image: egg.icon,
    tags: egg.tags,
    features: egg.features,
    docker_images: imagesOf(egg),
    file_denylist: egg.deniedFiles,
    startup_commands: Object.fromEntries(egg.startups.map(({ label, command }) => [label, command])),
    config: { files: filesOf(egg.configFiles), startup: { done: doneOf(egg) }, logs: {}, stop: egg.stop },
    scripts: { installation: egg.install },
    variables: egg.variables.map((variable, index) => ({
      ...variableOf(variable),
      rules: variable.rules,
      sort: isOrdered ? variable.sort : index + 1,
    })),
  }
}

function imagesOf(egg: Egg): Record<string, string> {
  return Object.fromEntries(egg.images.map(({ label, image }) => [label, image]))
}

function doneOf({ done }: Egg): string | string[] {
  return done.length === 1 ? (done[0] ?? '') : done
}

function filesOf(files: EggConfigFile[]): object {
  return Object.fromEntries(
    files.map(({ path, parser, values }) => {
      const find = new Map<string, string | Map<string, string>>()
      for (const { match, value, onlyIf } of values) {
        const known = find.get(match)
        if (onlyIf === null) find.set(match, value)
        else if (known instanceof Map) known.set(onlyIf, value)
        else find.set(match, new Map([[onlyIf, value]]))
      }
      const plain = [...find].map(([match, value]) => [
        match,
        value instanceof Map ? Object.fromEntries(value) : value,
      ])
      return [path, { parser, find: Object.fromEntries(plain) }]
    }),
  )
}

function variableOf(variable: EggVariable) {
  return {
    name: variable.name,
    description: variable.description,
    env_variable: variable.environmentName,
    default_value: variable.initial,
    user_viewable: variable.isViewable,
    user_editable: variable.isEditable,
  }
}
