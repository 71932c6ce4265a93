// Before anything is set up: whether the ports of the panel are free.

import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { PanelFacts } from '../panel-facts.ts'
import { takenPort } from './setup.ts'

let listener: Server | null = null
afterEach(() => {
  listener?.close()
})

async function takePort(): Promise<number> {
  const opened = createServer()
  listener = opened
  await new Promise<void>(resolve => opened.listen(0, '127.0.0.1', () => resolve()))
  return (opened.address() as AddressInfo).port
}

const ip = '127.0.0.1'
const factsOf = (ports: { web?: number; nodes?: number; proof?: number }): PanelFacts => ({
  dataDir: '/nowhere',
  configFile: '/nowhere/config.env',
  http: {
    bindIp: ip,
    port: ports.web ?? 0,
    tlsCertFile: null,
    tlsKeyFile: null,
    acme: { domain: 'panel.example.org', directory: '', folder: '', httpPort: ports.proof ?? 0 },
  },
  grpc: { bindIp: ip, port: ports.nodes ?? 0 },
  database: { driver: 'sqlite', file: '/nowhere/panel.sqlite' },
})

test('a port that another program has is named, with what it is for and what to do', async () => {
  const port = await takePort()
  expect(await takenPort(factsOf({}), 'acme')).toBeNull()
  expect(await takenPort(factsOf({ web: port }), 'acme')).toMatch(
    `port ${port} on ${ip}, which the panel needs for browsers, is in use by another program. Stop that program, or name another one with the address`,
  )
  expect(await takenPort(factsOf({ web: port }), 'proxy')).toMatch(/another program\. Stop that program$/)
  const elsewhere = { ...factsOf({}), grpc: { bindIp: '203.0.113.1', port } }
  expect(await takenPort(elsewhere, 'none')).toMatch(/cannot be used \(EADDRNOTAVAIL\)/)
  expect(await takenPort(factsOf({ nodes: port }), 'none')).toContain('needs for nodes')
  expect(await takenPort(factsOf({ proof: port }), 'acme')).toContain('needs for the certificate authority')
})
