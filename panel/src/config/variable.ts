// The shape of one entry in the table of variables.

import type { ValueKind } from './value-kinds.ts'

export const variableGroups = {
  places: 'Places on disk',
  http: 'Web',
  grpc: 'Link to the daemons',
  tls: 'TLS',
  database: 'Database',
  cache: 'Cache',
  secrets: 'Secrets',
  signIn: 'Sign-in',
  captcha: 'CAPTCHA',
  headers: 'Security headers',
  audit: 'Log and audit',
  activity: 'Activity',
  servers: 'Servers',
  uploads: 'Uploads',
  plugins: 'Plugins',
  webhooks: 'Webhooks',
  prometheus: 'Prometheus',
  firstAdministrator: 'First administrator',
  noEffect: 'Without effect',
} as const

export type VariableGroup = keyof typeof variableGroups

export interface Variable<T> {
  group: VariableGroup
  kind: ValueKind<T>
  /** As it would be written in config.env. */
  initial: string
  /** One sentence for the reference page and the example file. */
  meaning: string
  isSecret: boolean
  /** An empty value is a value of its own; otherwise it means the default. */
  emptyCounts: boolean
  /** Read from the process environment only: it says where config.env is. */
  onlyFromEnvironment: boolean
}

type Extras = Partial<Pick<Variable<unknown>, 'isSecret' | 'emptyCounts' | 'onlyFromEnvironment'>>

export function inGroup(group: VariableGroup) {
  return <T>(kind: ValueKind<T>, initial: string, meaning: string, extras: Extras = {}): Variable<T> => ({
    group,
    kind,
    initial,
    meaning,
    isSecret: false,
    emptyCounts: false,
    onlyFromEnvironment: false,
    ...extras,
  })
}

export interface VariableWithoutEffect {
  name: string
  meaning: string
}
