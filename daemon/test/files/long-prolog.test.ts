// A document that never comes to its point must not fill the memory of the node.

import { expect, test } from 'vitest'
import { createMarkupCheck } from '../../src/features/uploads/logic/markup-check.ts'

test('8.3 a hundred megabytes of prolog cost no memory that grows with it', () => {
  const markup = createMarkupCheck()
  const chunk = Buffer.alloc(256 * 1024, 'x')
  markup.push(Buffer.from('<!--'))
  const before = process.memoryUsage().rss
  for (let pushed = 0; pushed < 400; pushed++) markup.push(chunk)
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
  markup.push(Buffer.from('--><svg/>'))
  expect(markup.end()).toBe('svg')
})
