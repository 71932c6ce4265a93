// Tests of finding addresses in a text.

import { expect, test } from 'vitest'
import { linkedSegments } from './linked-text.ts'

const marked = (text: string) =>
  linkedSegments(text)
    .map(segment => (segment.isLink ? `[${segment.text}]` : segment.text))
    .join('')

test('an address in a sentence is a link without the full stop behind it', () => {
  expect(marked('Accept its license: https://aka.ms/MinecraftEULA.')).toBe(
    'Accept its license: [https://aka.ms/MinecraftEULA].',
  )
  expect(marked('(see https://example.org/a?b=c#d), then go on')).toBe(
    '(see [https://example.org/a?b=c#d]), then go on',
  )
})

test('other schemes and plain words stay text', () => {
  expect(marked('javascript:alert(1) http://example.org ftp://x')).toBe(
    'javascript:alert(1) http://example.org ftp://x',
  )
  expect(marked('')).toBe('')
})
