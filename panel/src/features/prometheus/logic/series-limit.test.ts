import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitInto } from './series-limit.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const fit = (maxSeries: number, otherSeries: number, nodes: number, gameServers: number) =>
  fitInto(
    { maxSeries, otherSeries },
    { things: numbers(nodes), seriesOfOne: 18 },
    { things: numbers(gameServers), seriesOfOne: 11 },
  )

test('everything fits into the usual limit, with 1,000 servers and long after', () => {
  expect(fit(100_000, 3_000, 100, 8_000).leftOut).toEqual({ node: 0, server: 0 })
})

test('what does not fit is left out from the end, whole, and counted', () => {
  const { nodes, gameServers, leftOut } = fit(1_000, 500, 10, 1_000)
  expect(nodes).toHaveLength(10)
  // 500 - 180 = 320 series are left for servers, 11 each.
  expect(gameServers).toEqual(numbers(29))
  expect(leftOut).toEqual({ node: 0, server: 971 })
})

test('whatever there is, the limit holds and nothing is lost', () => {
  const count = fc.nat({ max: 3_000 })
  fc.assert(
    fc.property(fc.nat({ max: 50_000 }), count, count, count, (maxSeries, other, nodes, gameServers) => {
      const fitting = fit(maxSeries, other, nodes, gameServers)
      const told = 18 * fitting.nodes.length + 11 * fitting.gameServers.length
      expect(told).toBeLessThanOrEqual(Math.max(0, maxSeries - other))
      expect(fitting.nodes.length + fitting.leftOut.node).toBe(nodes)
      expect(fitting.gameServers.length + fitting.leftOut.server).toBe(gameServers)
    }),
  )
})
