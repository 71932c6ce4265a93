// Which user id belongs to which game alone, and whether this machine lets the daemon use such ids.

import { readFileSync } from 'node:fs'

export const defaultUserIdBase = 200_000

/** CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_KILL, CAP_SETGID and CAP_SETUID, by their numbers. */
const neededCapabilities = [0, 1, 3, 5, 6, 7]

export function ownUserId(id: number, userIdBase = defaultUserIdBase): number {
  return userIdBase + id
}

/** A shared user's processes must never be ended as a whole. */
export function isOwnUser(
  uid: number | undefined,
  id: number,
  userIdBase = defaultUserIdBase,
): uid is number {
  return uid !== undefined && uid === ownUserId(id, userIdBase)
}

/** null when games can have users of their own; otherwise the reason, in words: they then share the daemon's user. */
export function whyNoOwnUsers(userIdBase = defaultUserIdBase): string | null {
  if (process.getuid?.() !== 0) return 'the daemon does not run as root'
  const status = readFileSync('/proc/self/status', 'latin1')
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`)
  const hasAll = neededCapabilities.every(number => (effective >> BigInt(number)) & 1n)
  if (!hasAll) return 'the daemon is root without the rights to change users'
  const ranges = readFileSync('/proc/self/uid_map', 'latin1').trim().split('\n')
  const isMapped = ranges.some(range => {
    const [first = 0, , count = 0] = range.trim().split(/\s+/).map(Number)
    return first <= userIdBase && userIdBase + 1 < first + count
  })
  return isMapped ? null : `this container has no user ids from ${userIdBase} on`
}
