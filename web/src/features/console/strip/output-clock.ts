// Counts the lines of every second as they come, and tells it now and then: a flood must not redraw the strip with each piece.

import { useSyncExternalStore } from 'react'
import type { ConsoleChunk } from '../logic/console-stream.ts'
import { type OutputSeconds, withChunks } from './logic/output-seconds.ts'

const notifyEveryMs = 250

export interface OutputClock {
  push: (parts: readonly ConsoleChunk[]) => void
  seconds: () => OutputSeconds
  subscribe: (listener: () => void) => () => void
}

export function createOutputClock(): OutputClock {
  const listeners = new Set<() => void>()
  let waiting: ConsoleChunk[] = []
  let seconds: OutputSeconds = new Map()
  let isTelling = false
  function notify() {
    isTelling = false
    seconds = withChunks(seconds, waiting)
    waiting = []
    for (const listener of listeners) listener()
  }
  return {
    push(parts) {
      if (!parts.some(part => part.kind === 'text' && part.at !== null)) return
      waiting.push(...parts)
      if (!isTelling) setTimeout(notify, notifyEveryMs)
      isTelling = true
    },
    seconds: () => seconds,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useOutputSeconds = (clock: OutputClock): OutputSeconds =>
  useSyncExternalStore(clock.subscribe, clock.seconds)
