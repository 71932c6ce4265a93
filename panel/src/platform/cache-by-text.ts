// What was made of a text, remembered by that whole text: the same text makes the same, so nothing here can be out of
// date, whoever has changed what in the meantime. It needs no version, no notice of changes and no time limit.

import { LRUCache } from 'lru-cache'

interface RememberOptions {
  /** Of the remembered texts together; what is made of them takes about as much again. */
  characters: number
}

/** `make` may depend on nothing but its text, and what it makes is never changed. */
export function cacheByText<Made extends object>(
  make: (text: string) => Made,
  { characters }: RememberOptions,
): (text: string) => Made {
  const remembered = new LRUCache<string, Made>({
    maxSize: characters,
    sizeCalculation: (_, text) => text.length + 1,
  })
  return text => {
    const known = remembered.get(text)
    if (known) return known
    const made = make(text)
    remembered.set(text, made)
    return made
  }
}
