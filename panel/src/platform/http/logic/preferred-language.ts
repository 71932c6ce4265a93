// Reads Accept-Language: which language somebody likes best.

const range = /^([a-z]{2,3}(?:-[a-z0-9]{2,8})?)(?:-[a-z0-9-]+)?$/
const longestHeader = 500

/** Such as `de` or `pt-br`; null for English, which everything is written in, and for whoever takes any. */
export function preferredLanguage(header: string): string | null {
  let best = { language: 'en', weight: 0 }
  for (const part of header.slice(0, longestHeader).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim())
    const weight = weightOf(parameters)
    if (weight > best.weight) best = { language: name, weight }
  }
  const language = range.exec(best.language)?.[1] ?? 'en'
  return /^en(-|$)/.test(language) ? null : language
}

/** The earlier of two that are liked equally comes first, so only more counts. */
function weightOf(parameters: readonly string[]): number {
  const given = parameters.find(parameter => parameter.startsWith('q='))
  if (given === undefined) return 1
  const weight = Number(given.slice(2))
  return weight >= 0 && weight <= 1 ? weight : 0
}
