// How one name is shown to an SFTP client: its attributes, and the line that `ls -l` prints.

import type { Entry, EntryType } from '../../../platform/confined-files/entry.ts'

const typeBits: Record<EntryType, number> = {
  file: 0o100000,
  directory: 0o040000,
  link: 0o120000,
  other: 0o010000,
}
const typeLetters: Record<EntryType, string> = { file: '-', directory: 'd', link: 'l', other: 'p' }

export interface FormattedAttributes {
  mode: number
  size: number
  uid: number
  gid: number
  atime: number
  mtime: number
}

/** The protocol has 32 bits for a time. */
const lastSecond = 0xff_ff_ff_ff

/** The owner is always the game's own user, whose number means nothing elsewhere. */
export function attributesOf({ type, mode, sizeBytes, modifiedAtMs }: Entry): FormattedAttributes {
  const seconds = Math.min(Math.max(0, Math.floor(modifiedAtMs / 1_000)), lastSecond)
  return { mode: typeBits[type] | mode, size: sizeBytes, uid: 0, gid: 0, atime: seconds, mtime: seconds }
}

export function longNameOf(entry: Entry, nowMs: number): string {
  const bits = Array.from('rwxrwxrwx', (letter, index) => ((entry.mode >> (8 - index)) & 1 ? letter : '-'))
  const size = String(entry.sizeBytes).padStart(12)
  const when = dateOf(entry.modifiedAtMs, nowMs)
  return `${typeLetters[entry.type]}${bits.join('')}   1 game     game     ${size} ${when} ${entry.name}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const halfAYearMs = 180 * 24 * 3_600_000

/** As `ls` has it: the time of day for what is recent, else the year. */
function dateOf(atMs: number, nowMs: number): string {
  const at = new Date(atMs)
  const day = `${months[at.getUTCMonth()] ?? '???'} ${String(at.getUTCDate()).padStart(2)}`
  const isRecent = Math.abs(nowMs - atMs) < halfAYearMs
  return `${day} ${isRecent ? at.toISOString().slice(11, 16) : String(at.getUTCFullYear()).padStart(5)}`
}
