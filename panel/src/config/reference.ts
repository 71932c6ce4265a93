// Writes what people read about the variables, config.env.example and the reference page, from the table.

import { type Variable, type VariableGroup, variableGroups } from './variable.ts'
import { isVariableName, type VariableName, variables, variablesWithoutEffect } from './variables.ts'

const generatedNote = 'Generated from panel/src/config/variables.ts by npm run generate; do not edit.'

interface Entry {
  name: VariableName
  variable: Variable<unknown>
}

function entriesOf(group: VariableGroup): Entry[] {
  return Object.keys(variables)
    .filter(isVariableName)
    .map(name => ({ name, variable: variables[name] }))
    .filter(entry => entry.variable.group === group)
}

function groupsWithEntries(): [string, Entry[]][] {
  const groups = Object.keys(variableGroups) as VariableGroup[]
  return groups
    .map((group): [string, Entry[]] => [variableGroups[group], entriesOf(group)])
    .filter(([, entries]) => entries.length > 0)
}

/** Every variable with its default, commented out; the file can be copied and used as it is once AUTH_SECRET is set. */
export function writeConfigExample(): string {
  const sections = groupsWithEntries().map(([title, entries]) => {
    const lines = entries
      .filter(({ variable }) => !variable.onlyFromEnvironment)
      .flatMap(({ name, variable }) => [`# ${variable.meaning}`, `#${name}=${variable.initial}`])
    return lines.length > 0 ? [`## ${title}`, ...lines].join('\n') : ''
  })
  const head = [
    `# ${generatedNote}`,
    '# Copy to config.env in DATA_DIR and remove the # before what you change; restart the panel afterwards.',
    '# The process environment wins over this file. The first start of npm start writes one with fresh secrets.',
  ].join('\n')
  return `${[head, ...sections.filter(section => section !== '')].join('\n\n')}\n`
}

export function writeVariablesPage(): string {
  const sections = groupsWithEntries().map(([title, entries]) =>
    [
      `## ${title}`,
      '',
      '| Variable | Default | Meaning | Allowed |',
      '|---|---|---|---|',
      ...entries.map(({ name, variable }) => tableRow(name, variable)),
    ].join('\n'),
  )
  const withoutEffect = [
    `## ${variableGroups.noEffect}`,
    '',
    'These names may appear in a configuration; they change nothing.',
    '',
    '| Variable | Why |',
    '|---|---|',
    ...variablesWithoutEffect.map(({ name, meaning }) => `| \`${name}\` | ${meaning} |`),
  ].join('\n')
  return `${[introduction(), ...sections, withoutEffect].join('\n\n')}\n`
}

function introduction(): string {
  return [
    `<!-- ${generatedNote} -->`,
    '',
    '# Variables of the panel',
    '',
    'They are set in `config.env` in `DATA_DIR`, or in the process environment, which wins, also with an empty value.',
    'A change takes effect after a restart. An empty value means the default, except where the meaning says otherwise.',
    '`npm run rookery config check` reads the configuration and lists everything that is wrong with it.',
    '',
    'Format of `config.env`: one `NAME=value` per line. Empty lines and lines that begin with `#` are skipped, and so is',
    "what follows ` #` after an unquoted value. `export ` before a name is allowed. Values in `'single quotes'` are taken",
    'as they are; in `"double quotes"` `\\n`, `\\r`, `\\t`, `\\"` and `\\\\` are escapes. Nothing is expanded. A name that is',
    'set twice is reported, and the later line counts. A line that cannot be read stops the panel.',
  ].join('\n')
}

function tableRow(name: string, variable: Variable<unknown>): string {
  const initial = variable.initial === '' ? 'empty' : `\`${variable.initial}\``
  const marks = [
    variable.isSecret ? 'Secret.' : '',
    variable.onlyFromEnvironment ? 'Process environment only.' : '',
  ]
  const meaning = [variable.meaning, ...marks].filter(part => part !== '').join(' ')
  return `| \`${name}\` | ${initial} | ${cell(meaning)} | ${cell(variable.kind.allowed)} |`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
