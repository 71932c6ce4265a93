// Races of the second factor's store itself, where nothing in front of it sets the requests apart; for every database.

import { expect } from 'vitest'
import { createTwoFactorStore } from '../../src/features/two-factor/two-factor-store.ts'
import type { TestPanel } from '../start-test-panel.ts'
import { addPerson } from './people.ts'

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const trueOnes = (results: boolean[]) => results.filter(Boolean).length

/** The panels may be several, on one database. */
export async function raceStores(panels: Pick<TestPanel, 'db'>[]): Promise<void> {
  const [first] = panels
  if (!first) throw new Error('no panel')
  const { id } = await addPerson(first)
  const stores = panels.map(panel => createTwoFactorStore(panel.db))
  const store = (index: number) => stores[index % stores.length] as (typeof stores)[number]
  const recoveryHashes = times(10).map(index => `hash ${index}`)
  const enrollment = { sealedSecret: 'second', usedStep: 1_000, recoveryHashes }

  // Only the secret that is pending can be enabled, and only once.
  await store(0).keepPendingSecret(id, 'first')
  await store(0).keepPendingSecret(id, 'second')
  expect(await store(0).enable(id, { ...enrollment, sealedSecret: 'first' })).toBe(false)
  expect(trueOnes(await Promise.all(times(20).map(index => store(index).enable(id, enrollment))))).toBe(1)
  expect(await store(0).keepPendingSecret(id, 'third')).toBe(false)

  // A step is used once, and only with the secret that it was computed from.
  const nowMs = 1_001 * 30_000
  const use =
    (step: number, secret = 'second') =>
    (index: number) =>
      store(index).useStep(id, secret, step, nowMs)
  expect(trueOnes(await Promise.all(times(20).map(use(1_000))))).toBe(0)
  expect(trueOnes(await Promise.all(times(20).map(use(1_001))))).toBe(1)
  expect(trueOnes(await Promise.all(times(20).map(use(1_002, 'first'))))).toBe(0)

  // A recovery code is spent once; different ones do not get in each other's way.
  const spend = (hash: string) => (index: number) => store(index).spendRecoveryCode(id, hash)
  expect(trueOnes(await Promise.all(times(30).map(spend('hash 0'))))).toBe(1)
  const others = recoveryHashes.slice(1, 6).flatMap(hash => times(4).map(spend(hash)))
  expect(trueOnes(await Promise.all(others))).toBe(5)
  expect((await store(0).read(id))?.recoveryHashes).toEqual(recoveryHashes.slice(6))

  // Nothing of the old set is left after a replacement, whoever spends meanwhile.
  await Promise.all([store(0).replaceRecoveryCodes(id, ['new']), ...times(10).map(spend('hash 7'))])
  expect((await store(0).read(id))?.recoveryHashes).toEqual(['new'])

  // Keys of the metadata do not overwrite each other.
  await Promise.all(times(12).map(index => store(index).changeMetadata(id, `key ${index}`, () => index)))
  expect(Object.keys(await store(0).changeMetadata(id, 'key 0', value => value))).toHaveLength(12)
}
