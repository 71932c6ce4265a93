// Turns frequent reasons of nodes and of the panel, also as earlier versions wrote them, into sentences of the reader's language.

import type { TextKey, TextOf } from '../../texts/logic/translate.ts'

type ReasonKey = Extract<TextKey, `reasons.${string}`>

const neededMemory = /^stopped unexpectedly: it needed more memory/

/** By how each reason begins or what it is; names of groups are what its sentence is given. */
const known: readonly (readonly [RegExp, ReasonKey])[] = [
  [/^(?:ended with )?exit code (?<code>\d+)$/, 'reasons.exitCode'],
  [/^stopped unexpectedly, exit code (?<code>\d+)/, 'reasons.unexpected'],
  [neededMemory, 'reasons.unexpectedMemory'],
  [/^stopped unexpectedly: it was killed/, 'reasons.killed'],
  [/^stopped unexpectedly; the cause is not known$/, 'reasons.unexpectedUnknown'],
  [/^exited on its own with exit code 0/, 'reasons.exitedAlone'],
  [/^started again after a crash$/, 'reasons.startedAfterCrash'],
  [/^stopped while it waited to be started again/, 'reasons.stoppedBeforeRestart'],
  [/^the node was restarted$/, 'reasons.nodeRestarted'],
  [/^found running when the daemon started$/, 'reasons.foundRunning'],
  [/^ended while the daemon was away/, 'reasons.lost'],
  [/^the daemon was restarted during the installation/, 'reasons.installInterrupted'],
  [/^the download has the wrong checksum$/, 'reasons.wrongChecksum'],
  [/^the node is not connected/, 'reasons.nodeOffline'],
  [/^the node (?<node>\S+) is away$/, 'reasons.nodeNamedOffline'],
  [/^waits because \d+ \w+ are at work on this node$/, 'reasons.busyNode'],
  [/^waits for .* of this game server$/, 'reasons.waitsForTask'],
  [/^canceled$/, 'reasons.canceled'],
  [/^replaced by task \d+/, 'reasons.replaced'],
  [/^(?<count>one|\d+) players? (?:is|are) there$/, 'reasons.playersOnline'],
  [/^the schedule was deleted$/, 'reasons.scheduleDeleted'],
  [/: the daemon was not running, the node slept/, 'reasons.missed'],
  [/^the game(?: server)? is not running/, 'reasons.notRunning'],
  [/^(?:its last run has not ended yet|a run of it waits already)$/, 'reasons.previousRunning'],
  [/^(?:another schedule|a task) of this game server is at work/, 'reasons.otherRunning'],
]

/** Of those that lists are full of; null: another one. */
export function frequentReasonText(t: TextOf, reason: string): string | null {
  for (const [pattern, key] of known) {
    const match = pattern.exec(reason)
    if (!match) continue
    const { count, ...values } = match.groups ?? {}
    return count === undefined ? t(key, values) : t(key, { count: count === 'one' ? 1 : Number(count) })
  }
  return null
}

/** What nobody has foreseen stays as it came, and begins like a sentence. */
export const plainReasonText = (reason: string): string => reason.charAt(0).toUpperCase() + reason.slice(1)

/** Where a reason is one of many in a line: the frequent ones, and the rest as it came. */
export const reasonText = (t: TextOf, reason: string): string =>
  frequentReasonText(t, reason) ?? plainReasonText(reason)

/** It would crash again if it were only started. */
export function hasNeededMemory(reason: string | null): boolean {
  return reason !== null && neededMemory.test(reason)
}
