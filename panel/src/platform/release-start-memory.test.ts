// What nobody holds is given back, and nobody is left with the means to ask for it.

import { expect, test } from 'vitest'
import { collectGarbage } from './release-start-memory.ts'

test('what nobody holds is gone, what somebody holds stays, and no global is left behind', async () => {
  const held = { bytes: new Uint8Array(1_000) }
  const refs = { held: new WeakRef(held), dropped: new WeakRef({ bytes: new Uint8Array(1_000) }) }
  // A weak reference keeps its object until the turn in which it was made is over.
  await new Promise(resolve => setImmediate(resolve))
  await collectGarbage()
  expect(refs.dropped.deref()).toBeUndefined()
  expect(refs.held.deref()).toBe(held)
  expect('gc' in globalThis).toBe(false)
})
