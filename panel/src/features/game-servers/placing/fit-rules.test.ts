// Tests of which node is chosen for a game server, and of what the others are told to lack.

import { defaultNodePlacement } from '@rookery/contracts/node-placement.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Candidate, isOverfull, judge, leftOf, noneFitsMessage, ranked, type Wish } from './fit-rules.ts'

const gib = 1024 ** 3

const node = (more: Partial<Candidate> = {}): Candidate => ({
  ...{ id: 1, name: 'alpha', isJoined: true, isEnabled: true, isOnline: true, gameServers: 0 },
  ...defaultNodePlacement,
  runtimes: ['process', 'docker'],
  total: { memory: 16 * gib, cpu: 800, disk: 100 * gib },
  promised: { memory: 0, cpu: 0, disk: 0 },
  ...more,
})

const wish = (more: Partial<Wish> = {}): Wish => ({
  ...{ location: null, tags: [], processManagers: ['docker'], nodeIds: null },
  amounts: { memory: 4 * gib, cpu: 200, disk: 10 * gib },
  ...more,
})

const codes = (candidate: Candidate, wished = wish()) =>
  judge(candidate, wished).misfits.map(({ code }) => code)

describe('what a node has left', () => {
  test('is what it has, times what may be promised, without what is kept back and promised already', () => {
    const capacity = {
      reserve: { memory_bytes: 2 * gib, cpu_percent: 100, disk_bytes: 0 },
      overcommit_percent: { memory: 100, cpu: 300, disk: 150 },
    }
    const promised = { memory: 6 * gib, cpu: 500, disk: 160 * gib }
    expect(leftOf(node({ capacity, promised }))).toEqual({ memory: 8 * gib, cpu: 1800, disk: -10 * gib })
  })

  test('is unknown where the machine has not told, which hinders nothing', () => {
    const quiet = node({ total: { memory: null, cpu: null, disk: null } })
    expect(leftOf(quiet)).toEqual({ memory: null, cpu: null, disk: null })
    expect(codes(quiet)).toEqual([])
  })
})

describe('a node does not take a game server', () => {
  test.each([
    ['not_joined', { isJoined: false }],
    ['switched_off', { isEnabled: false }],
    ['away', { isOnline: false }],
    ['closed', { placement: 'closed' }],
    ['draining', { placement: 'draining' }],
    ['process_manager', { runtimes: ['process'] }],
    ['memory', { promised: { memory: 12 * gib + 1, cpu: 0, disk: 0 } }],
    ['cpu', { promised: { memory: 0, cpu: 601, disk: 0 } }],
    ['disk', { promised: { memory: 0, cpu: 0, disk: 90 * gib + 1 } }],
  ] as const)('%s', (code, more) => {
    expect(codes(node(more))).toEqual([code])
  })

  test('that is elsewhere, lacks a tag, or is not in the plan', () => {
    const asked = wish({ location: 'Berlin', tags: ['ssd', 'fast'], nodeIds: [2] })
    expect(codes(node({ location: 'Oslo', tags: ['ssd'] }), asked)).toEqual([
      'not_in_plan',
      'location',
      'tags',
    ])
    expect(codes(node({ id: 2, location: 'Berlin', tags: ['fast', 'big', 'ssd'] }), asked)).toEqual([])
  })

  test('but does where nothing is asked of what it has none left of', () => {
    const promised = { memory: 99 * gib, cpu: 0, disk: 0 }
    expect(codes(node({ promised }), wish({ amounts: { memory: 0, cpu: 100, disk: 0 } }))).toEqual([])
  })
})

describe('the chosen node', () => {
  const order = (nodes: readonly Candidate[], wished = wish()) =>
    ranked(
      nodes.map(each => judge(each, wished)),
      wished.amounts,
    ).map(({ candidate }) => candidate.name)

  test('keeps the largest share of what is scarcest there', () => {
    const busy = node({ id: 1, name: 'busy', promised: { memory: 8 * gib, cpu: 0, disk: 0 } })
    const scarce = node({ id: 2, name: 'scarce', promised: { memory: 0, cpu: 0, disk: 85 * gib } })
    const free = node({ id: 3, name: 'free', promised: { memory: 4 * gib, cpu: 200, disk: 20 * gib } })
    const drained = node({ id: 4, name: 'drained', placement: 'draining' })
    expect(order([scarce, drained, busy, free])).toEqual(['free', 'busy', 'scarce', 'drained'])
  })

  test('is the one with fewer game servers where shares are alike, and the older one at last', () => {
    const more = node({ id: 1, name: 'more', gameServers: 3 })
    const older = node({ id: 2, name: 'older', gameServers: 1 })
    const younger = node({ id: 3, name: 'younger', gameServers: 1 })
    expect(order([younger, more, older])).toEqual(['older', 'younger', 'more'])
  })

  test('never is overfull afterwards, whatever there is', () => {
    const amount = fc.record({
      memory: fc.integer({ min: 0, max: 20 }).map(size => size * gib),
      cpu: fc.integer({ min: 0, max: 900 }),
      disk: fc.integer({ min: 0, max: 120 }).map(size => size * gib),
    })
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 6 }), amount, (loads, amounts) => {
        const nodes = loads.map((promised, at) => node({ id: at, promised }))
        const [best] = ranked(
          nodes.map(each => judge(each, wish({ amounts }))),
          amounts,
        )
        if (!best) return
        const { promised } = best.candidate
        const after = {
          memory: promised.memory + amounts.memory,
          cpu: promised.cpu + amounts.cpu,
          disk: promised.disk + amounts.disk,
        }
        const isFull = isOverfull(leftOf({ ...best.candidate, promised: after }), amounts)
        expect(isFull).toBe(best.misfits.length > 0)
      }),
    )
  })
})

test('where none fits, each is named with what hinders it, and not more than anybody reads', () => {
  const full = node({ name: 'full', promised: { memory: 13.5 * gib, cpu: 0, disk: 0 }, isOnline: false })
  const judged = [full, node({ name: 'shut', placement: 'closed' })].map(each => judge(each, wish()))
  expect(noneFitsMessage(judged)).toBe(
    'no node takes it: full is not connected and has 2.5 GiB of memory left and 4 GiB are asked for; shut is closed for new servers',
  )
  const many = Array.from({ length: 8 }, (_, at) => judge(node({ name: `n${at}`, isOnline: false }), wish()))
  expect(noneFitsMessage(many)).toMatch(/n4 is not connected; and 3 more$/)
  expect(noneFitsMessage([])).toBe('there is no node yet: add one, then try again')
})
