// The catalogue of events: its examples are what its shapes say, and nothing in it is named twice.

import { expect, it } from 'vitest'
import { eventCatalog, eventKinds, serverEventKinds } from './event-catalog.ts'

it('has an example of each kind that fits its payload exactly', () => {
  for (const kind of eventKinds) {
    const { data, example, version, sentence } = eventCatalog[kind]
    expect(data.parse(example), kind).toEqual(example)
    expect(version, kind).toBeGreaterThanOrEqual(1)
    expect(sentence, kind).toMatch(/\.$/)
    expect(kind).toMatch(/^[a-z_]+\.[a-z_]+$/)
  }
})

it('names in each payload what the kind is about', () => {
  for (const kind of eventKinds) {
    const { about, example } = eventCatalog[kind]
    if (about !== 'panel') expect(Object.keys(example), kind).toContain(about)
  }
  expect(serverEventKinds).toContain('server.crashed')
  expect(serverEventKinds).not.toContain('node.offline')
})
