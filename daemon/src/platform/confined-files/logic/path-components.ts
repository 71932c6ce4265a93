// Splits a relative path into names that can only lead downwards.

const nameLimitBytes = 255
const pathLimitBytes = 4096

export type PathComponents = { components: string[] } | { problem: string }

/** '' is the root itself. Nothing is cleaned up or guessed: what is not plainly a path below the root is a problem. */
export function splitPath(path: string): PathComponents {
  if (path === '') return { components: [] }
  if (path.includes('\0')) return { problem: 'a path cannot contain NUL' }
  if (!path.isWellFormed()) return { problem: 'a path must be valid text' }
  if (Buffer.byteLength(path) >= pathLimitBytes)
    return { problem: `a path must be shorter than ${pathLimitBytes} bytes` }
  const components = path.split('/')
  for (const name of components) {
    if (name === '') return { problem: 'a path is relative and has exactly one / between two names' }
    if (name === '.' || name === '..') return { problem: 'a path cannot contain . or .. as a name' }
    if (Buffer.byteLength(name) > nameLimitBytes)
      return { problem: `a name has at most ${nameLimitBytes} bytes` }
  }
  return { components }
}
