// Answers of nodes that do not keep to what ours do.

import { CallAnswer } from '@rookery/contracts/daemon/generated/link.ts'
import { expect, test } from 'vitest'
import { createRcon } from './rcon.ts'

const never = () => Promise.reject(new Error('nobody asks this here'))

const rconOf = (answer: Partial<CallAnswer>) =>
  createRcon({
    gameServers: { nodeOf: async () => 7, find: never },
    templates: { find: never },
    link: { call: async () => CallAnswer.create(answer) },
  })

test('an answer of a game that is longer than a node passes on is cut, with a mark that says so', async () => {
  const { output } = await rconOf({ output: 'x'.repeat(1_000_000) }).send(1, 'status')
  expect(Buffer.byteLength(output)).toBeLessThanOrEqual(64 * 1024)
  expect(output).toMatch(/x\n… cut here: the whole answer has 1000000 bytes$/)
  expect(await rconOf({ output: 'two\nlines' }).send(1, 'status')).toEqual({ output: 'two\nlines' })
})
