import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, networkInterfaces, tmpdir, totalmem, uptime } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type HostUsageOptions, HostUsageReader } from './host-usage.ts'

const warnings: string[] = []
const readerOf = (options: Partial<HostUsageOptions> = {}) =>
  new HostUsageReader({
    networkInterfaces: [],
    drives: ['/'],
    warn: message => warnings.push(message),
    ...options,
  })

describe.runIf(process.platform === 'linux')('the real machine', () => {
  test('6.3 its figures are those that the system tells elsewhere', async () => {
    const reader = readerOf()
    const first = await reader.read()
    expect(first.memory?.totalBytes).toBeCloseTo(totalmem(), -3)
    expect(first.memory?.usedBytes).toBeGreaterThan(0)
    expect(first.memory?.usedBytes).toBeLessThan(totalmem())
    expect(Math.abs((first.uptimeSeconds ?? 0) - uptime())).toBeLessThan(2)
    expect(first.disk?.usedBytes).toBeGreaterThan(0)
    expect(first.disk?.totalBytes).toBeGreaterThan(first.disk?.usedBytes ?? 0)
    expect(first.load?.one).toBeGreaterThanOrEqual(0)
    const startedMs = performance.now()
    while (performance.now() - startedMs < 500);
    const second = await reader.read()
    const busy = (second.cpu?.busy ?? 0) - (first.cpu?.busy ?? 0)
    const total = (second.cpu?.total ?? 0) - (first.cpu?.total ?? 0)
    expect(busy / total).toBeGreaterThan(0.5 / cpus().length)
    expect(busy / total).toBeLessThanOrEqual(1)
  })

  test('6.3 (C273) a drive that is named twice, by two paths, counts once; one that is missing is told', async () => {
    const once = await readerOf({ drives: ['/'] }).read()
    const twice = await readerOf({ drives: ['/', '/usr/..'] }).read()
    expect(twice.disk?.totalBytes).toBe(once.disk?.totalBytes)
    const missing = readerOf({ drives: ['/', '/no-such-drive'] })
    expect((await missing.read()).disk).toBeUndefined()
    await missing.read()
    expect(warnings.filter(message => message.includes('/no-such-drive'))).toHaveLength(1)
  })

  test('6.3 (C273) only the interfaces of if_list are counted', async () => {
    const own = networkInterfaces()
    const loopback = Object.keys(own).find(name => own[name]?.[0]?.internal) ?? 'lo'
    const { network } = await readerOf({ networkInterfaces: [loopback] }).read()
    expect(network?.receiveBytes).toBe(network?.transmitBytes)
    expect((await readerOf({ networkInterfaces: ['none0'] }).read()).network).toBeUndefined()
    expect(warnings.some(message => message.includes('none0'))).toBe(true)
  })
})

describe('a machine made of files', () => {
  let proc: string
  beforeEach(() => {
    proc = mkdtempSync(join(tmpdir(), 'rookery-proc-'))
    mkdirSync(join(proc, 'net'))
  })
  afterEach(() => rmSync(proc, { recursive: true }))
  const write = (name: string, text: string) => writeFileSync(join(proc, name), text)

  const interfaces = (counters: Record<string, [number, number]>) =>
    write(
      'net/dev',
      `Inter-|   Receive  |  Transmit\n face |bytes packets|bytes\n${Object.entries(counters)
        .map(
          ([name, [received, sent]]) =>
            `${name.padStart(6)}: ${received} 1 0 0 0 0 0 0 ${sent} 1 0 0 0 0 0 0`,
        )
        .join('\n')}\n`,
    )

  test('6.3 (C272, C273) interfaces: only those listed, and the total does not fall when one goes', async () => {
    const reader = readerOf({ proc, networkInterfaces: ['eth0', 'wg0'], drives: [] })
    interfaces({ lo: [999, 999], eth0: [100, 10], eth1: [7, 7], wg0: [20, 2] })
    expect((await reader.read()).network).toEqual({ receiveBytes: 120, transmitBytes: 12 })
    interfaces({ lo: [999, 999], eth0: [150, 15], eth1: [70, 70] })
    expect((await reader.read()).network).toEqual({ receiveBytes: 170, transmitBytes: 17 })
    interfaces({ eth0: [151, 15], wg0: [5, 1] })
    expect((await reader.read()).network).toEqual({ receiveBytes: 176, transmitBytes: 18 })
  })

  test('6.3 (C271) there is no load average on Windows, and what the kernel does not tell is absent', async () => {
    write('loadavg', '0.50 0.40 0.30 1/100 4242\n')
    expect(await readerOf({ proc, drives: [] }).read()).toEqual({
      load: { one: 0.5, five: 0.4, fifteen: 0.3 },
    })
    expect(await readerOf({ proc, drives: [], platform: 'win32' }).read()).toEqual({})
  })

  test('6.3 idle and waiting is not busy, caches are not used memory', async () => {
    write('stat', 'cpu  10 20 30 400 500 1 2 3 10 20\ncpu0 1 1 1 1 1 1 1 1 1 1\n')
    write(
      'meminfo',
      'MemTotal:  1000 kB\nMemFree:  1 kB\nMemAvailable:  400 kB\nSwapTotal:  0 kB\nSwapFree:  0 kB\n',
    )
    expect(await readerOf({ proc, drives: [] }).read()).toEqual({
      cpu: { busy: 66, total: 966 },
      memory: { usedBytes: 600 * 1024, totalBytes: 1000 * 1024 },
      swap: { usedBytes: 0, totalBytes: 0 },
    })
  })
})
