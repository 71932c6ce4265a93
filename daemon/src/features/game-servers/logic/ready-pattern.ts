// Reads a game's output as lines and looks for its ready pattern: plain text, or an expression written /like this/.

import { compilePattern, type Pattern, PatternTooSlow } from '@rookery/primitives/patterns/pattern.ts'

export type ReadyPattern = { kind: 'text'; text: string } | { kind: 'expression'; expression: Pattern }

/** An expression sees at most the beginning of a line. */
export const expressionLineChars = 2_000
/** A line that never ends is forgotten from its beginning. */
const openLineChars = 32 * 1024

/** Something that only looks like an expression is taken as plain text. */
export function parseReadyPattern(pattern: string): ReadyPattern {
  const written = /^\/(.+)\/(i?)$/s.exec(pattern)
  if (!written) return { kind: 'text', text: pattern }
  const expression = compilePattern(written[1] ?? '', written[2])
  return expression === null ? { kind: 'text', text: pattern } : { kind: 'expression', expression }
}

/** Looks for the pattern in lines, one after the other; null: it is in none of these. */
export type LineCheck = (lines: readonly string[]) => 'found' | 'pattern_too_slow' | null

export function createLineCheck(pattern: string): LineCheck {
  const wanted = parseReadyPattern(pattern)
  if (wanted.kind === 'text') {
    return lines => (lines.some(line => line.includes(wanted.text)) ? 'found' : null)
  }
  const { expression } = wanted
  return lines => {
    try {
      return lines.some(line => expression.test(line.slice(0, expressionLineChars))) ? 'found' : null
    } catch (error) {
      if (error instanceof PatternTooSlow) return 'pattern_too_slow'
      throw error
    }
  }
}

const escapeByte = String.fromCharCode(27)
const bell = String.fromCharCode(7)
const escapeSequences = new RegExp(
  [
    `${escapeByte}\\[[0-9:;<=>?]{0,64}[ -/]{0,8}[@-~]`, // colors and cursor moves
    `${escapeByte}\\][^${bell}${escapeByte}]{0,512}(?:${bell}|${escapeByte}\\\\)`, // titles and links
    `${escapeByte}[ -/]{0,8}[0-Z\\\\^_\`a-z{|}~]`, // the short ones
  ].join('|'),
  'g',
)

export function stripEscapes(text: string): string {
  return text.includes(escapeByte) ? text.replace(escapeSequences, '') : text
}

/**
 * Gives, for each piece of output, the lines that it ended and the line that is still open, as a person sees them.
 * A line that was open comes again, longer: what lies across two pieces is found then.
 */
export function createLineReader(): (bytes: Uint8Array) => string[] {
  const decoder = new TextDecoder()
  let open = ''
  return bytes => {
    const text = open + decoder.decode(bytes, { stream: true })
    const lines = text.split(/[\r\n]+/)
    open = (lines.at(-1) ?? '').slice(-openLineChars)
    return lines.map(stripEscapes).filter(line => line !== '')
  }
}
