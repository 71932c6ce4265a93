// The last lines of a console as plain text, few and short enough to be told with a crash.

import { lastLineBytes, lastLinesLimit } from '@rookery/contracts/crash-report.ts'
import { plainString } from '@rookery/primitives/terminal-text.ts'

/** Without control sequences and empty lines. Of what a line overwrote with a return, only the last is left. */
export function lastLines(output: Uint8Array): string[] {
  const lines = plainString(output)
    .split('\n')
    .map(line => line.trimEnd().split('\r').at(-1)?.trimEnd() ?? '')
  return lines
    .filter(line => line !== '')
    .slice(-lastLinesLimit)
    .map(beginning)
}

/** As many whole characters as fit. */
function beginning(line: string): string {
  const bytes = Buffer.from(line)
  if (bytes.length <= lastLineBytes) return line
  let end = lastLineBytes
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}
