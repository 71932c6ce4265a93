// Exchanges the folder of a game server for another one by renaming, with a journal: a daemon that is killed at any
// moment finishes it at its next start. The former folder stays until somebody says that it is not needed.

import { existsSync, renameSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openRoot } from '../../platform/confined-files.ts'
import type { BackupStore } from './backup-store.ts'
import { nextSwapStep } from './logic/swap-plan.ts'

/** The points at which tests end the daemon. */
export type SwapPoint = 'written down' | 'put aside' | 'put in place' | 'noted'

export interface FolderSwaps {
  /** A place of the daemon's own for what is being restored, on the drive of the games; whatever was there is gone. */
  prepare(uuid: string): Promise<string>
  /** `fresh` is what `prepare` has given or lies below it. */
  swap(uuid: string, fresh: string): void
  /** Nothing is left of what `prepare` has given. */
  cleanUp(uuid: string): Promise<void>
  /** The former folder is not needed any longer. */
  removeFormer(uuid: string): Promise<void>
  hasFormer(uuid: string): boolean
  /** With everything, for a game server that is gone. */
  remove(uuid: string): Promise<void>
  /** Once at the start, before anybody looks at the folders. */
  settle(): Promise<void>
}

export interface SwapListeners {
  failed: (uuid: string, error: unknown) => void
  reached?: (point: SwapPoint) => void
}

const [freshName, formerName, restoredName] = ['fresh', 'former', 'restored']

export function createFolderSwaps(
  serversFolder: string,
  store: Pick<BackupStore, 'swaps' | 'noteSwap' | 'forgetSwap'>,
  { failed, reached = () => {} }: SwapListeners,
): FolderSwaps {
  const home = join(serversFolder, '.restoring')
  const homeOf = (uuid: string) => join(home, uuid)
  const placesOf = (uuid: string) => ({
    present: join(serversFolder, uuid),
    former: join(homeOf(uuid), formerName),
    fresh: join(homeOf(uuid), freshName),
  })

  async function removeIn(folder: string, name: string): Promise<void> {
    if (!existsSync(join(folder, name))) return
    const root = await openRoot(folder)
    try {
      await root.remove(name)
    } finally {
      await root.close()
    }
  }

  /** Synchronous, so that nobody in this daemon sees the moment in which there is no folder. */
  function renameAll(uuid: string): void {
    const { present, former, fresh } = placesOf(uuid)
    for (;;) {
      const step = nextSwapStep({
        hasPresent: existsSync(present),
        hasFormer: existsSync(former),
        hasFresh: existsSync(fresh),
      })
      if (step === 'put_aside') renameSync(present, former)
      else if (step === 'put_in_place') renameSync(fresh, present)
      else if (step === 'put_back') renameSync(former, present)
      else return
      reached(step === 'put_aside' ? 'put aside' : 'put in place')
    }
  }

  /** After the renames the journal says that only the former folder is left. */
  function finish(uuid: string): void {
    renameAll(uuid)
    store.noteSwap(uuid, 'swapped')
    reached('noted')
  }

  return {
    async prepare(uuid) {
      await mkdir(homeOf(uuid), { recursive: true, mode: 0o700 })
      for (const name of [freshName, formerName, restoredName]) await removeIn(homeOf(uuid), name)
      store.forgetSwap(uuid)
      return join(homeOf(uuid), restoredName)
    },
    swap(uuid, source) {
      const { fresh } = placesOf(uuid)
      renameSync(source, fresh)
      store.noteSwap(uuid, 'swapping')
      reached('written down')
      try {
        finish(uuid)
      } catch (error) {
        putBack(placesOf(uuid))
        store.forgetSwap(uuid)
        throw error
      }
    },
    async cleanUp(uuid) {
      for (const name of [freshName, restoredName]) await removeIn(homeOf(uuid), name)
    },
    async removeFormer(uuid) {
      if (store.swaps().get(uuid) !== 'swapped') return
      await removeIn(homeOf(uuid), formerName)
      store.forgetSwap(uuid)
    },
    hasFormer: uuid => store.swaps().get(uuid) === 'swapped',
    async remove(uuid) {
      await removeIn(home, uuid)
      store.forgetSwap(uuid)
    },
    async settle() {
      const open = store.swaps()
      const uuids = await readdir(home).catch(() => [])
      for (const uuid of new Set([...open.keys(), ...uuids])) {
        try {
          if (open.get(uuid) === 'swapping') finish(uuid)
          else if (!open.has(uuid)) putBack(placesOf(uuid))
          if (open.has(uuid)) await removeIn(homeOf(uuid), restoredName)
          else await removeIn(home, uuid)
        } catch (error) {
          failed(uuid, error)
        }
      }
    },
  }
}

/** A rename was refused: where nothing is in its place, the former folder goes back. */
function putBack({ present, former }: { present: string; former: string }): void {
  if (!existsSync(present) && existsSync(former)) renameSync(former, present)
}
