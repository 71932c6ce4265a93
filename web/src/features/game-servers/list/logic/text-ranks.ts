// The place of each text in the order in which people would put them.

export type TextRanks = ReadonlyMap<string, number>

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Texts that differ in case or accents only share a place. */
export function rankTexts(texts: Iterable<string>): TextRanks {
  const ranks = new Map<string, number>()
  let rank = -1
  let previous: string | null = null
  for (const text of [...texts].sort(collator.compare)) {
    if (previous === null || collator.compare(previous, text) !== 0) rank += 1
    ranks.set(text, rank)
    previous = text
  }
  return ranks
}
