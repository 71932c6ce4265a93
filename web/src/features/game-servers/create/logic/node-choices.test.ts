// Tests of which node a new server comes to.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import type { CandidateNode } from '@rookery/contracts/http/placement.ts'
import { expect, test } from 'vitest'
import { chosenNode, nodeChoices, shortageOf, wishesOf } from './node-choices.ts'

const node = (id: number, parts: Partial<Node> = {}) =>
  ({
    ...{ id, name: `n${id}`, enrolled: true, enabled: true, online: true, runtimes: ['docker'] },
    ...{ placement: 'open', location: null, tags: [] },
    ...parts,
  }) as unknown as Node
const candidate = (id: number, codes: CandidateNode['misfits'][number]['code'][]) =>
  ({
    ...{ id, name: `n${id}`, location: null, tags: [], fits: codes.length === 0 },
    misfits: codes.map(code => ({ code, message: '' })),
    left: { memory_bytes: 5, cpu_percent: 80, disk_bytes: null },
  }) satisfies CandidateNode
const several = nodeChoices(
  [
    node(1),
    node(2, { location: 'Oslo', tags: ['ssd'] }),
    node(3, { placement: 'draining', location: 'Rome' }),
  ],
  ['docker'],
)

test('closed and draining nodes cannot be chosen', () => {
  expect(several.map(({ why }) => why)).toEqual(['fits', 'fits', 'draining'])
  expect(nodeChoices([node(1, { placement: 'closed' })], ['docker'])[0]?.why).toBe('closed')
})

test('where nobody has chosen and there is a choice, the panel chooses', () => {
  const of = (typed: number | 'anywhere' | null, nodeId: number | null = 2) => {
    const { isAnywhere, choice } = chosenNode(several, typed, { node_id: nodeId, nodes: [] })
    return [isAnywhere, choice?.node.id]
  }
  expect(of(null)).toEqual([true, 2])
  expect(of('anywhere')).toEqual([true, 2])
  expect(of('anywhere', null)).toEqual([true, undefined])
  expect(of(1)).toEqual([false, 1])
  expect(chosenNode(several, null, null).choice?.node.id).toBe(1)
  expect(chosenNode(several.slice(0, 1), null, null).isAnywhere).toBe(false)
  expect(chosenNode([], null, null).choice).toBeUndefined()
  expect(chosenNode(several, null, null).isForeseen).toBe(false)
})

test('what a node is short of is told with what is left of it', () => {
  const placement = { node_id: 1, nodes: [candidate(1, []), candidate(2, ['tags', 'cpu', 'disk'])] }
  expect([1, 2, 3].map(id => shortageOf(placement, id))).toEqual([null, { what: 'cpu', left: 80 }, null])
  expect(shortageOf(null, 1)).toBeNull()
})

test('nodes are told apart by what those that can be chosen have', () => {
  expect(wishesOf(several)).toEqual({ locations: ['Oslo'], tags: ['ssd'] })
})
