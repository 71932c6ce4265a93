// Writes the reference page of the command line from the commands themselves.

import type { ArgDef, CommandDef } from 'citty'
import { rookery } from './commands.ts'

export interface DescribedCommand {
  /** With `rookery` before it. */
  argv: string[]
  description: string
  args: [string, ArgDef][]
}

/** What can be typed; the man page and the completions of shells are made from it too. */
export const describeCommands = (): DescribedCommand[] => collect(rookery as CommandDef, [])

export function writeCommandsPage(): string {
  return `${[introduction(), ...describeCommands().map(describe)].join('\n\n')}\n`
}

/** Only commands that do something; groups are part of their names. */
function collect(command: CommandDef, above: string[]): DescribedCommand[] {
  const {
    meta,
    args,
    subCommands,
    default: usual,
  } = command as {
    meta: { name: string; description: string }
    args?: Record<string, ArgDef>
    subCommands?: Record<string, CommandDef>
    default?: string
  }
  const argv = [...above, meta.name]
  if (subCommands) {
    return Object.entries(subCommands).flatMap(([name, below]) =>
      // What runs when nothing below is named has the name of the group.
      name === usual ? collect(withName(below, meta.name), above) : collect(below, argv),
    )
  }
  return [{ argv, description: meta.description, args: Object.entries(args ?? {}) }]
}

function withName(command: CommandDef, name: string): CommandDef {
  return { ...command, meta: { ...(command.meta as { description: string }), name } }
}

function describe({ argv, description, args }: DescribedCommand): string {
  const formatted = args
    .map(([name, argument]) => (argument.type === 'positional' ? positional(name, argument) : ''))
    .join('')
  const rows = args.map(
    ([name, argument]) => `| \`${nameOf(name, argument)}\` | ${argument.description ?? ''} |`,
  )
  const table = rows.length > 0 ? ['', '| Argument | Meaning |', '|---|---|', ...rows] : []
  return [
    `## ${argv.join(' ')}`,
    '',
    '```',
    `${argv.join(' ')}${formatted}`,
    '```',
    '',
    `${description}.`,
    ...table,
  ].join('\n')
}

export function positional(name: string, argument: ArgDef): string {
  const isOptional = argument.required === false || argument.default !== undefined
  return isOptional ? ` [${name.toUpperCase()}]` : ` ${name.toUpperCase()}`
}

export function nameOf(name: string, argument: ArgDef): string {
  if (argument.type === 'positional') return name.toUpperCase()
  return argument.type === 'string' ? `--${name} ${name.toUpperCase()}` : `--${name}`
}

function introduction(): string {
  return [
    '<!-- Generated from cli/src/commands.ts by npm run generate; do not edit. -->',
    '',
    '# Commands',
    '',
    'In a clone, `npm run rookery --` stands for `rookery`. `DATA_DIR` says which installation is meant (default `./data`),',
    '`CONFIG_FILE` where its settings are (default `config.env` in `DATA_DIR`). Every command ends with 0 when all is well,',
    'and with another exit code and a sentence on standard error when it is not.',
  ].join('\n')
}
