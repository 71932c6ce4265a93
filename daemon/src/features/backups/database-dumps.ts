// What a game server keeps in databases goes into its backups: dumped while the game holds its files still.

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import { ActionFailed } from '../game-servers/logic/action.ts'

/** Given by whatever knows the databases of a game server. */
export interface DatabaseDumps {
  /** Into this folder, which is empty and the daemon's own; false: there are none. Throws with the reason. */
  dump(definition: GameServerDefinition, into: string, signal: AbortSignal): Promise<boolean>
}

export interface DatabaseDumpOptions {
  /** Left out: no game server has databases. */
  dumps?: DatabaseDumps | undefined
  /** The daemon's own, for dumps until they are stored. */
  home: string
}

/** `work` makes the dump when it is time and gets its folder, if there is one; nothing of it is left afterwards. */
export async function withDatabaseDump<Result>(
  definition: GameServerDefinition,
  signal: AbortSignal,
  { dumps, home }: DatabaseDumpOptions,
  work: (dump: () => Promise<string | undefined>) => Promise<Result>,
): Promise<Result> {
  if (!dumps) return work(async () => undefined)
  const folder = join(home, definition.uuid)
  const remove = () => rm(folder, { recursive: true, force: true })
  const dump = async () => {
    await remove()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const hasAny = await dumps.dump(definition, folder, signal).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new ActionFailed(reasonOf('dumpFailed', { reason }))
    })
    return hasAny ? folder : undefined
  }
  try {
    return await work(dump)
  } finally {
    await remove()
  }
}
