// Writes an egg in one of the two formats that are exported: PTDL_v2 as JSON, PLCN_v3 as YAML.

import { stringify } from 'yaml'
import type { Egg, EggConfigFile, EggVariable } from '../egg.ts'

export const exportedVersions = ['PTDL_v2', 'PLCN_v3'] as const
export type ExportedVersion = (typeof exportedVersions)[number]

const comment = 'Exported by Rookery'

export function writeEgg(egg: Egg, version: ExportedVersion, exportedAt: string): string {
  return version === 'PTDL_v2'
    ? `${JSON.stringify(pterodactylEgg(egg, exportedAt), null, 4)}\n`
    : stringify(pelicanEgg(egg, exportedAt), { lineWidth: 0, aliasDuplicateObjects: false })
}

/** What the format has no place for, in words. */
export function lostIn(egg: Egg, version: ExportedVersion): { field: string; words: string }[] {
  if (version === 'PLCN_v3') return []
  const lost: { field: string; words: string }[] = []
  const [, ...others] = egg.startups
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
    startup: egg.startups[0]?.command ?? '',
    config: {
      files: JSON.stringify(filesOf(egg.configFiles), null, 4),
      startup: JSON.stringify({ done: doneOf(egg) }, null, 4),
      logs: '{}',
      stop: egg.stop,
    },
    scripts: { installation: egg.install },
    variables: egg.variables.map(variable => ({
      ...variableOf(variable),
      rules: variable.rules.join('|'),
      ...(variable.sort === null ? {} : { sort: variable.sort }),
      field_type: 'text',
    })),
  }
}

function pelicanEgg(egg: Egg, exportedAt: string) {
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
      sort: variable.sort ?? index + 1,
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
