// Says in restic's patterns what a backup leaves out: ours are in the manner of gitignore and relative to its files.

interface Selection {
  exclude: readonly string[]
  include: readonly string[]
  /** Where the files are in the eyes of restic, such as `/files`. */
  place: string
}

/** Lines of a file for `--exclude-file`; of several that match a path the last one decides. */
export function excludePatterns({ exclude, include, place }: Selection): string[] {
  const top = place.split('/').map(escapeName).join('/')
  return [...includeOnly(include, top), ...exclude.flatMap(line => excludePattern(line, top) ?? [])].map(
    // Variables of the environment would be put in.
    line => line.replaceAll('$', '$$$$'),
  )
}

function excludePattern(line: string, top: string): string | null {
  let text = line.replace(/\r$/, '')
  if (text.startsWith('#')) return null
  text = text.trim()
  const sign = text.startsWith('!') ? '!' : ''
  text = text.slice(sign.length)
  // The same rule as that of our own patterns.
  const isAnchored = text.startsWith('/') || /[^/+]\/.*\*\./.test(text)
  const names = namesOf(text)
  while (names.length > 1 && names.at(-1) === '**') names.pop()
  if (names.length === 0) return null
  return `${sign}${[top, ...(isAnchored ? [] : ['**']), ...names].join('/')}`
}

/** Level by level: everything in a folder is left out, then what leads to something that is wanted is taken back. */
function includeOnly(include: readonly string[], top: string): string[] {
  const wanted = include.map(namesOf).filter(names => names.length > 0)
  const deepest = Math.max(0, ...wanted.map(names => names.length))
  const lines: string[] = []
  for (let depth = 1; depth <= deepest; depth += 1) {
    const reaching = wanted.filter(names => names.length >= depth)
    const above = new Set(reaching.map(names => [top, ...names.slice(0, depth - 1), '*'].join('/')))
    const taken = wanted.map(names => `!${[top, ...names.slice(0, depth)].join('/')}`)
    lines.push(...above, ...new Set(taken))
  }
  return lines
}

function namesOf(text: string): string[] {
  return text
    .split('/')
    .filter(name => name !== '' && name !== '.')
    .map(name => name.replaceAll('[!', '[^'))
}

/** What restic's patterns would read as more than itself. */
export function escapeName(name: string): string {
  return name.replaceAll(/[\\*?[]/g, character => `\\${character}`)
}
