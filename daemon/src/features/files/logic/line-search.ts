// Finds the lines of a text that contain something, while the text comes in pieces of any size. Case does not matter.

export interface FoundLine {
  number: number
  /** The line, or the part of it around what was found. */
  text: string
}

export interface LineSearch {
  feed(piece: string): FoundLine[]
  /** The last line may have no end. */
  end(): FoundLine[]
}

/** What is kept of a line that does not end. */
const lineLimitChars = 64 * 1024
const textLimitChars = 400
const charsBefore = 100

export function createLineSearch(content: string): LineSearch {
  const wanted = content.toLowerCase()
  let rest = ''
  let number = 1
  let hasFoundInLine = false

  /** At most one find for each line. */
  function search(text: string): FoundLine[] {
    if (hasFoundInLine) return []
    const at = text.toLowerCase().indexOf(wanted)
    if (at === -1) return []
    hasFoundInLine = true
    return [{ number, text: excerpt(text, at) }]
  }

  return {
    feed(piece) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      const found: FoundLine[] = []
      for (const line of lines) {
        found.push(...search(line))
        number += 1
        hasFoundInLine = false
      }
      if (rest.length > lineLimitChars) {
        found.push(...search(rest))
        // What is wanted may begin at the end of this piece.
        rest = wanted.length > 1 ? rest.slice(1 - wanted.length) : ''
      }
      return found
    },
    end: () => search(rest),
  }
}

function excerpt(line: string, at: number): string {
  const from = at + textLimitChars / 2 < textLimitChars ? 0 : at - charsBefore
  return line
    .slice(from, from + textLimitChars)
    .replace(/\r$/, '')
    .toWellFormed()
}
