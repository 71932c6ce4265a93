// Names that are kept out, in bans.json.

import { join } from 'node:path'
import { nameKey } from '../logic/player-name.ts'
import { createJsonFile } from './json-file.ts'

export type Bans = {
  has: (name: string) => boolean
  list(): string[]
  add(name: string): Promise<void>
  remove(name: string): Promise<boolean>
}

export async function openBans(world: string, warn: (text: string) => void): Promise<Bans> {
  const file = createJsonFile<string[]>(join(world, 'bans.json'), () => [], isNameList, warn)
  const names = new Map((await file.load()).map(name => [nameKey(name), name]))
  return {
    has: name => names.has(nameKey(name)),
    list: () => [...names.values()],
    async add(name) {
      names.set(nameKey(name), name)
      await file.save([...names.values()])
    },
    async remove(name) {
      const removed = names.delete(nameKey(name))
      if (removed) await file.save([...names.values()])
      return removed
    },
  }
}

function isNameList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(each => typeof each === 'string')
}
