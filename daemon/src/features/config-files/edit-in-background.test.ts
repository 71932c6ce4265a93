// Large files and slow expressions are edited beside the daemon's other work, with the same result.

import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { editInBackground } from './edit-in-background.ts'

/** How often the event loop came round while the work went on. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await delay(1)
    turns += 1
  }
  await over
  return turns
}

const values = [{ key: 'a.b', value: 'x' }]

describe('edits beside other work', () => {
  test('a large file is edited while the daemon goes on with its work', async () => {
    const text = `a:\n  b: old\nlist:\n${'  - an item of a long list\n'.repeat(4_000)}`
    const edit = editInBackground(Buffer.from(text), { format: 'yaml', values, create: true })
    expect(await turnsDuring(edit)).toBeGreaterThan(5)
    const { bytes, warnings } = await edit
    expect(warnings).toEqual([])
    expect(bytes?.toString()).toBe(text.replace('old', 'x'))
  })

  test('a small file whose expression never ends is given up', async () => {
    const slow = Buffer.from(JSON.stringify({ a: 'a'.repeat(60) }))
    const endless = [{ key: 'a', value: 'x', only_if: 'regex:^(a+)+\\1b$' }]
    const givenUp = await editInBackground(slow, { format: 'json', values: endless, create: true }, 1_000)
    expect(givenUp).toEqual({ bytes: null, warnings: [expect.stringContaining('takes too long')] })
  })

  test('what is left as it is comes back as nothing', async () => {
    const same = Buffer.from(`a=x\n${'# a comment\n'.repeat(10_000)}`)
    const file = { format: 'properties', values: [{ key: 'a', value: 'x' }], create: true } as const
    expect(await editInBackground(same, { ...file, values: [...file.values] })).toEqual({
      bytes: null,
      warnings: [],
    })
  })
})
