// A sentence in pieces, so that people and objects in it can be links.

export type SentencePart = { part: 'who' | 'subject' | 'server' | 'list'; text: string } | string

/** Stand in for the pieces while the text is made; nobody types them. */
export const marks = { who: '\u{E000}', subject: '\u{E001}', server: '\u{E002}', list: '\u{E003}' } as const
const markForm = /([\u{E000}-\u{E003}])/u

/** A text that was made with the marks, apart at them. */
export function inPieces(text: string, texts: Partial<Record<keyof typeof marks, string>>): SentencePart[] {
  const parts = Object.entries(marks) as [keyof typeof marks, string][]
  return text
    .split(markForm)
    .filter(piece => piece !== '')
    .map(piece => {
      const [part] = parts.find(([, mark]) => mark === piece) ?? []
      return part ? { part, text: texts[part] ?? '' } : piece
    })
}

/** As one text, for readers that follow no links. */
export const sentenceText = (parts: readonly SentencePart[]): string =>
  parts.map(part => (typeof part === 'string' ? part : part.text)).join('')
