// Which compression of an answer a client takes (RFC 9110, 12.5.3).

export type ContentEncoding = 'br' | 'gzip'

/** The better one first. */
const offered: readonly ContentEncoding[] = ['br', 'gzip']

/** The one that the client weighs highest, of equal ones the better; null: none of ours. */
export function acceptedEncoding(header: string | undefined): ContentEncoding | null {
  if (header === undefined) return null
  const weights = new Map(header.split(',').map(readCoding))
  let best: ContentEncoding | null = null
  let bestWeight = 0
  for (const name of offered) {
    const weight = weights.get(name) ?? weights.get('*') ?? 0
    if (weight > bestWeight) [best, bestWeight] = [name, weight]
  }
  return best
}

const weightText = /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i

/** A weight that cannot be read counts as a refusal. */
function readCoding(text: string): [name: string, weight: number] {
  const [name = '', parameter] = text.split(';', 2)
  const weight = parameter === undefined ? 1 : Number(weightText.exec(parameter)?.[1] ?? 0)
  return [name.trim().toLowerCase(), weight]
}
