// Paths below a game server's folder: names with / between them, the folder itself is ''.

export const joinPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export interface Crumb {
  name: string
  path: string
}

/** Every folder on the way to a path, the path itself last; nothing for the game server's own folder. */
export function crumbsOf(path: string): Crumb[] {
  const names = path.split('/').filter(name => name !== '')
  return names.map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') }))
}

export const isInside = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`)

/** What somebody typed as a folder: without slashes at the ends, doubled ones and blanks around it. */
export const normalizeFolder = (typed: string): string =>
  typed
    .trim()
    .split('/')
    .filter(name => name !== '')
    .join('/')

export type NameFault = 'empty' | 'slash' | 'dots' | 'long' | 'control' | 'taken'

const longestNameBytes = 255

/** Why a name cannot be given; null when it can. Linux takes all else. */
export function nameFault(name: string, taken: ReadonlySet<string> = new Set()): NameFault | null {
  if (name === '') return 'empty'
  if (name.includes('/')) return 'slash'
  if (name === '.' || name === '..') return 'dots'
  if (/\p{Cc}/u.test(name)) return 'control'
  if (new TextEncoder().encode(name).length > longestNameBytes) return 'long'
  return taken.has(name) ? 'taken' : null
}

/** Where the ending begins: after the last dot, `.tar.gz` and its like as one; a leading dot begins no ending. */
export function endingAt(name: string): number {
  const found = /(?:\.tar)?\.[^.]*$/i.exec(name)
  return found && found.index > 0 ? found.index : name.length
}

/** The name, or its first free variant: `map (2).txt`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const at = endingAt(name)
  for (let count = 2, next = name; ; count++) {
    if (!taken.has(next)) return next
    next = `${name.slice(0, at)} (${count})${name.slice(at)}`
  }
}
