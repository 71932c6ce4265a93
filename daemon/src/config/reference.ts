// Writes the reference page of daemon.yaml from the fields and their notes.

import { stringify } from 'yaml'
import * as z from 'zod'
import { daemonFile, type FieldNote, fieldNotes } from './daemon-file.ts'

interface Field {
  /** With the name of its group: `metrics.enabled`. */
  path: string[]
  schema: z.ZodType
  note: FieldNote
}

const generatedNote = 'Generated from daemon/src/config/daemon-file.ts by npm run generate; do not edit.'

/** Throws where a field has no note: then the page would hide it. */
export function describeFields(): Field[] {
  return fieldsOf(daemonFile.shape, [])
}

function fieldsOf(shape: Readonly<Record<string, z.core.$ZodType>>, above: string[]): Field[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    const path = [...above, name]
    const group = groupOf(schema)
    if (group !== null) return fieldsOf(group, path)
    const note = fieldNotes.get(schema)
    if (!note) throw new Error(`${path.join('.')} of daemon.yaml has no note`)
    return [{ path, schema: schema as z.ZodType, note }]
  })
}

function groupOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> | null {
  const inner = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault ? schema.unwrap() : schema
  return inner instanceof z.ZodObject ? inner.shape : null
}

/** A file with every field in it. */
export function exampleFields(): Record<string, unknown> {
  const example: Record<string, unknown> = {}
  for (const { path, note } of describeFields()) {
    const [first = '', second] = path
    if (second === undefined) example[first] = note.example
    else example[first] = { ...(example[first] as object | undefined), [second]: note.example }
  }
  return example
}

export function writeDaemonYamlPage(): string {
  const fields = describeFields()
  const isRequired = ({ schema, note }: Field) =>
    note.defaultText === undefined && !schema.safeParse(undefined).success
  return `${[
    `<!-- ${generatedNote} -->`,
    '',
    '# daemon.yaml',
    '',
    'The settings of the daemon of one node. `rookery node enroll` and the line of **Add node** write the file; a change takes effect after a restart of the daemon, and games go on meanwhile. It holds secrets: mode 600, for the daemon alone.',
    '',
    '| Installed by | Place |',
    '|---|---|',
    '| package, or the line of **Add node** as root | `/etc/rookery/daemon.yaml` |',
    '| the line of **Add node** as a normal user | `~/.config/rookery/daemon.yaml` |',
    '| clone, container | `daemon/daemon.yaml` in `DATA_DIR`, where `DAEMON_CONFIG_FILE` names no other |',
    '',
    '`rookery doctor` reads it and lists everything that is wrong. Relative paths begin in the folder of the file. A field that nobody knows is ignored, and the log says so.',
    '',
    '## Identity',
    '',
    'Written by enrollment, and all of them needed. To join another panel, [enroll again](../operate/add-a-node.md#by-hand).',
    '',
    ...table(fields.filter(isRequired), false),
    '',
    '## Settings',
    '',
    ...table(
      fields.filter(field => !isRequired(field)),
      true,
    ),
    '',
    '## Example',
    '',
    'Every field; those of **Settings** can be left out.',
    '',
    '```yaml',
    stringify(exampleFields(), { lineWidth: 0 }).trimEnd(),
    '```',
  ].join('\n')}\n`
}

function table(fields: readonly Field[], hasDefault: boolean): string[] {
  return [
    hasDefault
      ? '| Field | Default | Meaning | Allowed | Example |'
      : '| Field | Meaning | Allowed | Example |',
    hasDefault ? '|---|---|---|---|---|' : '|---|---|---|---|',
    ...fields.map(field => {
      const { path, schema, note } = field
      const cells = [
        `\`${path.join('.')}\``,
        ...(hasDefault ? [note.defaultText ?? code(schema.parse(undefined))] : []),
        note.meaning,
        allowedBy(schema),
        code(note.example),
      ]
      return `| ${cells.join(' | ')} |`
    }),
  ]
}

const code = (value: unknown) => `\`${JSON.stringify(value).replace(/^"(.*)"$/, '$1')}\``

/** In the words in which the daemon itself refuses what is not allowed. */
function allowedBy(schema: z.ZodType): string {
  const message = schema.safeParse(Symbol('nothing that a file can hold')).error?.issues[0]?.message ?? ''
  return message.replace(/^must be /, '')
}
