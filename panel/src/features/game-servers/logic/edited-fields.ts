// Which choices about a game server a change has touched, by name, and what those were and are that are no secrets.

import type { GameServerChange } from '@rookery/contracts/http/activity.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { isSecretName } from '../../templates/logic/eggs/mapping/egg-variables.ts'

/** Named as the API names them. */
const settings = {
  autostart: 'autostart',
  updateBeforeStart: 'update_before_start',
  crashPolicy: 'crash_policy',
  image: 'image',
  heldTemplate: 'template',
} as const
const details = {
  name: 'name',
  description: 'description',
  ip: 'ip',
  port: 'port',
  queryPort: 'query_port',
  rconPort: 'rcon_port',
  rconPassword: 'rcon_password',
  processManager: 'process_manager',
  memoryLimitBytes: 'memory_limit_bytes',
  cpuLimitPercent: 'cpu_limit_percent',
  diskLimitBytes: 'disk_limit_bytes',
  tags: 'tags',
  externalId: 'external_id',
} as const

/** What everybody who sees the game server may know of it, and what is said in a few words. */
const toldFields: readonly string[] = [
  ...['name', 'ip', 'port', 'query_port', 'rcon_port', 'process_manager', 'image', 'tags'],
  ...['memory_limit_bytes', 'cpu_limit_percent', 'disk_limit_bytes', 'autostart', 'update_before_start'],
]
const textLimit = 100

type Choices = Record<keyof typeof settings | keyof typeof details, unknown> & {
  variables: Readonly<Record<string, string>>
}

export interface EditedFields {
  what: 'settings' | 'details'
  fields: string[]
  variables: string[]
  changes: GameServerChange[]
}

/** Null when nothing is different. A variable that only administrators see is not named. */
export function editedFields(
  before: Choices,
  after: Choices,
  template: Pick<Template, 'variables'>,
): EditedFields | null {
  const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
  const among = (names: Readonly<Record<string, string>>) =>
    Object.entries(names)
      .filter(([field]) => isOther(before[field as keyof Choices], after[field as keyof Choices]))
      .map(([, name]) => name)
  const fieldChanges = Object.entries({ ...details, ...settings })
    .filter(([, name]) => toldFields.includes(name))
    .map(([field, name]) => ({
      ...({ of: 'field', name } as const),
      before: textOf(before[field as keyof Choices]),
      after: textOf(after[field as keyof Choices]),
    }))
  const edited = template.variables.filter(({ name }) => before.variables[name] !== after.variables[name])
  const named = edited.filter(({ visible_to }) => visible_to === 'everyone')
  const variables = named.map(({ title }) => title)
  // Templates of others do not always say what is secret.
  const told = named.filter(({ name, secret }) => !secret && !isSecretName(name))
  const variableChanges = told.map(({ name, title }) => ({
    ...({ of: 'variable', name: title } as const),
    before: textOf(before.variables[name]),
    after: textOf(after.variables[name]),
  }))
  const changes = [...fieldChanges, ...variableChanges].filter(one => one.before !== one.after)
  const ofDetails = among(details)
  if (ofDetails.length > 0) {
    return { what: 'details', fields: [...ofDetails, ...among(settings)], variables, changes }
  }
  const fields = among(settings)
  return fields.length > 0 || edited.length > 0 ? { what: 'settings', fields, variables, changes } : null
}

function textOf(value: unknown): string | null {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  const text = values.map(plainText).join(', ')
  if (text === '') return null
  return text.length > textLimit ? `${text.slice(0, textLimit)}…` : text
}

function plainText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
