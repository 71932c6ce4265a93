// By what an egg is recognized when it is imported again: its uuid, else its name and author.

import { createHash } from 'node:crypto'
import type { Egg } from './egg.ts'

/** The first is kept with the template; an egg that has got a uuid since replaces what it was before. */
export function originKeysOf(egg: Pick<Egg, 'uuid' | 'name' | 'author'>): [string, ...string[]] {
  const named = JSON.stringify([egg.name.toLowerCase(), egg.author.toLowerCase()])
  const byName = `name:${createHash('sha256').update(named).digest('hex')}`
  const uuid = egg.uuid?.trim().toLowerCase() ?? ''
  return uuid === '' || uuid.length > 100 ? [byName] : [`uuid:${uuid}`, byName]
}
