// A document that never comes to its point must not fill the memory of the node.

import { expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { createMarkupCheck } from '../../src/features/uploads/logic/markup-check.ts'

const mebibyte = 1024 * 1024
const megabytes = proofSize({ short: 60, proof: 200 })

test(`8.3 ${megabytes} megabytes of prolog cost no memory that grows with it`, () => {
  const markup = createMarkupCheck()
  const chunk = Buffer.alloc(mebibyte / 4, 'x')
  markup.push(Buffer.from('<!--'))
  const push = (length: number) => {
    for (let pushed = 0; pushed < length * 4; pushed++) markup.push(chunk)
  }
  // What is thrown away makes the memory of the process larger once, before it is collected for the first time.
  push(megabytes / 4)
  const before = process.memoryUsage().rss
  push(megabytes)
  expect(process.memoryUsage().rss - before).toBeLessThan((megabytes / 2) * mebibyte)
  markup.push(Buffer.from('--><svg/>'))
  expect(markup.end()).toBe('svg')
})
