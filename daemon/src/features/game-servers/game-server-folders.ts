// The folders of game servers: one each, named by its uuid, belonging to the game's own user.

import { lstat, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'
import type { Owner } from '../../platform/confined-files/write-file.ts'
import { type OpenedRoot, openRoot } from '../../platform/confined-files.ts'
import type { WorkFolder } from './choose-work-folder.ts'
import { createInstallFolders } from './install-folder.ts'

/** As many as a node draws when it is enrolled. */
const userIdsPerNode = 65_536
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface GameServerFolders {
  /** Where a game is started; refuses when its folder is gone. */
  prepare(gameServerId: number, uuid: string): Promise<{ path: string; uid: number | undefined }>
  /** Work inside the folder, which is made when it is missing; what is made there belongs to the game. */
  work<Result>(
    gameServerId: number,
    uuid: string,
    work: (root: OpenedRoot) => Promise<Result>,
  ): Promise<Result>
  /** As `work`, but nothing is made: null where there is no folder. */
  visit<Result>(
    gameServerId: number,
    uuid: string,
    work: (root: OpenedRoot | null) => Promise<Result>,
  ): Promise<Result>
  /** The uuids that have a folder. */
  uuids(): Promise<string[]>
  /** Whose number each folder's owner shows; none where all games share the daemon's user. */
  numbers(): Promise<{ uuid: string; number: number }[]>
  /** What may still be written on the drive of all folders. */
  freeBytes(): Promise<number>
  /**
   * As `work`, for an installation. A folder that was empty is empty again when it fails, and an earlier one that was
   * cut off leaves nothing: a retry never sees half of anything.
   */
  install(gameServerId: number, uuid: string, install: (place: InstallPlace) => Promise<void>): Promise<void>
  /** Takes away what installations have left that the end of the daemon has cut off; null: nobody needs it. */
  cleanUp(cutOffIdOf: (uuid: string) => number | null): Promise<void>
  /** With all that is in it; a folder that is gone already is fine. */
  remove(uuid: string): Promise<void>
}

export interface InstallPlace {
  root: OpenedRoot
  folder: string
  workFolder: string
  owner: Owner | null
}

/** `removeElsewhere`: what others have stored of a game server whose folder is removed. */
export function createGameServerFolders(
  { serversFolder, userIdOf }: WorkFolder,
  removeElsewhere: (uuid: string) => Promise<void>,
): GameServerFolders {
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

  const uuids = async () => (await readdir(serversFolder)).filter(name => uuidPattern.test(name))

  const installFolders = createInstallFolders(serversFolder)
  const removeFolder = (uuid: string) =>
    inRoot(serversFolder, {}, root => root.remove(uuid)).catch((error: unknown) => {
      if (!(error instanceof ConfinedFileError) || error.code !== 'not_found') throw error
    })

  async function make(gameServerId: number, uuid: string): Promise<void> {
    await inRoot(serversFolder, ownerOf(gameServerId), root => root.mkdir(uuid, { mayExist: true }))
    await giveToOwner(gameServerId, uuid)
  }

  async function empty(gameServerId: number, uuid: string): Promise<void> {
    await removeFolder(uuid)
    await make(gameServerId, uuid)
    await installFolders.cleanUp(uuid)
  }

  async function begin(gameServerId: number, uuid: string): Promise<string> {
    const workFolder = await installFolders.make(uuid)
    if (installFolders.isFresh(uuid)) await empty(gameServerId, uuid)
    else await make(gameServerId, uuid)
    await installFolders.cleanUp(uuid)
    const { total } = await inRoot(join(serversFolder, uuid), {}, root => root.list('', { limit: 1 }))
    if (total === 0) await installFolders.setFresh(uuid)
    return workFolder
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
      await make(gameServerId, uuid)
      return inRoot(join(serversFolder, uuid), ownerOf(gameServerId), work)
    },
    async visit(gameServerId, uuid, work) {
      const path = join(serversFolder, uuid)
      const found = await lstat(path).catch(() => null)
      return found?.isDirectory() ? inRoot(path, ownerOf(gameServerId), work) : work(null)
    },
    uuids,
    async numbers() {
      const base = userIdOf(0)
      if (base === undefined) return []
      const found = await Promise.all(
        (await uuids()).map(async uuid => ({
          uuid,
          number: (await lstat(join(serversFolder, uuid))).uid - base,
        })),
      )
      return found.filter(({ number }) => number > 0 && number < userIdsPerNode)
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(serversFolder)
      return bavail * bsize
    },
    async install(gameServerId, uuid, install) {
      const workFolder = await begin(gameServerId, uuid)
      const folder = join(serversFolder, uuid)
      const owner = ownerOf(gameServerId).owner ?? null
      try {
        await inRoot(folder, ownerOf(gameServerId), root => install({ root, folder, workFolder, owner }))
        await installFolders.remove(uuid)
      } catch (error) {
        if (installFolders.isFresh(uuid)) await empty(gameServerId, uuid)
        else await installFolders.cleanUp(uuid)
        throw error
      }
    },
    async cleanUp(cutOffIdOf) {
      for (const uuid of await installFolders.all()) {
        const gameServerId = cutOffIdOf(uuid)
        if (gameServerId === null) await installFolders.remove(uuid)
        else if (installFolders.isFresh(uuid)) await empty(gameServerId, uuid)
        else await installFolders.cleanUp(uuid)
      }
    },
    async remove(uuid) {
      await removeFolder(uuid)
      await installFolders.remove(uuid)
      await removeElsewhere(uuid)
    },
  }
}

async function inRoot<Result>(
  path: string,
  options: Parameters<typeof openRoot>[1],
  work: (root: OpenedRoot) => Promise<Result>,
): Promise<Result> {
  const root = await openRoot(path, options)
  try {
    return await work(root)
  } finally {
    await root.close()
  }
}
