// Tests of which games run on the nodes here, of the reasons why others do not, and of their order.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { expect, test } from 'vitest'
import { type FitNode, gameFit, placeGames } from './game-fit.ts'

const gigabyte = 1024 ** 3
const node = (changes: Partial<FitNode> = {}): FitNode => ({
  name: 'basement',
  enrolled: true,
  enabled: true,
  online: true,
  runtimes: ['process', 'docker'],
  arch: 'x64',
  limits: { memory_bytes: 16 * gigabyte, disk_bytes: 100 * gigabyte },
  ...changes,
})
const steam = {
  process_managers: ['docker', 'process'],
  needs: { memory_mb: 8_000, disk_mb: 20_000, architectures: ['x64' as const] },
}
const java = { process_managers: ['docker', 'process'], needs: { programs: ['Java 21'] } }

test('a node that has everything runs it, and a container brings its programs along', () => {
  const runs = { kind: 'runs', node: 'basement', programs: [], count: 1, total: 1 }
  expect(gameFit(steam, [node()])).toEqual(runs)
  expect(gameFit(java, [node()])).toEqual(runs)
  expect(gameFit(java, [node({ runtimes: ['process'] })])).toMatchObject({ programs: ['Java 21'], count: 0 })
})

test('each thing that is missing has its reason', () => {
  expect(gameFit(steam, [])).toEqual({ kind: 'no-node' })
  expect(gameFit(steam, [node({ enrolled: false, online: false })])).toEqual({ kind: 'no-node' })
  expect(gameFit(steam, [node({ online: false })])).toEqual({ kind: 'away', node: 'basement' })
  expect(gameFit(steam, [node({ enabled: false })])).toMatchObject({ kind: 'away' })
  expect(gameFit(steam, [node({ runtimes: ['podman'] })])).toMatchObject({
    kind: 'runtime',
    ways: ['docker', 'process'],
  })
  expect(gameFit(steam, [node({ arch: 'arm64' })])).toMatchObject({ kind: 'architecture', arch: 'arm64' })
  expect(gameFit(steam, [node({ limits: { memory_bytes: 4 * gigabyte } })])).toMatchObject({
    kind: 'memory',
    presentBytes: 4 * gigabyte,
  })
  expect(gameFit(steam, [node({ limits: { disk_bytes: 10 * gigabyte } })])).toMatchObject({ kind: 'disk' })
})

test('what a node does not say, or has but for a little, is no reason', () => {
  expect(gameFit(steam, [node({ arch: null, limits: {} })]).kind).toBe('runs')
  expect(gameFit(steam, [node({ limits: { memory_bytes: 0, disk_bytes: 0 } })]).kind).toBe('runs')
  expect(gameFit(steam, [node({ limits: { memory_bytes: 7.6 * gigabyte } })]).kind).toBe('runs')
})

test('of several nodes the one that lacks the least is named', () => {
  const away = node({ name: 'away', online: false })
  const small = node({ name: 'small', limits: { memory_bytes: gigabyte } })
  const arm = node({ name: 'arm', arch: 'arm64' })
  expect(gameFit(steam, [away, arm, small])).toMatchObject({ kind: 'memory', node: 'small' })
  expect(gameFit(steam, [away, arm])).toMatchObject({ kind: 'architecture', node: 'arm' })
  expect(gameFit(steam, [away, arm, small, node()])).toMatchObject({ kind: 'runs', node: 'basement' })
})

test('nodes that run it as they are, are counted, of those that are online', () => {
  const nodes = [node(), node({ name: 'attic' }), node({ name: 'away', online: false })]
  expect(gameFit(steam, nodes)).toMatchObject({ count: 2, total: 2 })
  const arm = node({ name: 'arm', arch: 'arm64' })
  expect(gameFit(steam, [...nodes, arm, node({ enrolled: false })])).toMatchObject({ count: 2, total: 3 })
})

test('what runs here comes first, the rest keeps its order behind it', () => {
  const game = (slug: string, process_managers: string[], needs = {}) =>
    ({ slug, process_managers, needs }) as TemplateSummary
  const templates = [
    game('minecraft-paper', ['process'], { programs: ['Java 21'] }),
    game('counter-strike-2', ['docker']),
    game('valheim', ['process']),
    game('rust', ['docker']),
    game('arena', ['process']),
  ]
  const order = (nodes: FitNode[] | null) => placeGames(templates, nodes).map(({ template }) => template.slug)
  expect(order([node({ runtimes: ['process'] })])).toEqual([
    'valheim',
    'arena',
    'minecraft-paper',
    'counter-strike-2',
    'rust',
  ])
  expect(order(null)).toEqual(templates.map(({ slug }) => slug))
  expect(placeGames(templates, null).every(({ fit }) => fit === null)).toBe(true)
})
