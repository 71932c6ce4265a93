// Metrics of real games on a real daemon: what each series says while a game is stopped, idle, busy and gone.

import { statfsSync } from 'node:fs'
import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { nodeSourceId } from '../src/features/metrics/metrics.ts'
import { readProcessorShare } from '../src/platform/process-managers/process/test/processor-share.ts'
import { openTestNode, shellGame, type TestNode, until } from './open-test-node.ts'
import { shareKeeper } from './share-keeper.ts'

describe('metrics of a node', () => {
  shareKeeper()
  let node: TestNode
  let atSeconds = 1_000_000
  afterEach(() => node.end())

  async function check(): Promise<void> {
    atSeconds += 5
    await node.app.metrics.measure(atSeconds)
  }

  /** The newest values by name; what was not measured is left out. */
  function newest(id: number): Record<string, number> {
    const series = id === nodeSourceId ? nodeSeries : gameServerSeries
    const ring = node.app.metrics.source(id)?.ring
    if (!ring) return {}
    const { values } = ring.tickOf(ring.endSeq - 1)
    const named = series.map(({ name }, at) => [name, values[at] ?? Number.NaN] as const)
    return Object.fromEntries(named.filter(([, value]) => !Number.isNaN(value)))
  }

  it('6.3 (C270, C346) tells of a game what process can measure, and of a stopped one that it is down', async () => {
    node = await openTestNode()
    node.put(1)
    await check()
    expect(newest(1)).toEqual({ panel_server_up: 0 })
    await node.run(1, 'install')
    await node.run(1, 'start')
    await check()
    await check()
    expect(Object.keys(newest(1))).toEqual([
      'panel_server_up',
      'panel_server_cpu_usage_percent',
      'panel_server_memory_usage_bytes',
      'panel_server_block_io_read_bytes_total',
      'panel_server_block_io_write_bytes_total',
      'panel_server_process_pids',
    ])
    expect(newest(1)).toMatchObject({ panel_server_up: 1, panel_server_process_pids: 1 })
    expect(node.app.metrics.usage()).toMatchObject([{ gameServerId: 1, memoryBytes: expect.any(Number) }])
    await node.run(1, 'kill')
    await check()
    expect(newest(1)).toEqual({ panel_server_up: 0 })
    expect(node.app.metrics.usage()).toEqual([])
    node.app.gameServers.remove(1)
    await check()
    expect(node.app.metrics.source(1)).toBeNull()
  })

  it('6.3 (C346) a game that burns one core is told with about 100 percent', async () => {
    node = await openTestNode()
    node.put(2, shellGame('echo ready; while :; do :; done'))
    await node.run(2, 'install')
    await node.run(2, 'start')
    const pid = node.app.gameServers.get(2)?.process?.pid ?? 0
    // What passes between a look and the kernel's own figures weighs less, the longer it burns between two looks.
    await expect
      .poll(
        async () => {
          await check()
          const before = readProcessorShare(pid)
          await until(() => readProcessorShare(pid).runMs > before.runMs + 1_000, 'it burns for a second')
          await check()
          const percent = newest(2).panel_server_cpu_usage_percent ?? 0
          return Math.abs(percent - before.percentUntil(readProcessorShare(pid)))
        },
        { timeout: 120_000, interval: 10 },
      )
      .toBeLessThan(10)
    await node.run(2, 'kill')
  })

  it('6.3 (C271) tells all 15 series of this node, and its totals never fall (C272)', async () => {
    node = await openTestNode()
    await check()
    await expect
      .poll(async () => {
        await check()
        return Object.keys(newest(nodeSourceId)).length
      })
      .toBe(nodeSeries.length)
    const before = newest(nodeSourceId)
    expect(Object.keys(before)).toEqual(nodeSeries.map(({ name }) => name))
    await check()
    for (const [name, value] of Object.entries(newest(nodeSourceId))) {
      if (name.endsWith('_total')) expect(value, name).toBeGreaterThanOrEqual(before[name] ?? 0)
    }
  })

  it('6.3 (C273) counts the interfaces and drives that its file names, and no others', async () => {
    node = await openTestNode(undefined, { networkInterfaces: ['lo'], drives: ['/dev/shm', '/dev/shm/..'] })
    await check()
    const values = newest(nodeSourceId)
    expect(values.panel_node_network_receive_bytes_total).toBe(values.panel_node_network_transmit_bytes_total)
    const sizes = ['/dev/shm', '/dev']
      .map(path => statfsSync(path))
      .map(({ blocks, bsize }) => blocks * bsize)
    expect(values.panel_node_disk_total_bytes).toBe((sizes[0] ?? 0) + (sizes[1] ?? 0))
  })

  it('8.5 (C336) begins anew with the daemon, and goes on measuring a game that it found running', async () => {
    node = await openTestNode()
    node.put(1)
    await node.run(1, 'install')
    await node.run(1, 'start')
    for (let tick = 0; tick < 10; tick++) await check()
    const former = node.app.metrics.source(1)
    expect(former?.ring.endSeq).toBe(10)
    await node.close()
    await node.open()
    expect(node.app.metrics.source(1)).toBeNull()
    await check()
    expect(node.app.metrics.source(1)?.ring.endSeq).toBe(1)
    expect(node.app.metrics.source(1)?.streamId).not.toBe(former?.streamId)
    expect(newest(1)).toMatchObject({ panel_server_up: 1, panel_server_process_pids: 1 })
    await node.run(1, 'kill')
  })

  it('8.5 (C348) with an interval of 1 s there is a point each second', async () => {
    node = await openTestNode(undefined, {
      metrics: { enabled: true, intervalSeconds: 1, retentionSeconds: 600 },
    })
    const ring = () => node.app.metrics.source(nodeSourceId)?.ring
    const lastFive = () => [4, 3, 2, 1, 0].map(back => ring()?.timeOf((ring()?.endSeq ?? 0) - 1 - back) ?? 0)
    // A tick that finds the one before it still at work is left out, so not any five are a second apart.
    await until(() => {
      const times = lastFive()
      const isNow = Math.abs((times[4] ?? 0) - Date.now() / 1000) < 3
      return isNow && times.every((at, index) => at > 0 && at === (times[0] ?? 0) + index)
    }, 'five points a second apart are there, the last of them new')
  })
})
