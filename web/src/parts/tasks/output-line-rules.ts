// Turns raw program output into plain lines: without color codes, and with overwritten progress lines as last seen.

// Color and cursor codes (ESC [ …), window titles (ESC ] … BEL) and the remaining two-character codes.
const escapes = new RegExp(
  ['\\u001b\\[[0-?]*[ -/]*[@-~]', '\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)', '\\u001b[@-_]'].join(
    '|',
  ),
  'g',
)

export const withoutEscapes = (text: string): string => text.replace(escapes, '')

/** The newest lines, at most `limit`; a carriage return begins its line anew, as on a terminal. */
export function outputLines(text: string, limit: number): string[] {
  const lines = withoutEscapes(text).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.slice(-limit).map(line => {
    const visible = line.replace(/\r+$/, '')
    return visible.slice(visible.lastIndexOf('\r') + 1)
  })
}
