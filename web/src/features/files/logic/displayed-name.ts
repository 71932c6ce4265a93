// Names as they are shown: what steers the direction of text, or cannot be seen, is spelt out.
//
// A name like "exe.gpj" with an override before it must not pose as "jpg.exe", and none may hide a line break (T-075).

/** Control and format characters, line and paragraph separators, odd blanks, halves of characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u00a0\u115f\u1160\u3164\uffa0\ufffc]/gu
/** Blanks that begin or end a name are seen by nobody either. */
const unseenInName = new RegExp(`${unseen.source}|^ | $`, 'gu')
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

export interface NamePart {
  text: string
  /** Spelt out: the text is its code point. */
  isEscape: boolean
}

const spelt = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

export const partsOfName = (name: string): NamePart[] => partsBy(unseenInName, name)

/** The same of a line of text, whose blanks are its own affair. */
export const partsOfText = (text: string): NamePart[] => partsBy(unseen, text)

function partsBy(pattern: RegExp, name: string): NamePart[] {
  const parts: NamePart[] = []
  let from = 0
  for (const found of name.matchAll(pattern)) {
    if (found.index > from) parts.push({ text: name.slice(from, found.index), isEscape: false })
    parts.push({ text: spelt(found[0]), isEscape: true })
    from = found.index + found[0].length
  }
  if (from < name.length || parts.length === 0) parts.push({ text: name.slice(from), isEscape: false })
  return parts
}

/** The same within a sentence, a title or a label; a name from right to left turns nothing around it. */
export function nameInText(name: string): string {
  const text = partsOfName(name)
    .map(part => (part.isEscape ? `[${part.text}]` : part.text))
    .join('')
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}
