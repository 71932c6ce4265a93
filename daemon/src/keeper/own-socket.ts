// The keeper's socket under its name: put there when it listens, and removed at the end only if it is still this one.
//
// A data folder may be deleted under a running keeper and filled again by another. Node removes at its end the path that
// it was told to listen on, whoever's it is by then: so it listens on a name of its own, which is then moved to its place.

import { renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where to listen first; short, because the path of a socket is. */
export function draftSocketPath(socketFile: string): string {
  return join(dirname(socketFile), `.k${process.pid}`)
}

/** Gives the socket that listens its place; the function that comes back takes it away again. */
export function placeSocket(socketFile: string): () => void {
  renameSync(draftSocketPath(socketFile), socketFile)
  const { dev, ino } = statSync(socketFile)
  return () => {
    const found = statSync(socketFile, { throwIfNoEntry: false })
    if (found?.dev === dev && found.ino === ino) rmSync(socketFile, { force: true })
  }
}
