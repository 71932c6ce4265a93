// Loaded before a shipped program by tests that move its clocks or measure it; the program itself stays as it is built.
// Only who starts the process can do this: it needs Node's own --import and an open descriptor, no variable or switch.

import { readdirSync } from 'node:fs'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** What a test may ask for, and what it is answered. */
export interface InsideRequests {
  /** How far the time of day is ahead of the real one. */
  timeOfDayAheadMs(ms: number): void
  /** The same of the clock that only measures how long something takes. */
  stopwatchAheadMs(ms: number): void
  /** What is done by an interval of at most that length is done now. */
  runIntervals(longestMs: number): void
  /** After the garbage is collected, which needs --expose-gc. */
  measure(): { heapBytes: number; descriptors: number; timers: number }
}
/** Beside input, output and errors; start-program.ts opens it. */
const descriptor = 3

const [realNow, realStopwatch, realSetInterval, realClearInterval] = [
  Date.now,
  performance.now.bind(performance),
  globalThis.setInterval,
  globalThis.clearInterval,
]
const ahead = { timeOfDay: 0, stopwatch: 0 }
const intervals = new Map<unknown, { everyMs: number; run: () => void }>()

const requests: InsideRequests = {
  timeOfDayAheadMs: ms => {
    ahead.timeOfDay = ms
  },
  stopwatchAheadMs: ms => {
    ahead.stopwatch = ms
  },
  runIntervals: longestMs => {
    for (const { everyMs, run } of [...intervals.values()]) if (everyMs <= longestMs) run()
  },
  measure: () => {
    globalThis.gc?.()
    return {
      heapBytes: process.memoryUsage().heapUsed,
      descriptors: readdirSync('/proc/self/fd').length,
      timers: process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length,
    }
  },
}

function replaceClocks(): void {
  Date.now = () => realNow() + ahead.timeOfDay
  performance.now = () => realStopwatch() + ahead.stopwatch
  const setAndNote = (work: (...values: unknown[]) => void, ms?: number, ...values: unknown[]) => {
    const timer = realSetInterval(work, ms, ...values)
    intervals.set(timer, { everyMs: ms ?? 0, run: () => work(...values) })
    return timer
  }
  const clearAndForget = (timer?: NodeJS.Timeout) => {
    intervals.delete(timer)
    realClearInterval(timer)
  }
  Object.assign(globalThis, { setInterval: setAndNote, clearInterval: clearAndForget })
}

function serveTest(): void {
  const line = new Socket({ fd: descriptor, readable: true, writable: true })
  line.unref()
  line.on('error', () => {})
  createInterface({ input: line }).on('line', text => {
    const [name, ...values] = JSON.parse(text) as [keyof InsideRequests, ...number[]]
    const answer = (requests[name] as (...all: number[]) => unknown)(...values)
    line.write(`${JSON.stringify(answer ?? null)}\n`)
  })
}

replaceClocks()
serveTest()
