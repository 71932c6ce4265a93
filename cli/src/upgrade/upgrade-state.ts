// The folder of upgrades: the state that outlives an interrupted one, the previous program, and copies of the database.

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '@rookery/primitives/replace-file.ts'
import * as z from 'zod'
import type { UpgradeState } from './upgrade-rules.ts'

/** /usr/bin/rookery of packages knows `program` in it. */
export const upgradeFolder = '/var/lib/rookery/upgrade'

export interface UpgradePlaces {
  stateFile: string
  /** A link to the old program, whole, while an upgrade is at work: it runs from there. */
  program: string
  /** What is needed to put the old program back, without a network. */
  previous: string
  databases: string
  folder: string
}

export const upgradePlaces = (folder: string = upgradeFolder): UpgradePlaces => ({
  folder,
  stateFile: join(folder, 'state.json'),
  program: join(folder, 'program'),
  previous: join(folder, 'previous'),
  databases: join(folder, 'databases'),
})

const stateShape = z.object({
  format: z.literal(1),
  phase: z.enum(['saving', 'saved', 'installing', 'returning', 'done', 'returned']),
  kind: z.enum(['deb', 'rpm', 'archive']),
  from: z.string(),
  to: z.string(),
  file: z.string(),
  sha256: z.string(),
  startedAt: z.string(),
  timeoutSeconds: z.number(),
  withoutCopy: z.boolean(),
  units: z.array(z.string()),
  nodeId: z.number().nullable(),
  databaseCopy: z.string().nullable(),
  reason: z.string().nullable(),
}) satisfies z.ZodType<UpgradeState>

/** Null: there was no upgrade here, or this user may not know. Throws when the file is damaged. */
export function readState({ stateFile }: UpgradePlaces): UpgradeState | null {
  let text: string
  try {
    text = readFileSync(stateFile, 'utf8')
  } catch {
    return null
  }
  try {
    return stateShape.parse(JSON.parse(text))
  } catch {
    throw new Error(
      `${stateFile} is damaged: it is not known how the last upgrade ended. See what is installed and healthy (rookery doctor), then remove the file`,
    )
  }
}

/** Everybody may read it: it has no secrets. */
export function writeState({ stateFile }: UpgradePlaces, state: UpgradeState): void {
  replaceFile(stateFile, `${JSON.stringify(state, null, 2)}\n`, 0o644)
}

export function prepareUpgradeFolder({ folder, databases, previous }: UpgradePlaces): void {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  for (const secret of [databases, previous]) mkdirSync(secret, { recursive: true, mode: 0o700 })
}
