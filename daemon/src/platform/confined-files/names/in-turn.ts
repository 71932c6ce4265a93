// Lets those who change the same name follow one another, so that what one of them has checked holds until it acts.

import type { ConfinedFolder } from '../folder-handle.ts'

const turns = new Map<string, Promise<unknown>>()

/** Holds within the daemon; a game that changes the same name meanwhile waits for nobody. */
export async function inTurn<Result>(
  parent: ConfinedFolder,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { dev, ino } = await parent.handle.stat({ bigint: true })
  const key = `${dev}:${ino}/${name}`
  const before = turns.get(key) ?? Promise.resolve()
  const mine = before.then(work, work)
  const ended = mine.catch(() => {})
  turns.set(key, ended)
  try {
    return await mine
  } finally {
    if (turns.get(key) === ended) turns.delete(key)
  }
}
