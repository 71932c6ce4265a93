// The one place that reaches into ssh2: it holds what the client's window does not take, without a limit and without a word.

import type { SFTPWrapper } from 'ssh2'

/** How many answers wait for room in the client's window. */
export function unsentAnswersOf(channel: SFTPWrapper): number {
  return (channel as unknown as { _buffer: unknown[] })._buffer.length
}
