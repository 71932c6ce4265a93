// Tests that the console loses and doubles nothing when it reconnects.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Arrival,
  arrivalOf,
  type ConsoleChunk,
  consoleStart,
  resumeQuery,
  takeArrival,
} from './console-stream.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).length

function play(...arrivals: Arrival[]) {
  let position = consoleStart
  const parts: ConsoleChunk[] = []
  for (const arrival of arrivals) {
    const step = takeArrival(position, arrival)
    position = step.position
    parts.push(...step.parts)
  }
  return {
    position,
    screen: parts.map(part => (part.kind === 'text' ? part.text : `<${part.kind}>`)).join(''),
  }
}

const at = (text: string, seq: number, parts: Partial<Arrival> = {}): Arrival => ({
  text,
  seq,
  streamId: 'a',
  hasGap: false,
  at: null,
  ...parts,
})

test('6.2 history comes first, then what is new', () => {
  const { screen, position } = play(at('hello ', 6), at('world', 11))
  expect(screen).toBe('hello world')
  expect(resumeQuery(position)).toEqual({ since: 11, stream: 'a' })
  expect(resumeQuery(consoleStart)).toEqual({})
})

test('history that is cut at its beginning is no gap for somebody who has just come', () => {
  expect(play(at('late', 4000, { hasGap: true })).screen).toBe('late')
})

test('what is sent again is not written again', () => {
  expect(play(at('abc', 3), at('abc', 3), at('abcdef', 6)).screen).toBe('abcdef')
})

test('live output carries the second it came in, a history does not', () => {
  const payload = { seq: 2, stream_id: 'a', gap: false }
  expect(arrivalOf({ type: 'console.output', payload: { ...payload, chunk: 'ab' }, ts: 77 })?.at).toBe(77)
  expect(arrivalOf({ type: 'console.history', payload: { ...payload, output: 'ab' }, ts: 77 })?.at).toBeNull()
  const { parts } = takeArrival({ streamId: 'a', seq: 1 }, at('ab', 2, { at: 77 }))
  expect(parts).toEqual([{ kind: 'text', text: 'b', at: 77 }])
})

test('a marked gap is told', () => {
  expect(play(at('abc', 3), at('xyz', 900, { hasGap: true })).screen).toBe('abc<gap>xyz')
})

test('control sequences that the panel left out are no gap', () => {
  expect(play(at('abc', 3), at('xyz', 30), at('!', 31)).screen).toBe('abcxyz!')
})

test('a stream that began anew starts from its own zero', () => {
  expect(play(at('abc', 3), at('fresh', 5, { streamId: 'b' }), at('!', 6, { streamId: 'b' })).screen).toBe(
    'abc<anew>fresh!',
  )
})

test('bytes that were not text never cost a line', () => {
  expect(play(at('ab', 2), at('\uFFFDc', 4)).screen).toBe('ab\uFFFDc')
})

test('any cut, repeat and overlap of a stream gives the stream itself', () => {
  const stream = 'start … 12 % ✓\nnäht 🏰 done\n'.repeat(3)
  const letters = Array.from(stream)
  const piece = fc.tuple(fc.nat(letters.length - 1), fc.nat(20))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
      const sent: Arrival[] = []
      let reached = 0
      for (const [input, length] of pieces) {
        const from = Math.min(input, reached)
        const to = Math.min(letters.length, from + length)
        const text = letters.slice(from, to).join('')
        sent.push(at(text, bytesOf(letters.slice(0, to).join(''))))
        reached = Math.max(reached, to)
      }
      expect(play(...sent).screen).toBe(letters.slice(0, reached).join(''))
    }),
  )
})
