// Reads filled sentences of a catalog back: which one it is, and what it was filled with.

import { valuesIn } from '@rookery/primitives/filled-text.ts'

export const placeInSentence = /\{(\w+)\}/g

/** Nobody reads a longer one; what takes its parts out is bounded by it. */
const longestSentence = 2_000

export interface ReadSentence<Code extends string> {
  code: Code
  values: Record<string, string>
}

interface Pattern<Code extends string> {
  code: Code
  fixed: string[]
  names: string[]
}

/** A value must not be empty; `fits` says what else it must be. */
export function createSentenceReader<Code extends string>(
  catalog: Record<Code, string | readonly string[]>,
  fits: (name: string, value: string) => boolean = () => true,
): (sentence: string) => ReadSentence<Code> | null {
  // The more of its own words a sentence has, the earlier it is tried.
  const patterns = (Object.keys(catalog) as Code[])
    .flatMap(code => [catalog[code]].flat().map(sentence => patternOf(code, sentence)))
    .toSorted((one, other) => weightOf(other) - weightOf(one))
  return sentence => {
    if (sentence.length > longestSentence) return null
    for (const { code, fixed, names } of patterns) {
      const found = valuesIn(fixed, sentence)
      if (found && names.every((name, at) => fits(name, found[at] ?? '')))
        return { code, values: Object.fromEntries(names.map((name, at) => [name, found[at] ?? ''])) }
    }
    return null
  }
}

function patternOf<Code extends string>(code: Code, sentence: string): Pattern<Code> {
  const parts = sentence.split(placeInSentence)
  return {
    code,
    fixed: parts.filter((_, at) => at % 2 === 0),
    names: parts.filter((_, at) => at % 2 === 1),
  }
}

/** One that begins with a value could be part of any. */
function weightOf({ fixed }: Pattern<string>): number {
  const length = fixed.join('').length
  return fixed[0] === '' ? length - longestSentence : length
}
