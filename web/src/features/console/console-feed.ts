// Carries console output from the connection to the terminal, and keeps it while the terminal is still loading.

import type { ConsoleChunk } from './logic/console-stream.ts'

type Writer<Part> = (parts: Part[]) => void

export interface ConsoleFeed<Part = ConsoleChunk> {
  push: Writer<Part>
  /** Hands over all that has come so far, then whatever comes; gives the way to stop. */
  attach: (writer: Writer<Part>) => () => void
}

const retainedChunks = 5000

export function createConsoleFeed<Part = ConsoleChunk>(): ConsoleFeed<Part> {
  let writer: Writer<Part> | null = null
  let kept: Part[] = []
  return {
    push(parts) {
      if (parts.length === 0) return
      // Kept as well when shown: the terminal is made anew when the page changes its shape.
      kept.push(...parts)
      if (kept.length > retainedChunks * 2) kept = kept.slice(-retainedChunks)
      writer?.(parts)
    },
    attach(next) {
      writer = next
      next(kept)
      return () => {
        if (writer === next) writer = null
      }
    },
  }
}
