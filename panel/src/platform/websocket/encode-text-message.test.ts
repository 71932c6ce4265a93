import { describe, expect, test } from 'vitest'
import { encodeMessage } from './connection.ts'
import { encodeTextMessage } from './encode-text-message.ts'

describe('6.1 messages with a long text', () => {
  const text = 'Grüße "aus" \\ Köln 👾\r\n\u001b[32mgreen\u001b[0m\n'

  test('are byte for byte the same as by way of a string', () => {
    const rest = { seq: 12, stream_id: 'ä"b', gap: false }
    const quick = encodeTextMessage(
      'console.output',
      { field: 'chunk', text: Buffer.from(text), rest },
      5_999,
    )
    expect(quick.toString()).toBe(encodeMessage('console.output', { chunk: text, ...rest }, 5_999).toString())
  })

  test('may have nothing but the text', () => {
    const quick = encodeTextMessage('a', { field: 'b', text: Buffer.from(''), rest: {} }, 0)
    expect(quick.toString()).toBe(encodeMessage('a', { b: '' }, 0).toString())
  })
})
