// Moves a finished tree to its place, name by name: all of it or, when something fails, nothing.

import { link, lstat, opendir, rename, unlink } from 'node:fs/promises'
import { ConfinedFileError, describingErrors, errnoOf } from '../confined-file-error.ts'
import {
  type ConfinedFolder,
  childOf,
  descriptorPath,
  namesOf,
  openChildFolder,
  openFolder,
  withParent,
} from '../folder-handle.ts'
import { inTurn } from '../names/in-turn.ts'

export interface Merge {
  /** A folder: what is below it goes to the same place below the root. */
  staged: string
  /** An empty folder: keeps what is replaced until the caller removes it. */
  stored: string
  /** Refuses (`exists`) when any name but that of a folder is taken. */
  mustBeNew: boolean
}

interface Merging extends Merge {
  keeper: ConfinedFolder
  /** In the order in which they were done; the number is the name under which the former content is kept. */
  moved: { path: string; storedAs: string | null }[]
}

/** A file takes the place of any file or link of its name; a file and a folder are never put in each other's place. */
export async function mergeTree(root: ConfinedFolder, merge: Merge): Promise<void> {
  const source = await openFolder(root, namesOf(merge.staged), merge.staged)
  const keeper = await openFolder(root, namesOf(merge.stored), merge.stored).catch(async (error: unknown) => {
    await source.handle.close()
    throw error
  })
  const merging: Merging = { ...merge, keeper, moved: [] }
  try {
    await goThrough({ source, target: root, path: '' }, merging, check)
    await goThrough({ source, target: root, path: '' }, merging, move).catch(async (error: unknown) => {
      await undo(root, merging)
      throw error
    })
  } finally {
    await source.handle.close()
    await keeper.handle.close()
  }
}

interface Pair {
  source: ConfinedFolder
  target: ConfinedFolder
  path: string
}

/** Says whether the folder that stands under this name on both sides has to be gone through. */
type Act = (pair: Pair, name: Buffer, path: string, merging: Merging) => Promise<'done' | 'inside'>

async function goThrough(pair: Pair, merging: Merging, act: Act): Promise<void> {
  const names = await opendir(descriptorPath(pair.source.handle), { encoding: 'buffer' as BufferEncoding })
  for await (const found of names) {
    const name = found.name as unknown as Buffer
    const path = pair.path === '' ? name.toString() : `${pair.path}/${name.toString()}`
    await describingErrors(path, async () => {
      if ((await act(pair, name, path, merging)) === 'done') return
      const source = await openChildFolder(pair.source, name, path)
      try {
        const target = await openChildFolder(pair.target, name, path)
        try {
          await goThrough({ source, target, path }, merging, act)
        } finally {
          await target.handle.close()
        }
      } finally {
        await source.handle.close()
      }
    })
  }
}

const check: Act = async ({ source, target }, name, path, { mustBeNew }) => {
  const isFolder = (await lstat(childOf(source, name))).isDirectory()
  const former = await formerAt(target, name)
  if (former === null) return 'done'
  if (isFolder && former.isDirectory()) return 'inside'
  if (isFolder) {
    throw new ConfinedFileError(
      'exists',
      path,
      'a folder should go here, and the name is taken by a file or link',
    )
  }
  if (mustBeNew) throw new ConfinedFileError('exists', path, 'this name is already taken')
  if (former.isDirectory()) {
    throw new ConfinedFileError('exists', path, 'a file should go here, and the name is taken by a folder')
  }
  return 'done'
}

const move: Act = ({ source, target }, name, path, merging) =>
  inTurn(target, name.toString(), async () => {
    const from = childOf(source, name)
    const to = childOf(target, name)
    const isFolder = (await lstat(from)).isDirectory()
    const former = await formerAt(target, name)
    if (isFolder && former?.isDirectory()) return 'inside'
    const { moved, mustBeNew } = merging
    if (mustBeNew && !isFolder) {
      await link(from, to)
      moved.push({ path, storedAs: null })
      await unlink(from)
      return 'done'
    }
    const storedAs = former === null ? null : await keep(to, merging)
    await rename(from, to)
    moved.push({ path, storedAs })
    return 'done'
  })

/** By a second name, so that the first one is never without a content; where the drive knows none, by a move. */
async function keep(former: Buffer, { keeper, moved }: Merging): Promise<string> {
  const storedAs = String(moved.length)
  const stored = childOf(keeper, storedAs)
  await link(former, stored).catch(async (error: unknown) => {
    if (!['EPERM', 'ENOTSUP', 'EMLINK', 'EOPNOTSUPP'].includes(errnoOf(error) ?? '')) throw error
    await rename(former, stored)
  })
  return storedAs
}

/** What cannot be put back, because somebody else has been there meanwhile, stays as it is. */
async function undo(root: ConfinedFolder, { keeper, moved }: Merging): Promise<void> {
  for (const [index, { path, storedAs }] of [...moved.entries()].reverse()) {
    await withParent(root, path, async (parent, name) => {
      const place = childOf(parent, name)
      if (storedAs === null) await rename(place, childOf(keeper, `undone-${index}`))
      else await rename(childOf(keeper, storedAs), place)
    }).catch(() => {})
  }
}

async function formerAt(folder: ConfinedFolder, name: Buffer) {
  return lstat(childOf(folder, name)).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return null
    throw error
  })
}
