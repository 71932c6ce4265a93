// The bodies of deliveries: every kind has a sentence of its own, and names cannot speak for the panel.

import { eventCatalog, eventKinds } from '@rookery/contracts/event-catalog.ts'
import { expect, it } from 'vitest'
import { sentenceOf, writeBody } from './write-body.ts'

const eventOf = (type: string, data: Record<string, unknown>) => ({
  ...{ id: '11111111-1111-4111-8111-111111111111', seq: 7, type, version: 1 },
  ...{ at: '2026-03-01T18:04:09.120Z', data },
})

it('has a sentence for each kind of the catalogue', () => {
  const sentences = eventKinds.map(kind => sentenceOf(eventOf(kind, eventCatalog[kind].example)))
  expect(new Set(sentences).size).toBe(eventKinds.length)
  for (const [index, kind] of eventKinds.entries()) expect(sentences[index]).not.toBe(kind)
  expect(sentenceOf(eventOf('server.crashed', eventCatalog['server.crashed'].example))).toBe(
    'Wolfpack survival on basement crashed: exit code 1',
  )
})

it('escapes what a chat service would read as more than text', () => {
  const event = eventOf('node.offline', { node: { id: 1, name: '<!channel> @everyone *&*' } })
  expect(JSON.parse(writeBody(event, 'slack'))).toEqual({
    text: '&lt;!channel&gt; @everyone *&amp;* is offline',
  })
  expect(JSON.parse(writeBody(event, 'discord'))).toEqual({
    content: '<!channel\\> @everyone \\*&\\* is offline',
    allowed_mentions: { parse: [] },
  })
  expect(JSON.parse(writeBody(event, 'rookery'))).toEqual(event)
})
