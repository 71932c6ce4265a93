// The game's own output: clocked lines for people, raw text for bulk, never more in memory than a bounded backlog.

import type { Writable } from 'node:stream'
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'
import { writeAll } from './write-all.ts'

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
