// The start command of an egg's template: shell text, with what the preview says about it.

import type { Template } from '@rookery/contracts/template.ts'
import { type Egg, usualStartup } from '../egg.ts'
import { type ImportNotes, quoted } from '../import-notes.ts'
import { alwaysPresent, eggPlaceholder, environmentNameOf, shellNames } from './egg-environment.ts'
import { shellCommand } from './shell-command.ts'

export interface EggCommand {
  command: Template['command']
  /** What the egg's own images read: with `{{VAR}}`, whatever the egg wrote. */
  startupText: string
  /** What the command needs beside the egg's variables. */
  environment: Record<string, string>
}

/** `values` knows every environment variable that there will be, `numbers` those that can hold nothing but one. */
export function commandOf(
  startups: Egg['startups'],
  values: ReadonlyMap<string, string>,
  numbers: ReadonlySet<string>,
  notes: ImportNotes,
): EggCommand {
  const usual = usualStartup({ startups })
  const startup = usual?.command ?? ''
  const field = 'startup'
  const read = shellCommand(startup)
  notes.understood(
    field,
    'runs by sh -c in its container; values are environment variables and never part of it',
  )
  for (const { label } of startups) {
    if (label !== usual?.label) notes.warning(field, `only one command is used; ${quoted(label)} is left out`)
  }
  if (read.needsBash) notes.mapped(field, 'uses what only bash knows, so bash runs it')
  for (const key of read.unknownKeys) notes.warning(field, `{{${key}}} is not known and stays empty`)
  for (const name of read.evaluated) {
    if (!alwaysPresent.has(name) && !numbers.has(name)) {
      notes.warning(field, `the value of ${name} is itself read as a command or a calculation`)
    }
  }
  const environment: Record<string, string> = {}
  for (const name of new Set(read.names)) {
    if (values.has(name) || shellNames.has(name)) continue
    if (name === 'INTERNAL_IP') {
      environment[name] = '0.0.0.0'
      notes.mapped(field, '{{INTERNAL_IP}} is 0.0.0.0: all addresses of the container')
    } else notes.warning(field, `{{${name}}} is not defined by the egg and stays empty`)
  }
  return { command: { shell: read.shell }, startupText: plainNames(startup), environment }
}

/** With plain names the text holds nothing that could be taken for one of our placeholders. */
function plainNames(startup: string): string {
  const named = startup.replaceAll(eggPlaceholder, (_, key: string) => {
    const name = environmentNameOf(key)
    return name === null ? '' : `{{${name}}}`
  })
  return named.replaceAll(/\{(?=[a-z]+\.[A-Za-z0-9_]+\})/g, '{ ')
}
