// Says whether any user of this machine may reach a path, so that the daemon can put things where a game's user can.

import { lstat, readlink } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'

export type Access = 'enter' | 'read' | 'execute'

const linkLimit = 40
const executeBit = 0o001
const readBit = 0o004

/** null when "others" may; otherwise a sentence that names the first component in the way. */
export async function whyOthersCannot(access: Access, path: string): Promise<string | null> {
  let pending = resolve(path).split(sep).filter(Boolean)
  let current: string = sep
  let linksFollowed = 0
  while (pending.length > 0) {
    const blocked = await missingBits(current, executeBit)
    if (blocked !== null) return blocked
    const [name = '', ...rest] = pending
    const next = join(current, name)
    const target = await linkTarget(next)
    if (target === undefined) return `${next} does not exist`
    if (target === null) {
      current = next
      pending = rest
      continue
    }
    linksFollowed += 1
    if (linksFollowed > linkLimit) return `${path} leads through more than ${linkLimit} links`
    pending = [...resolve(dirname(next), target).split(sep).filter(Boolean), ...rest]
    current = sep
  }
  return missingBits(current, access === 'read' ? readBit : executeBit | (access === 'execute' ? readBit : 0))
}

/** The target of a link, null for anything else, undefined when there is nothing. */
async function linkTarget(path: string): Promise<string | null | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : null
  } catch {
    return undefined
  }
}

async function missingBits(path: string, bits: number): Promise<string | null> {
  const { mode } = await lstat(path)
  if ((mode & bits) === bits) return null
  const octal = (mode & 0o7777).toString(8).padStart(4, '0')
  return `${path} has mode ${octal}, so other users cannot ${bits === readBit ? 'read' : 'pass'} it`
}
