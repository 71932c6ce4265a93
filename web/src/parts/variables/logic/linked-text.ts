// Finds the addresses in a text: only https, and without the punctuation of the sentence that follows them.

export interface TextSegment {
  text: string
  isLink: boolean
  /** Where it begins. */
  at: number
}

export function linkedSegments(text: string): TextSegment[] {
  const segments: TextSegment[] = []
  let from = 0
  for (const match of text.matchAll(/https:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/g)) {
    if (match.index > from) segments.push({ text: text.slice(from, match.index), isLink: false, at: from })
    segments.push({ text: match[0], isLink: true, at: match.index })
    from = match.index + match[0].length
  }
  if (from < text.length) segments.push({ text: text.slice(from), isLink: false, at: from })
  return segments
}
