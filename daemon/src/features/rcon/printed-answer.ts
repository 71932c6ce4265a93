// Reads the answer of a game that prints it in datagrams and never says where it ends: silence tells.

import type { Inbox } from './inbox.ts'
import { collectAnswer } from './logic/collected-answer.ts'
import { noAnswer, notListening, type RconLimits, retainedAnswerBytes } from './rcon-client.ts'

/** `read` gives what a datagram printed; null for one that is no part of the answer. */
export async function readPrintedAnswer(
  inbox: Inbox<Buffer>,
  read: (datagram: Buffer) => Buffer | null,
  limits: RconLimits,
): Promise<string> {
  const answer = collectAnswer(retainedAnswerBytes)
  const untilMs = performance.now() + limits.answerMs
  let hasBegun = false
  for (;;) {
    const leftMs = untilMs - performance.now()
    if (leftMs <= 0 && hasBegun) return answer.text()
    const arrival = await inbox.next(hasBegun ? Math.min(leftMs, limits.quietMs) : leftMs)
    if (arrival === 'ended' && !hasBegun) throw notListening()
    if (arrival === 'silence' && !hasBegun) throw noAnswer()
    if (typeof arrival === 'string') return answer.text()
    const printed = read(arrival.item)
    if (printed === null) continue
    hasBegun = true
    answer.add(printed)
  }
}
