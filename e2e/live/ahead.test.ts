// A viewer who has read on at another instance of the panel: what it knows already does not come again.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitFor } from '../wait-for.ts'
import { LiveWorld } from './live-world.ts'

let world: LiveWorld
beforeAll(async () => {
  world = await new LiveWorld({ inSharedProduct: true }).start()
})
afterAll(() => world.stop())

test('6.2 who is further than this instance gets nothing twice, and then everything', async () => {
  const id = await world.startGame()
  const path = `/api/ws/servers/${id}/console`
  const usual = await world.open(path)
  await waitFor('its first line', () => usual.text().includes('ready\r\n'))
  const known = usual.text().length
  const last = usual.frames.findLast(({ payload }) => payload.seq !== undefined)
  const [seq, stream] = [Number(last?.payload.seq), String(last?.payload.stream_id)]
  const ahead = await world.open(`${path}?since=${seq + 5}&stream=${stream}`)
  await waitFor('it is welcomed', () => ahead.of('console.status').length > 0)
  expect(ahead.of('console.history')).toMatchObject([{ payload: { output: '', seq: seq + 5, gap: false } }])
  for (const command of ['first', 'second', 'third']) usual.send('console.command', { command })
  const isComplete = (text: string) => text.includes('you said: third\r\n')
  await waitFor('both saw it', () => isComplete(usual.text()) && isComplete(ahead.text()))
  expect(ahead.text()).toBe(usual.text().slice(known + 5))
})
