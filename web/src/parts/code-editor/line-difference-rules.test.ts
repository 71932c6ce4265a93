// Differences of texts, checked by putting both texts together again.

import { expect, test } from 'vitest'
import { type DifferenceLine, differenceOf, withoutMiddles } from './line-difference-rules.ts'

const side = (lines: DifferenceLine[], left: 'mine' | 'theirs') =>
  lines.flatMap(({ kind, text }) => (kind === left ? [] : [text])).join('\n')

const pairs: [string, string][] = [
  ['', ''],
  ['a\nb\nc', 'a\nb\nc'],
  ['a\nb\nc', 'a\nx\nc'],
  ['a\nb\nc\nd\ne', 'b\nc\nq\ne\nf'],
  ['one', 'two\nthree'],
  ['a\nb\na\nb', 'b\na\nb\na'],
]

test.each(pairs)('8.2 the difference of %j and %j holds both', (theirs, mine) => {
  const lines = differenceOf(theirs, mine)
  expect(side(lines, 'mine')).toBe(theirs)
  expect(side(lines, 'theirs')).toBe(mine)
})

test('8.2 one changed line is one line of each', () => {
  const lines = differenceOf('port=1\nname=x\nmap=y', 'port=1\nname=z\nmap=y')
  expect(lines.map(({ kind }) => kind)).toEqual(['same', 'theirs', 'mine', 'same'])
})

test('8.2 random texts are put together again, and the way is short', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let round = 0; round < 60; round++) {
    const theirs = Array.from({ length: random(30) + 1 }, () => `line ${random(6)}`)
    const mine = theirs.flatMap(line => (random(4) === 0 ? [`new ${random(3)}`, line] : [line]))
    const lines = differenceOf(theirs.join('\n'), mine.join('\n'))
    expect(side(lines, 'mine')).toBe(theirs.join('\n'))
    expect(side(lines, 'theirs')).toBe(mine.join('\n'))
    expect(lines.filter(({ kind }) => kind !== 'same').length).toBe(mine.length - theirs.length)
  }
})

test('8.2 texts with nothing in common do not take forever', () => {
  const many = (label: string) => Array.from({ length: 20_000 }, (_, line) => `${label} ${line}`).join('\n')
  const lines = differenceOf(many('old'), many('new'))
  expect(lines.length).toBe(40_000)
})

test('8.2 what is the same for long is skipped', () => {
  const same = Array.from({ length: 20 }, (_, line) => `l${line}`)
  const parts = withoutMiddles(differenceOf(same.join('\n'), [...same, 'end'].join('\n')), 2)
  expect(parts[0]).toEqual({ kind: 'skipped', count: 18 })
  expect(parts.length).toBe(4)
})
