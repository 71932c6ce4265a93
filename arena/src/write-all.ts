// Writing with back-pressure.

import type { Writable } from 'node:stream'

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
