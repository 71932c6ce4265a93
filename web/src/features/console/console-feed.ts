// Carries console output from the connection to the terminal, and keeps it while the terminal is still loading.

import type { ConsoleChunk } from './logic/console-stream.ts'

type Writer<Chunk> = (parts: Chunk[]) => void

export interface ConsoleFeed<Chunk = ConsoleChunk> {
  push: Writer<Chunk>
  /** Hands over all that has come so far, then whatever comes; gives the way to stop. */
  attach: (writer: Writer<Chunk>) => () => void
}

const retainedChunks = 5000

export function createConsoleFeed<Chunk = ConsoleChunk>(): ConsoleFeed<Chunk> {
  let writer: Writer<Chunk> | null = null
  let retained: Chunk[] = []
  return {
    push(parts) {
      if (parts.length === 0) return
      // Kept as well when shown: the terminal is made anew when the page changes its shape.
      retained.push(...parts)
      if (retained.length > retainedChunks * 2) retained = retained.slice(-retainedChunks)
      writer?.(parts)
    },
    attach(next) {
      writer = next
      next(retained)
      return () => {
        if (writer === next) writer = null
      }
    },
  }
}
