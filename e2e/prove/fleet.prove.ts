// Many nodes at one panel lose their connection in the same moment: all come back, and no measurement is lost.

import { setTimeout as delay } from 'node:timers/promises'
import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FleetWorld } from '../fleet/fleet-world.ts'
import type { MetricReader } from '../fleet/metric-reader.ts'

const count = 1_000
const openedAtOnce = 16
const steadySeconds = 5
/** Of a core, for all of them together. */
const highestShare = 1
/** On a quiet machine it is a fraction of this. */
const backLimitMs = 180_000

let world: FleetWorld
beforeAll(async () => {
  world = new FleetWorld()
  await world.start(count)
}, 300_000)
afterAll(() => world?.stop(), 60_000)

/** Seconds until it is so. */
async function until(what: string, isTrue: () => boolean): Promise<number> {
  const beganMs = performance.now()
  while (!isTrue()) {
    if (performance.now() - beganMs > backLimitMs)
      throw new Error(`waited in vain: ${what}; ${world.state.connected} are connected`)
    await delay(20)
  }
  return (performance.now() - beganMs) / 1000
}

/** By node. */
async function lookAtEachGame(): Promise<Map<number, MetricReader>> {
  const left = [...world.nodes]
  const readers = new Map<number, MetricReader>()
  const openSome = async () => {
    for (let node = left.pop(); node; node = left.pop())
      readers.set(node.id, await world.look(`/api/ws/servers/${node.gameServerId}/metrics`))
  }
  await Promise.all(Array.from({ length: openedAtOnce }, openSome))
  return readers
}

test(`T-124 ${count} nodes with 25 series each: less than ${highestShare} of a core; all come back after a cut, and no point is missing or twice`, async () => {
  await until('all are connected', () => world.state.connected === count)
  const ofNodes = await world.look('/api/ws/nodes/metrics')
  const ofGames = await lookAtEachGame()

  const [beganMs, secondsBefore] = [performance.now(), world.panelSeconds()]
  await delay(steadySeconds * 1000)
  const share = (1000 * (world.panelSeconds() - secondsBefore)) / (performance.now() - beganMs)
  expect(share).toBeLessThan(highestShare)

  const welcomes = world.state.welcomes + count
  world.line.refuse()
  world.line.pass()
  const isBack = ({ state }: FleetWorld) => state.connected === count && state.welcomes >= welcomes
  const backSeconds = await until('all are back', () => isBack(world))
  expect(await world.online()).toBe(count)

  const measured = await world.measured()
  for (const [id, moments] of measured) {
    const last = moments.at(-1) ?? 0
    const ofGame = ofGames.get(id)
    const server_id = world.nodes.find(node => node.id === id)?.gameServerId ?? 0
    const seen = [
      ...nodeSeries.map(
        ({ name }) =>
          () =>
            ofNodes.momentsOf(name, { node_id: id }),
      ),
      ...gameServerSeries.map(
        ({ name }) =>
          () =>
            ofGame?.momentsOf(name, { server_id }) ?? [],
      ),
    ]
    for (const series of seen) {
      await until(`points of node ${id}`, () => (series().at(-1) ?? 0) >= last)
      expect(series().filter(moment => moment <= last)).toEqual(moments)
    }
  }
  expect(measured).toHaveLength(count)
  expect([ofNodes, ...ofGames.values()].every(({ closeCode }) => closeCode === null)).toBe(true)
  console.log(
    `${count} nodes: ${(100 * share).toFixed(1)} % of a core; all back ${backSeconds.toFixed(1)} s after the cut`,
  )
}, 600_000)
