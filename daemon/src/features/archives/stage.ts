// A hidden folder in which something is made whole before it goes to its place: nobody ever sees half of it.

import { temporaryName } from '../../platform/confined-files/write-file.ts'
import type { ConfinedRoot } from '../../platform/confined-files.ts'

export interface Stage {
  /** Everything is made below this folder, at the place that it is meant for. */
  folder: string
  /** Puts all of it in its place; with `mustBeNew` no file that is there is replaced. */
  publish(options: { mustBeNew: boolean }): Promise<void>
}

const made = 'new'
const replaced = 'old'

/** Removed at the end, however it ends, with all that was not published. */
export async function onStage<Result>(
  root: ConfinedRoot,
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const home = temporaryName()
  const folder = `${home}/${made}`
  const stored = `${home}/${replaced}`
  try {
    await root.mkdir(folder)
    await root.mkdir(stored)
    return await work({
      folder,
      publish: ({ mustBeNew }) => root.merge({ staged: folder, stored, mustBeNew }),
    })
  } finally {
    await root.remove(home).catch(() => {})
  }
}

const stageName = /^\.rookery-[0-9a-f]{18}\.tmp$/

/** What the end of the daemon has cut off; returns how many were there. */
export async function removeStages(root: ConfinedRoot): Promise<number> {
  let count = 0
  const reader = await root.openFolderReader('')
  const left: string[] = []
  try {
    for (let page = await reader.next(1_000); page.length > 0; page = await reader.next(1_000)) {
      for (const { name } of page) if (stageName.test(name)) left.push(name)
    }
  } finally {
    await reader.close()
  }
  for (const name of left) {
    await root.remove(name)
    count += 1
  }
  return count
}
