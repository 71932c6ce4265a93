// Dice and duels.

import { expect, test } from 'vitest'
import { weapons } from '../world/weapons.ts'
import { decideExchange } from './duel-rules.ts'
import { rollSwing } from './swing.ts'

const calm = { rattled: false, frenzy: false }
const rolls = (...values: number[]) => {
  return () => values.shift() ?? 0.5
}

test('a swing misses, hits and hits critically as the dice say', () => {
  const { pan } = weapons
  expect(rollSwing(pan, calm, rolls(0.7))).toEqual({ kind: 'miss' })
  expect(rollSwing(pan, calm, rolls(0.69, 0, 0.99))).toEqual({ kind: 'hit', damage: 13, critical: false })
  expect(rollSwing(pan, calm, rolls(0, 0.999, 0.99))).toEqual({ kind: 'hit', damage: 19, critical: false })
  expect(rollSwing(pan, calm, rolls(0, 0, 0.05))).toEqual({ kind: 'hit', damage: 23, critical: true })
})

test('rattled swings miss more, a frenzied crowd doubles', () => {
  const { pan } = weapons
  expect(rollSwing(pan, { ...calm, rattled: true }, rolls(0.55)).kind).toBe('miss')
  expect(rollSwing(pan, { ...calm, frenzy: true }, rolls(0, 0, 0.99))).toMatchObject({ damage: 26 })
})

test('strike > feint > parry > strike, and the sleeper loses', () => {
  expect(decideExchange('strike', 'feint')).toBe('first')
  expect(decideExchange('feint', 'parry')).toBe('first')
  expect(decideExchange('parry', 'strike')).toBe('first')
  expect(decideExchange('feint', 'strike')).toBe('second')
  expect(decideExchange('parry', 'parry')).toBe('nobody')
  expect(decideExchange(null, 'parry')).toBe('second')
  expect(decideExchange(null, null)).toBe('nobody')
})
