// Answers of nodes that do not keep to what ours do.

import { CallAnswer } from '@rookery/contracts/daemon/generated/link.ts'
import { expect, test } from 'vitest'
import { createPlayers } from './players.ts'

const playersOf = (answer: Partial<CallAnswer>) =>
  createPlayers({
    gameServers: { nodeOf: async () => 7 },
    link: { call: async () => CallAnswer.create(answer) },
  })

test('an answer of a game that is longer than a node passes on is cut, with a mark that says so', async () => {
  const kick = { action: 'kick', player: 'Ann', text: '' } as const
  const { output } = await playersOf({ output: 'x'.repeat(1_000_000) }).command(1, kick)
  expect(Buffer.byteLength(output)).toBeLessThanOrEqual(64 * 1024)
  expect(output).toMatch(/x\n… cut here: the whole answer has 1000000 bytes$/)
})

test.each(['', '{', '{}', '[{"name":1}]'])('players as %j cannot be read', async json => {
  await expect(playersOf({ json }).list(1)).rejects.toMatchObject({
    status: 503,
    message: 'the node gave an answer that cannot be read',
  })
})
