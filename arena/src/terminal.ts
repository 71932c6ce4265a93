// The game's own output: clocked lines for people, raw text for bulk, never more in memory than a bounded backlog.

import type { Writable } from 'node:stream'
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'

export type Tone = 'plain' | 'good' | 'bad'
export type Terminal = {
  line(text: string, tone?: Tone): void
  bulk: (text: string) => Promise<void>
  flush(limitMs: number): Promise<void>
}

const backlogLimitBytes = 1024 * 1024
const colours: Record<Tone, string> = { plain: '', good: '\x1b[32m', bad: '\x1b[33m' }

export function createTerminal(stream: Writable, hasColour: boolean, clock: () => Date): Terminal {
  let dropped = 0
  // Whoever read the output has gone; the game goes on.
  stream.on('error', () => undefined)

  function line(text: string, tone: Tone = 'plain'): void {
    if (stream.writableLength > backlogLimitBytes) {
      dropped += 1
      return
    }
    if (dropped > 0) {
      const missing = dropped
      dropped = 0
      line(`(${missing} lines were dropped because nobody read them)`, 'bad')
    }
    const time = `[${clock().toTimeString().slice(0, 8)}]`
    stream.write(hasColour ? `\x1b[2m${time}\x1b[0m ${colours[tone]}${text}\x1b[0m\n` : `${time} ${text}\n`)
  }

  return {
    line,
    async bulk(text) {
      await writeAll(stream, text)
      // Terminals are written synchronously: without this pause players would wait for the whole bulk.
      await nextTurnOfLoop()
    },
    flush(limitMs) {
      return new Promise(resolve => {
        const timer = setTimeout(resolve, limitMs)
        stream.write('', () => {
          clearTimeout(timer)
          resolve()
        })
      })
    },
  }
}

/** Resolves when the stream wants more, or when it is gone and nothing more can be done. */
export function writeAll(stream: Writable, chunk: Buffer | string): Promise<void> {
  if (stream.destroyed || stream.write(chunk)) return Promise.resolve()
  return new Promise(resolve => {
    const events = ['drain', 'close', 'error']
    const done = () => {
      for (const event of events) stream.off(event, done)
      resolve()
    }
    for (const event of events) stream.on(event, done)
  })
}
