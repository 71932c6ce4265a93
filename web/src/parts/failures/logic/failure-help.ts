// Where help is found for each cause of a failed installation or start.

import type { InstallFailureKind } from '@rookery/contracts/install-failure.ts'
import type { CrashCause } from '@rookery/contracts/template/crash-hints.ts'

/** What a person may open. */
export interface HelpAccess {
  files: boolean
  settings: boolean
  /** The page of the node. */
  node: boolean
}

export type Help = 'network' | 'files' | 'node' | 'game' | 'ports' | 'limits'

const network: Help[] = ['network', 'node']
const byKind: Record<InstallFailureKind, readonly Help[]> = {
  'no-dns': network,
  'no-internet': network,
  refused: network,
  proxy: network,
  tls: network,
  timeout: network,
  'cut-off': network,
  'not-found': ['game'],
  denied: ['game'],
  'host-broken': [],
  'not-allowed': ['node'],
  checksum: ['game'],
  'archive-damaged': ['game'],
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
  'script-failed': ['game'],
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
  network: 'node',
  files: 'files',
  node: 'node',
  game: 'settings',
  ports: 'settings',
  limits: 'node',
}

/** Only what the person may open. */
export const helpForFailure = (kind: InstallFailureKind, access: HelpAccess): Help[] =>
  byKind[kind].filter(help => access[needs[help]])

export const helpForCrash = (cause: CrashCause, access: HelpAccess): Help[] =>
  (byCause[cause] ?? []).filter(help => access[needs[help]])
