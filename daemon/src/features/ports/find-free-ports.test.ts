// Free ports, checked against ports that are really in use.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
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

describe('free ports', () => {
  it('are neither in use, nor taken, nor given twice', async () => {
    const busy = await occupyTcp()
    const wish = { preferred: busy, protocol: 'tcp' }
    const { ports } = await findFreePorts({ wishes: [wish, wish], taken: [busy + 1] })
    expect(ports).toHaveLength(2)
    expect(new Set([...ports, busy, busy + 1]).size).toBe(4)
    expect(ports.every(port => port >= 1024 && port <= 65_535)).toBe(true)
  })

  it('are looked for in the protocol that is asked for', async () => {
    const udp = createSocket('udp4').bind(0, '0.0.0.0')
    await once(udp, 'listening')
    closers.push(() => udp.close())
    const { port } = udp.address()
    expect(
      (await findFreePorts({ wishes: [{ preferred: port, protocol: 'udp' }], taken: [] })).ports,
    ).not.toContain(port)
    expect(
      (await findFreePorts({ wishes: [{ preferred: port, protocol: 'tcp' }], taken: [] })).ports,
    ).toEqual([port])
  })

  it('are refused in words when there are none', async () => {
    const taken = Array.from({ length: 600 }, (_, index) => 40_000 + index)
    await expect(findFreePorts({ wishes: [{ preferred: 40_000, protocol: 'tcp' }], taken })).rejects.toThrow(
      /no free tcp port was found near 40000/,
    )
  })
})
