// The panel that is measured, as its own process, and the plugins that misbehave beside it on order.

import { setTimeout as delay } from 'node:timers/promises'
import { startTestPanel } from '../../panel/test/start-test-panel.ts'
import { startPlugin } from '../../plugin-host/src/plugin-host.ts'
import { plugin } from '../../plugin-host/test/wat.ts'

export interface Measured {
  url: string
  sessionToken: string
}

export type Order = 'misbehave' | 'behave'

const grows =
  '(loop $l (br_if $l (i32.ne (memory.grow (i32.const 1)) (i32.const -1)))) (loop $m (memory.fill (i32.const 4096) (i32.const 1) (i32.const 126976)) (br $m)) (unreachable)'
const floods =
  '(loop $l (drop (call $host_call (local.get $pointer) (local.get $length))) (br $l)) (unreachable)'
const hostile = ['(loop $l (br $l)) (unreachable)', grows, floods, '(unreachable)'].map(body => plugin(body))

const panel = await startTestPanel()
const sessionToken = await panel.signIn()
let isMisbehaving = false
let misbehaving: Promise<unknown> = Promise.resolve()

/** As the panel restarts what has ended: soon. */
async function misbehave(module: Uint8Array): Promise<void> {
  while (isMisbehaving) {
    const one = await startPlugin({ module, hostCall: async () => 1 })
    await one.call('x', {}).catch(() => {})
    await one.close()
    await delay(1_000)
  }
}

process.on('message', (order: Order) => {
  isMisbehaving = order === 'misbehave'
  if (isMisbehaving) misbehaving = Promise.all(hostile.map(misbehave))
  void (isMisbehaving ? Promise.resolve() : misbehaving).then(() => process.send?.('done'))
})
process.send?.({ url: panel.url, sessionToken } satisfies Measured)
process.once('disconnect', () => void panel.stop().then(() => process.exit(0)))
