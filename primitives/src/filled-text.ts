// Takes the values out of a sentence that somebody has filled: without an expression, in time proportional to its length.

/** `fixed`: what stands before, between and after the values. Each value is as short as it can be, and never empty. Null: it is another sentence. */
export function valuesIn(fixed: readonly string[], sentence: string): string[] | null {
  const [first = '', ...others] = fixed
  if (!sentence.startsWith(first)) return null
  const last = others.pop()
  if (last === undefined) return sentence === first ? [] : null
  const values: string[] = []
  let at = first.length
  for (const next of others) {
    const found = sentence.indexOf(next, at + 1)
    if (found === -1) return null
    values.push(sentence.slice(at, found))
    at = found + next.length
  }
  const end = sentence.length - last.length
  if (end <= at || !sentence.endsWith(last)) return null
  return [...values, sentence.slice(at, end)]
}
