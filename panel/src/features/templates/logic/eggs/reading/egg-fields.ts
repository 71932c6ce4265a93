// The fields of an egg, taken leniently from whichever version has them, in the one shape.

import * as z from 'zod'
import type { Egg, EggConfigFile, EggValue, EggVersion } from '../egg.ts'
import { anything, entriesOf, entryOf, flag, nested, text, textOrNull, texts } from './lenient.ts'
import { splitRules } from './rule-list.ts'

const variable = z.object({
  name: text,
  description: text,
  env_variable: text,
  default_value: text,
  user_viewable: flag,
  user_editable: flag,
  rules: anything,
  sort: z.coerce.number().int().nullable().catch(null),
})

export const eggBody = z.object({
  meta: z.object({ update_url: textOrNull }).catch({ update_url: null }),
  uuid: textOrNull,
  name: text,
  author: text,
  description: text,
  tags: texts,
  image: textOrNull,
  icon: textOrNull,
  features: texts,
  images: anything,
  docker_images: anything,
  file_denylist: texts,
  startup: textOrNull,
  startup_commands: anything,
  config: z
    .object({ files: anything, startup: nested, stop: text })
    .catch({ files: {}, startup: {}, stop: '' }),
  scripts: anything,
  variables: anything,
})
type Body = z.output<typeof eggBody>

const installation = z
  .object({ script: text, container: text, entrypoint: text })
  .catch({ script: '', container: '', entrypoint: '' })

export function eggOf(version: EggVersion, read: Body): Egg {
  const install = installation.parse(nested.parse(entryOf(read.scripts, 'installation')))
  return {
    version,
    uuid: read.uuid,
    name: read.name.replaceAll(/\p{Cc}/gu, ' ').trim(),
    author: read.author.trim(),
    description: read.description.replaceAll(/\r\n?/g, '\n').trim(),
    updateUrl: read.meta.update_url,
    tags: read.tags,
    icon: version.startsWith('PLCN') ? (read.icon ?? read.image) : null,
    features: read.features,
    images: imagesOf(version, read),
    deniedFiles: read.file_denylist,
    startups: startupsOf(read),
    configFiles: configFilesOf(nested.parse(read.config.files)),
    done: doneOf(entryOf(read.config.startup, 'done')),
    stop: read.config.stop.trim(),
    install: { ...install, script: install.script.replaceAll(/\r\n?/g, '\n') },
    variables: entriesOf(nested.parse(read.variables)).flatMap(([, one]) => variableOf(one)),
  }
}

function imagesOf(version: EggVersion, read: Body): Egg['images'] {
  const labelled = (images: unknown) =>
    entriesOf(images).map(([label, image]) => ({ label: Array.isArray(images) ? '' : label.trim(), image }))
  // In Pelican's formats the image is the egg's picture.
  const single = version.startsWith('PTDL') ? [{ label: '', image: read.image }] : []
  const all = [...labelled(read.docker_images), ...labelled(read.images), ...single]
  const found = all.flatMap(({ label, image }) => {
    const name = text.parse(image).trim().replace(/^~\s+/, '~')
    return name.replace(/^~/, '') === '' ? [] : [{ label: label || name, image: name }]
  })
  // The first of a label counts.
  return [...new Map(found.toReversed().map(one => [one.label, one])).values()].toReversed()
}

function startupsOf(read: Body): Egg['startups'] {
  const named = entriesOf(read.startup_commands).map(([label, command]) => ({
    label,
    command: text.parse(command),
  }))
  const single = read.startup === null ? [] : [{ label: 'Default', command: read.startup }]
  const all = [...named, ...(named.length === 0 ? single : [])]
  return all
    .map(({ label, command }) => ({ label, command: command.replaceAll(/\r\n?/g, '\n').trim() }))
    .filter(({ command }) => command !== '')
}

function configFilesOf(files: object): EggConfigFile[] {
  return Object.entries(files).map(([path, described]) => ({
    path: path.trim(),
    parser: text.parse(entryOf(described, 'parser')).trim().toLowerCase(),
    values: entriesOf(nested.parse(entryOf(described, 'find'))).flatMap(([match, value]) =>
      valuesOf(match, value),
    ),
  }))
}

function valuesOf(match: string, value: unknown): EggValue[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value).map(([onlyIf, then]) => ({ match, value: written(then), onlyIf }))
  }
  return [{ match, value: written(value), onlyIf: null }]
}

/** In a config file a flag is `true` or `false`. */
function written(value: unknown): string {
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : text.parse(value)
}

function doneOf(done: unknown): string[] {
  const list = Array.isArray(done) ? done : [done]
  return list.flatMap(one => (typeof one === 'string' && one !== '' ? [one] : []))
}

function variableOf(value: unknown): Egg['variables'] {
  const read = variable.safeParse(value)
  if (!read.success || read.data.env_variable.trim() === '') return []
  const { data: one } = read
  const rules =
    typeof one.rules === 'string' ? splitRules(one.rules) : texts.parse(one.rules).flatMap(splitRules)
  return [
    {
      name: one.name.trim() || one.env_variable.trim(),
      description: one.description.replaceAll(/\r\n?/g, '\n').trim(),
      environmentName: one.env_variable.trim(),
      initial: one.default_value,
      isViewable: one.user_viewable,
      isEditable: one.user_editable,
      rules,
      sort: one.sort,
    },
  ]
}
