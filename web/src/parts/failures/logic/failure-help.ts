// Where help is found for each cause of a failed installation or start.

import type { InstallFailureKind } from '@rookery/contracts/install-failure.ts'
import type { CrashCause } from '@rookery/contracts/template/crash-hints.ts'

/** What a person may open. */
export interface HelpAccess {
  files: boolean
  settings: boolean
  /** The pages of nodes and templates. */
  administration: boolean
}

export type Help = 'network' | 'files' | 'node' | 'game' | 'ports' | 'limits' | 'template'

const network: Help[] = ['network', 'node']
const byKind: Record<InstallFailureKind, readonly Help[]> = {
  'no-dns': network,
  'no-internet': network,
  refused: network,
  proxy: network,
  tls: network,
  timeout: network,
  'cut-off': network,
  'not-found': ['game', 'template'],
  denied: ['game'],
  'host-broken': [],
  'not-allowed': ['node'],
  checksum: ['template'],
  'archive-damaged': ['template'],
  'no-space': ['files', 'node'],
  quota: ['files', 'limits'],
  'port-in-use': ['ports'],
  eula: ['game'],
  'wrong-java': ['game'],
  'missing-program': ['node'],
  'out-of-memory': ['limits'],
  'image-missing': ['game', 'node'],
  'image-denied': ['game', 'node'],
  'engine-down': ['node'],
  'script-failed': ['game', 'template'],
  interrupted: [],
  canceled: [],
  unknown: [],
}

const byCause: Partial<Record<CrashCause, readonly Help[]>> = {
  eula: ['game'],
  'port-in-use': ['ports'],
  'wrong-java': ['game'],
  'out-of-memory': ['limits'],
  'no-space': ['files', 'node'],
  'wrong-setting': ['game'],
  'missing-program': ['node'],
  'image-missing': ['game', 'node'],
  'engine-down': ['node'],
}

const needs: Record<Help, keyof HelpAccess> = {
  network: 'administration',
  files: 'files',
  node: 'administration',
  game: 'settings',
  ports: 'settings',
  limits: 'administration',
  template: 'administration',
}

/** Only what the person may open. */
export const helpForFailure = (kind: InstallFailureKind, access: HelpAccess): Help[] =>
  byKind[kind].filter(help => access[needs[help]])

export const helpForCrash = (cause: CrashCause, access: HelpAccess): Help[] =>
  (byCause[cause] ?? []).filter(help => access[needs[help]])
