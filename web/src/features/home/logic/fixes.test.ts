import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { expect, test } from 'vitest'
import type { Attention } from './attention.ts'
import { canRestartAll, fixOf, nextStepOf } from './fixes.ts'

const fallen = (id: number, state_reason: string | null, state: GameServer['state'] = 'crashed') =>
  ({ id, state, state_reason }) as GameServer
const memory = 'stopped unexpectedly: it needed more memory than its limit allows'
const may = { canRestart: () => true, canChangeLimits: true }
const mayLook = { canRestart: () => false, canChangeLimits: false }
const one = (gameServer: GameServer): Attention => ({ kind: 'gameServer', gameServer })
const node: Attention = {
  kind: 'node',
  node: { id: 1, name: 'attic', last_seen_at: null },
  gameServers: 2,
}
const newNode: Attention = { kind: 'newNode', node: { id: 2, name: 'garage' } satisfies Partial<Node> }

test('what ran out of memory gets more of it, by those who may; the rest is started or installed again', () => {
  expect(fixOf(fallen(1, memory), may)).toBe('limits')
  expect(fixOf(fallen(1, memory), { ...may, canChangeLimits: false })).toBe('restart')
  expect(fixOf(fallen(1, null), may)).toBe('restart')
  expect(fixOf(fallen(1, null, 'install_failed'), may)).toBe('restart')
  expect(fixOf(fallen(1, null), mayLook)).toBeNull()
})

test('many start together only where that helps and all of them may be started', () => {
  const many = [fallen(1, null), fallen(2, null)]
  const group = { kind: 'gameServers' as const, state: 'crashed' as const, reason: null, gameServers: many }
  expect(canRestartAll(group, may)).toBe(true)
  expect(canRestartAll({ ...group, reason: memory }, may)).toBe(false)
  expect(canRestartAll(group, { ...may, canRestart: ({ id }) => id === 1 })).toBe(false)
})

test('the next step is the most urgent matter that a button repairs', () => {
  const crashed = one(fallen(1, null))
  expect(nextStepOf([node, crashed, one(fallen(2, null)), newNode], may)).toBe(crashed)
  expect(nextStepOf([node, crashed, newNode], mayLook)).toBe(newNode)
  expect(nextStepOf([node], may)).toBeNull()
})
