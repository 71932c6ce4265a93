// Turns what nodes say of a backup storage, which is English, into sentences of the reader's language: why, and what to do.

import type { TextKey, TextOf } from '../../texts/logic/translate.ts'
import { formatValue } from '../../ui/format/unit-rules.ts'

type ReasonKey = Extract<TextKey, `backups.reasons.${string}`>

/** By what each says wherever it happened; names of groups are what its sentence is given. */
const known: readonly (readonly [RegExp, ReasonKey])[] = [
  [/does not answer as it should/, 'backups.reasons.unreachable'],
  [/shows another host key/, 'backups.reasons.hostKey'],
  [/private mount namespace/, 'backups.reasons.noNamespace'],
  [/there is no ssh on this node/, 'backups.reasons.noSsh'],
  [/password of the repository is not right/, 'backups.reasons.wrongPassword'],
  [/there is no repository at this place/, 'backups.reasons.notFound'],
  [/no longer in .+ Check that its disk is mounted/, 'backups.reasons.notMounted'],
  [/ nor the folder above it is on this machine/, 'backups.reasons.noFolder'],
  [/is not there\. Load the list again|is no longer in /, 'backups.reasons.gone'],
  [/no space left/, 'backups.reasons.noSpace'],
  [/another run works on this repository/, 'backups.reasons.locked'],
  [/data in the repository is missing or damaged/, 'backups.reasons.damaged'],
  [/refuses access/, 'backups.reasons.denied'],
  [/restic is not there|no program for backups/, 'backups.reasons.engineMissing'],
  [/this restic is too old/, 'backups.reasons.engineTooOld'],
  [/no room for a trial restore/, 'backups.reasons.noRoomForTest'],
  [/^the newest backup should hold /, 'backups.reasons.testDiffers'],
  [/ takes (?<limit>\d+) backups of this game server, and so many are locked/, 'backups.reasons.allLocked'],
  [
    /^backups of this game server take (?<usedBytes>\d+) bytes in .+, and (?<limitBytes>\d+) are allowed/,
    'backups.reasons.spaceUsed',
  ],
]

/** Deleting backups helps. */
export const isStorageFull = (reason: string): boolean =>
  /no space left|^backups of this game server take \d+ bytes in /.test(reason)

/** Null: nobody has foreseen it. */
export function knownStorageReason(t: TextOf, reason: string, language: string): string | null {
  for (const [pattern, key] of known) {
    const match = pattern.exec(reason)
    if (!match) continue
    const { limit, usedBytes, limitBytes } = match.groups ?? {}
    if (limit !== undefined) return t(key, { count: Number(limit) })
    if (usedBytes === undefined) return t(key)
    const size = (bytes: string | undefined) => formatValue(Number(bytes), 'bytes', language)
    return t(key, { used: size(usedBytes), limit: size(limitBytes) })
  }
  return null
}

/** What nobody has foreseen stays as it came, as a sentence. */
export const storageReasonText = (t: TextOf, reason: string, language: string): string =>
  knownStorageReason(t, reason, language) ??
  `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.…]$/.test(reason) ? '' : '.'}`
