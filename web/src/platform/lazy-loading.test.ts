// A part of the page that does not arrive at once is asked for again.

import { expect, test } from 'vitest'
import { arriving } from './lazy-loading.ts'

test('G a part that the network lost is asked for again', async () => {
  let asked = 0
  const load = async () => {
    asked += 1
    if (asked < 3) throw new TypeError('Failed to fetch dynamically imported module')
    return 'part'
  }
  expect(await arriving(load, [1, 1, 1])).toBe('part')
  expect(asked).toBe(3)
})

test('G what never arrives is told as it was', async () => {
  let asked = 0
  const load = async () => {
    asked += 1
    throw new TypeError(`failed ${asked} times`)
  }
  await expect(arriving(load, [1, 1])).rejects.toThrow('failed 3 times')
})
