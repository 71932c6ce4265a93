// What is typed while a session is still being set up is typed all the same.

import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createInbox } from '../../platform/panel-link/inbox.ts'
import type { IncomingBody, OutgoingTransfer } from '../../platform/panel-link/outgoing-transfer.ts'
import type { RunningProcess } from '../../platform/process-managers/process-manager.ts'
import { createConsoles } from './console.ts'
import { serveAttach } from './serve-attach.ts'

it('6.2 types what comes while the terminal is being resized', async () => {
  const resized = Promise.withResolvers<void>()
  const over = new AbortController()
  const typed: string[] = []
  const consoles = createConsoles()
  const game = {
    id: 1,
    streamId: 'run',
    exit: new Promise(() => {}),
    output: () => createInbox(quiet, over.signal),
    resize: () => resized.promise,
    write: async (bytes: Uint8Array) => void typed.push(Buffer.from(bytes).toString()),
  }
  consoles.follow(game as unknown as RunningProcess, [], true)
  // As on a real line, what comes before it is asked for is dropped.
  let hear: (body: IncomingBody) => void = () => {}
  const transfer: OutgoingTransfer = {
    signal: over.signal,
    write: async () => {},
    writeBytes: async () => {},
    incoming() {
      const inbox = createInbox<IncomingBody>(quiet, over.signal)
      hear = inbox.push
      return inbox
    },
  }
  const size = { cols: 90, rows: 20 }
  const serving = serveAttach(consoles, { gameServerId: 1, sinceSeq: 0, streamId: '', size }, transfer)
  await delay(0)
  hear({ $case: 'attachInput', value: { bytes: Buffer.from('early') } })
  resized.resolve()
  await expect.poll(() => typed).toEqual(['early'])
  over.abort()
  await serving
})

const quiet = { pause() {}, resume() {} }
