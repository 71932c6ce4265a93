// Which choices about a game server a change has touched, by name; never the values.

import type { Template } from '@rookery/contracts/template.ts'

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
} as const

type Choices = Record<keyof typeof settings | keyof typeof details, unknown> & {
  variables: Readonly<Record<string, string>>
}

export interface EditedFields {
  what: 'settings' | 'details'
  fields: string[]
  variables: string[]
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
  const edited = template.variables.filter(({ name }) => before.variables[name] !== after.variables[name])
  const variables = edited.filter(({ visible_to }) => visible_to === 'everyone').map(({ title }) => title)
  const ofDetails = among(details)
  if (ofDetails.length > 0) return { what: 'details', fields: [...ofDetails, ...among(settings)], variables }
  const fields = among(settings)
  return fields.length > 0 || edited.length > 0 ? { what: 'settings', fields, variables } : null
}
