// Where a request of a plugin's part goes: below the routes of that very plugin, or nowhere.

/** Encoded dots, slashes and backslashes are read differently by those who pass a request on. */
const treacherous = /%(2e|2f|5c|25)|[\\#]|\p{Cc}/iu
const longestPath = 2_000

/** Null when the path could lead anywhere else. */
export function pluginAddress(pluginId: number, path: string): string | null {
  if (!path.startsWith('/') || path.length > longestPath) return null
  const prefix = `/api/plugins/${pluginId}/http`
  const [below = ''] = path.split('?')
  if (treacherous.test(below) || /\p{Cc}|#/u.test(path)) return null
  if (below.split('/').some(part => part === '.' || part === '..') || below.includes('//')) return null
  const address = new URL(prefix + path, 'http://panel.invalid')
  const stays = address.origin === 'http://panel.invalid' && address.pathname.startsWith(`${prefix}/`)
  return stays ? address.pathname + address.search : null
}
