// What the keys of the row below a terminal type.

export const keySequences = {
  /** What ends a program, in one press. */
  'Ctrl-C': '\u0003',
  Tab: '\t',
  Esc: '\u001b',
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
} as const

/** A letter typed while Ctrl is held is its control character; anything else stays what it is. */
export function withControl(text: string): string {
  const code = text.toUpperCase().codePointAt(0) ?? 0
  return text.length === 1 && code >= 0x40 && code <= 0x5f ? String.fromCharCode(code & 0x1f) : text
}
