import { expect, test } from 'vitest'
import { decidePlacement } from './placement.ts'

const reported = { nodeId: 1, epoch: 2 }

test('one that the panel has on this node belongs there', () => {
  expect(decidePlacement(reported, { nodeId: 1, epoch: 1 }, null)).toBe('here')
})

test('one that the panel does not know goes on', () => {
  expect(decidePlacement(reported, null, null)).toBe('unknown')
})

test('one that was deleted is ended, unless it was taken up again after that', () => {
  expect(decidePlacement(reported, null, { epoch: 2, files: 'delete' })).toBe('delete')
  expect(decidePlacement(reported, null, { epoch: 3, files: 'keep' })).toBe('keep')
  expect(decidePlacement(reported, null, { epoch: 1, files: 'delete' })).toBe('unknown')
})

test('one that is on another node since then is ended and its files are kept; else it goes on', () => {
  expect(decidePlacement(reported, { nodeId: 2, epoch: 3 }, null)).toBe('keep')
  expect(decidePlacement(reported, { nodeId: 2, epoch: 2 }, null)).toBe('unknown')
})
