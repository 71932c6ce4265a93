// Paths as an SFTP client writes them: the game server's folder is its /, and there is nothing above.

/**
 * The path below the root, without / at either end; '' is the root. `..` goes up as far as the root and no further.
 * Names are put together here; that none of them leads out is found by walking.
 */
export function insidePath(clientPath: string): string {
  const names: string[] = []
  for (const part of clientPath.split('/')) {
    if (part === '..') names.pop()
    else if (part !== '' && part !== '.') names.push(part)
  }
  return names.join('/')
}

/** The same as the client shall see it. */
export function displayPath(clientPath: string): string {
  return `/${insidePath(clientPath)}`
}
