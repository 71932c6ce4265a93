import { etag } from '@rookery/contracts/daemon/file-request.ts'
import { expect, test } from 'vitest'
import { etagOf } from './etag.ts'

const state = { dev: 1n, ino: 2n, size: 3n, mtimeNs: 4n, ctimeNs: 5n }

test('8.2 an etag changes with each part of the state, and fits the contract', () => {
  const parts = Object.keys(state) as (keyof typeof state)[]
  const all = new Set([etagOf(state), ...parts.map(part => etagOf({ ...state, [part]: 2n ** 63n }))])
  expect(all.size).toBe(6)
  for (const found of all) expect(etag.parse(found)).toBe(found)
  expect(etagOf({ ...state })).toBe(etagOf(state))
})
