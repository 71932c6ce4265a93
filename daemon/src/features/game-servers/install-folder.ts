// What an installation needs beside the game server's folder: a place of the daemon's own, and the mark of a folder
// that holds nothing but what the installation has put there, so that a failure can take all of it away.

import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const freshMark = 'fresh'
/** Survives a failure: downloads that can be taken up again. The rest does not. */
const stored = 'parts'

export interface InstallFolders {
  pathOf(uuid: string): string
  make(uuid: string): Promise<string>
  /** An installation has begun with an empty folder and has not come to its end. */
  isFresh(uuid: string): boolean
  setFresh(uuid: string): Promise<void>
  /** After a failure, or an end of the daemon in the middle. */
  cleanUp(uuid: string): Promise<void>
  remove(uuid: string): Promise<void>
  all(): Promise<string[]>
}

export function createInstallFolders(serversFolder: string): InstallFolders {
  const home = join(serversFolder, '.installing')
  const pathOf = (uuid: string) => join(home, uuid)
  return {
    pathOf,
    async make(uuid) {
      await mkdir(home, { recursive: true, mode: 0o700 })
      await mkdir(join(pathOf(uuid), stored), { recursive: true, mode: 0o700 })
      return pathOf(uuid)
    },
    isFresh: uuid => existsSync(join(pathOf(uuid), freshMark)),
    setFresh: uuid => writeFile(join(pathOf(uuid), freshMark), ''),
    async cleanUp(uuid) {
      const names = await readdir(pathOf(uuid)).catch(() => [])
      for (const name of names) {
        if (name !== stored) await rm(join(pathOf(uuid), name), { recursive: true, force: true })
      }
    },
    remove: uuid => rm(pathOf(uuid), { recursive: true, force: true }),
    all: () => readdir(home).catch(() => []),
  }
}
