// What opening a file means: the flags of the protocol, and whether the name is taken, decide how it is done.

export const openFlags = { read: 1, write: 2, append: 4, create: 8, truncate: 16, exclusive: 32 } as const

export type OpenPlan =
  | { how: 'read' }
  /** The file itself is changed: a transfer that goes on, or somebody who appends. */
  | { how: 'change'; append: boolean }
  /** New content, which gets the name when it is whole. */
  | { how: 'replace'; mustBeNew: boolean }
  | { how: 'refuse'; why: 'exists' | 'not_found' }

export function mayWrite(flags: number): boolean {
  return (flags & (openFlags.write | openFlags.append)) !== 0
}

export function planOpen(flags: number, isTaken: boolean): OpenPlan {
  const has = (flag: number) => (flags & flag) !== 0
  if (!mayWrite(flags)) return { how: 'read' }
  if (has(openFlags.create) && has(openFlags.exclusive)) {
    return isTaken ? { how: 'refuse', why: 'exists' } : { how: 'replace', mustBeNew: true }
  }
  if (!isTaken) {
    return has(openFlags.create) ? { how: 'replace', mustBeNew: false } : { how: 'refuse', why: 'not_found' }
  }
  if (has(openFlags.truncate)) return { how: 'replace', mustBeNew: false }
  return { how: 'change', append: has(openFlags.append) }
}
