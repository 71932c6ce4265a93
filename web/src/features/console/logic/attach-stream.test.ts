// Tests of the bytes of an attach session.

import { attachInputPayload } from '@rookery/contracts/websocket/attach.ts'
import { expect, test } from 'vitest'
import { attachStart, bytesOf, takeOutput, typedMessages } from './attach-stream.ts'

const output = (text: string, seq: number, gap = false, streamId = 's1') => ({
  seq,
  stream_id: streamId,
  data: Buffer.from(text).toString('base64'),
  gap,
})
const visible = (parts: ReturnType<typeof takeOutput>['parts']) =>
  parts.map(part => (part.kind === 'bytes' ? Buffer.from(part.bytes).toString() : `<${part.kind}>`))

test('6.2 every byte is shown once across a reconnect, and a gap is told', () => {
  const first = takeOutput(attachStart, output('hello', 5))
  expect(first.parts).toMatchObject([{ isHistory: true }])
  const again = takeOutput(first.position, output('hello', 5))
  expect(again.parts).toEqual([])
  const overlap = takeOutput(again.position, output('lo world', 11))
  expect(visible(overlap.parts)).toEqual([' world'])
  expect(overlap.parts).toMatchObject([{ isHistory: false }])
  expect(visible(takeOutput(overlap.position, output('later', 99, true)).parts)).toEqual(['<gap>', 'later'])
})

test('6.2 a game that began anew is told as such', () => {
  const { position } = takeOutput(attachStart, output('old', 3))
  expect(visible(takeOutput(position, output('new', 3, false, 's2')).parts)).toEqual(['<anew>', 'new'])
})

test('6.2 what is typed travels byte for byte, in messages that the panel takes', () => {
  const [typed] = typedMessages('ä\u0003', false)
  expect([...bytesOf(typed?.data ?? '')]).toEqual([0xc3, 0xa4, 3])
  expect([...bytesOf(typedMessages('\u001b[M\u00ff', true)[0]?.data ?? '')]).toEqual([0x1b, 0x5b, 0x4d, 0xff])
  const pasted = typedMessages('x'.repeat(40_000), false)
  expect(pasted.map(({ data }) => bytesOf(data).length)).toEqual([16_384, 16_384, 7232])
  for (const message of pasted) expect(attachInputPayload.safeParse(message).success).toBe(true)
})
