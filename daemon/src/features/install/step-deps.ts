// What every step of an installation gets: the folder to work in, whom to report to, and what the daemon offers.

import type { ConfigFileFormat } from '@rookery/contracts/template/config-files.ts'
import type { InstallStep } from '@rookery/contracts/template/install-steps.ts'
import type { ConfinedRoot } from '../../platform/confined-files.ts'
import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts'
import type { InstallContext } from '../game-servers/logic/install-context.ts'
import type { ShippedGames } from './shipped-games.ts'

export interface InstallDeps {
  shippedGames: ShippedGames
  http: OutgoingHttp
  /** What a single download may be at most. */
  downloadLimitBytes: number
  /** Null: looked for in the usual places. */
  steamcmdPath: string | null
  setProperty: (root: ConfinedRoot, change: PropertyChange) => Promise<void>
  /** The program that unpacks what this one cannot. */
  sevenZipFile: string
  /** Before the second, third … try of what may work later. */
  retryDelaysMs: readonly number[]
}

export interface PropertyChange {
  path: string
  format: ConfigFileFormat
  key: string
  value: string
}

export interface StepDeps extends InstallDeps {
  context: InstallContext
  say: (message: string) => void
  /** How far this step is, from 0 to 1 (null: not known), in words; may be called as often as there is news. */
  progress: (fraction: number | null, message: string) => void
  canceled: AbortSignal
}

export type Step<Name extends InstallStep['do']> = Extract<InstallStep, { do: Name }>

/** Makes the folder that a file goes to. */
export async function createParent(root: ConfinedRoot, path: string): Promise<void> {
  const parent = path.split('/').slice(0, -1).join('/')
  if (parent !== '') await root.mkdir(parent, { mayExist: true })
}
