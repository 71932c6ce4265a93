// What one look at many real game servers costs the daemon, in processor time of this process.

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Metrics } from '../../daemon/src/features/metrics/metrics.ts'
import { HostUsageReader } from '../../daemon/src/platform/host-usage.ts'
import { openProcessManager } from '../../daemon/src/platform/process-managers/process/process.ts'
import type { RunningProcess } from '../../daemon/src/platform/process-managers/process-manager.ts'

const intervalSeconds = 5
const samples = 40

export async function measureCollecting(
  count: number,
  useCgroups: boolean,
): Promise<{ percent: number; msPerMeasurement: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-bench-'))
  const manager = openProcessManager({
    socketFile: join(folder, 'keeper.sock'),
    logFile: join(folder, 'keeper.log'),
    keeperLingerMs: 500,
    useCgroups,
  })
  const running: RunningProcess[] = []
  try {
    for (let id = 1; id <= count; id++) {
      // Two processes each, as a start script and its game.
      const argv = ['/bin/sh', '-c', 'sleep 1000; true']
      running.push(await manager.start({ id, argv, cwd: '/', env: {}, cols: 80, rows: 24, limits: {} }))
    }
    return await measureMeasuring(running)
  } finally {
    for (const one of running) {
      await one.endTree()
      await one.exit
      await one.forget()
    }
    await manager.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureMeasuring(
  running: RunningProcess[],
): Promise<{ percent: number; msPerMeasurement: number }> {
  const host = new HostUsageReader({ networkInterfaces: [], drives: ['/'], warn: () => {} })
  const metrics = new Metrics({
    settings: { enabled: true, intervalSeconds, retentionSeconds: 600 },
    phaseMs: 0,
    readHost: () => host.read(),
    gameServers: () => running.map(process => ({ id: process.id, process })),
    nowMs: Date.now,
    monotonicMs: () => performance.now(),
    newStreamId: randomUUID,
    log: pino({ level: 'silent' }),
  })
  let atSeconds = 1
  const look = async () => {
    // So that no look profits from what the one before it has read.
    await new Promise(resolve => setTimeout(resolve, 300))
    const before = process.cpuUsage()
    await metrics.measure(++atSeconds)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  for (let round = 0; round < 5; round++) await look()
  const costsMs: number[] = []
  for (let round = 0; round < samples; round++) costsMs.push(await look())
  const msPerMeasurement = costsMs.reduce((sum, cost) => sum + cost, 0) / samples
  return { percent: msPerMeasurement / (10 * intervalSeconds), msPerMeasurement }
}
