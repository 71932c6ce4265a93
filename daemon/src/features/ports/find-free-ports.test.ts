// Free ports, checked against ports that are really in use.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../../test-services/running-component.ts'
import { findFreePorts } from './find-free-ports.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function occupyTcp(): Promise<number> {
  const occupied = createServer().listen(0, '0.0.0.0')
  await once(occupied, 'listening')
  closers.push(() => occupied.close())
  return (occupied.address() as AddressInfo).port
}

async function occupyUdp(port = 0): Promise<number> {
  const occupied = createSocket('udp4').bind(port, '0.0.0.0')
  await once(occupied, 'listening')
  closers.push(() => occupied.close())
  return occupied.address().port
}

describe('free ports', () => {
  it('are neither in use, nor taken, nor given twice', async () => {
    const busy = await occupyTcp()
    const request = { preferred: busy, protocol: 'tcp', also: [] }
    const { ports } = await findFreePorts({ requests: [request, request], taken: [busy + 1] })
    expect(ports).toHaveLength(2)
    expect(new Set([...ports, busy, busy + 1]).size).toBe(4)
    expect(ports.every(port => port >= 1024 && port <= 65_535)).toBe(true)
  })

  it('are looked for in the protocol that is asked for', async () => {
    // In the range of outgoing connections somebody might have it for TCP.
    const port = await occupyUdp(await freePort())
    expect(
      (await findFreePorts({ requests: [{ preferred: port, protocol: 'udp', also: [] }], taken: [] })).ports,
    ).not.toContain(port)
    expect(
      (await findFreePorts({ requests: [{ preferred: port, protocol: 'tcp', also: [] }], taken: [] })).ports,
    ).toEqual([port])
  })

  it('of both protocols are free in both', async () => {
    const busy = await occupyUdp()
    const { ports } = await findFreePorts({
      requests: [{ preferred: busy, protocol: 'both', also: [] }],
      taken: [],
    })
    expect(ports[0]).toBeGreaterThan(busy)
    const tcp = await occupyTcp()
    const found = await findFreePorts({
      requests: [{ preferred: tcp, protocol: 'both', also: [] }],
      taken: [],
    })
    expect(found.ports[0]).not.toBe(tcp)
  })

  it('come with free ones at the distances that are asked for, which nobody else gets', async () => {
    const busy = await occupyUdp()
    const also = [{ plus: 1, protocol: 'udp' }]
    const request = { preferred: busy - 1, protocol: 'udp', also }
    const { ports } = await findFreePorts({ requests: [request, { ...request, also: [] }], taken: [] })
    const [first = 0, second = 0] = ports
    expect(first).toBeGreaterThan(busy)
    expect([first, first + 1, busy]).not.toContain(second)
    const taken = [first + 1]
    const again = await findFreePorts({ requests: [{ ...request, preferred: first }], taken })
    expect(again.ports[0]).toBeGreaterThan(first + 1)
  })

  it('are refused with a reason when there are none', async () => {
    const taken = Array.from({ length: 600 }, (_, index) => 40_000 + index)
    await expect(
      findFreePorts({ requests: [{ preferred: 40_000, protocol: 'tcp', also: [] }], taken }),
    ).rejects.toThrow(/no free tcp port was found near 40000/)
  })
})
