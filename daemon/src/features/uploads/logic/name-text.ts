// Gives a text its type: JSON, XML, CSV, YAML or plain. All of them are accepted; the name is for people and logs.

/** `isWhole`: the head is the whole text. */
export function nameText(head: string, tail: string, isWhole: boolean): string {
  const text = head.trim()
  if (isJson(text, tail.trim(), isWhole)) return 'application/json'
  if (/^---(\s|$)/.test(text)) return 'application/yaml'
  const lines = text.split(/\r?\n/).slice(0, isWhole ? undefined : -1)
  if (isCsv(lines)) return 'text/csv'
  return isYaml(lines) ? 'application/yaml' : 'text/plain'
}

function isJson(text: string, tail: string, isWhole: boolean): boolean {
  const [first, last] = [text[0], tail.at(-1)]
  const isWrapped = (first === '{' && last === '}') || (first === '[' && last === ']')
  if (!isWrapped || !isWhole) return isWrapped && /^[{[]\s*["{[\d\-tfn}\]]/.test(text)
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Two lines or more, each with the same number of the same separator. */
function isCsv(lines: readonly string[]): boolean {
  if (lines.length < 2) return false
  return [',', ';', '\t'].some(separator => {
    const counts = new Set(lines.map(line => line.replaceAll(/"[^"]*"/g, '').split(separator).length))
    return counts.size === 1 && !counts.has(1)
  })
}

/** Nothing but keys, entries, comments and what belongs to them by indentation. */
function isYaml(lines: readonly string[]): boolean {
  const revealing = lines.filter(line => line.trim() !== '' && !/^\s*#/.test(line))
  const hasKey = revealing.some(line => /^[\w."'-]+:(\s|$)/.test(line))
  return hasKey && revealing.every(line => /^(?:[\w."'-]+:(?:\s|$)|\s+\S|-\s)/.test(line))
}
