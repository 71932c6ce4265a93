// The folders of game servers: one each, named by its uuid, belonging to the game's own user.

import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'
import { type ConfinedRoot, openRoot } from '../../platform/confined-files.ts'
import type { WorkPlace } from './work-place.ts'

export interface GameServerFolders {
  /** Where a game is started; refuses when its folder is gone. */
  prepare(gameServerId: number, uuid: string): Promise<{ path: string; uid: number | undefined }>
  /** Work inside the folder, which is made when it is missing; what is made there belongs to the game. */
  work<Result>(
    gameServerId: number,
    uuid: string,
    work: (root: ConfinedRoot) => Promise<Result>,
  ): Promise<Result>
  /** With all that is in it; a folder that is gone already is fine. */
  remove(uuid: string): Promise<void>
}

export function createGameServerFolders({ serversFolder, userIdOf }: WorkPlace): GameServerFolders {
  const ownerOf = (gameServerId: number) => {
    const uid = userIdOf(gameServerId)
    return uid === undefined ? {} : { owner: { uid, gid: uid } }
  }

  /** After a move from another node, or from a daemon that was not root, everything has the wrong owner. */
  async function giveToOwner(gameServerId: number, uuid: string): Promise<void> {
    const { owner } = ownerOf(gameServerId)
    if (!owner || (await lstat(join(serversFolder, uuid))).uid === owner.uid) return
    await inRoot(serversFolder, {}, root => root.chownTree(uuid, owner))
  }

  return {
    async prepare(gameServerId, uuid) {
      const path = join(serversFolder, uuid)
      const found = await lstat(path).catch(() => null)
      if (!found?.isDirectory()) throw new Error(`its folder ${path} is missing: install it again`)
      await giveToOwner(gameServerId, uuid)
      return { path, uid: userIdOf(gameServerId) }
    },
    async work(gameServerId, uuid, work) {
      const owner = ownerOf(gameServerId)
      await inRoot(serversFolder, owner, root => root.mkdir(uuid, { mayExist: true }))
      await giveToOwner(gameServerId, uuid)
      return inRoot(join(serversFolder, uuid), owner, work)
    },
    async remove(uuid) {
      await inRoot(serversFolder, {}, root => root.remove(uuid)).catch((error: unknown) => {
        if (!(error instanceof ConfinedFileError) || error.code !== 'not_found') throw error
      })
    },
  }
}

async function inRoot<Result>(
  path: string,
  options: Parameters<typeof openRoot>[1],
  work: (root: ConfinedRoot) => Promise<Result>,
): Promise<Result> {
  const root = await openRoot(path, options)
  try {
    return await work(root)
  } finally {
    await root.close()
  }
}
