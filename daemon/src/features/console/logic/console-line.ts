// What may be typed into a game's console: one line, as bytes, without the control characters of a terminal.

export const consoleLineLimitBytes = 4_000

export type ConsoleLine = { typed: Buffer } | { problem: string }

/** One newline at the end is taken as part of asking; exactly one is typed. */
export function checkConsoleLine(line: Uint8Array): ConsoleLine {
  const bytes = Buffer.from(line)
  const end = bytes.at(-1) === 0x0a ? bytes.length - (bytes.at(-2) === 0x0d ? 2 : 1) : bytes.length
  const text = bytes.subarray(0, end)
  if (text.length > consoleLineLimitBytes) {
    return {
      problem: `the line has ${text.length} bytes, a console takes at most ${consoleLineLimitBytes}: send it in parts`,
    }
  }
  // Tab is text to every game that reads lines; other control characters act on the terminal instead.
  if (text.some(byte => (byte < 0x20 && byte !== 0x09) || byte === 0x7f)) {
    return { problem: 'the line contains control characters: send one line of plain text' }
  }
  return { typed: Buffer.concat([text, Buffer.from('\n')]) }
}
