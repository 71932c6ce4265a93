// How much of a game's answer by RCON is passed on, and how a longer one is cut: by the node, and by a panel that cannot
// be sure of its nodes.

export const rconAnswerLimitBytes = 64 * 1024

const mark = (bytes: number) => `\n… cut here: the whole answer has ${bytes} bytes`
const markBytesAtMost = 64

/** The result has at most `limitBytes` bytes, mark included, and never ends inside a character. */
export function cutRconAnswer(text: string, limitBytes = rconAnswerLimitBytes): string {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= limitBytes) return text
  let end = limitBytes - markBytesAtMost
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return new TextDecoder().decode(bytes.subarray(0, end)) + mark(bytes.length)
}
