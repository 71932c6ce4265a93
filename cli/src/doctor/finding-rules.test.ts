// Reports and certificates become findings that say what to do.

import type { PanelServicesReport } from '@rookery/contracts/up-protocol.ts'
import { expect, test } from 'vitest'
import { certificateFinding, serviceFindings } from './finding-rules.ts'

const fine: PanelServicesReport = {
  version: '0.2.0',
  database: { problem: null, schema: { pending: [], unknown: [], blocking: [] }, clockAheadMs: 120 },
  cache: { name: 'memory', problem: null },
  nodes: [{ id: 1, name: 'one', version: '0.2.0', lastSeenAtMs: 1, refusal: null }],
  unreadableSecrets: [],
}
const message = (report: PanelServicesReport) =>
  serviceFindings(report).map(finding => `${finding.verdict} ${finding.name}: ${finding.message}`)
const badOnes = (report: PanelServicesReport) => message(report).filter(line => !line.startsWith('ok'))

test('nothing wrong is told as such', () => {
  expect(badOnes(fine)).toEqual([])
  expect(message(fine)).toHaveLength(4)
})

test('a database that is away, newer or older', () => {
  const database = {
    ...fine.database,
    problem: 'PostgreSQL does not answer',
    schema: null,
    clockAheadMs: null,
  }
  expect(badOnes({ ...fine, database })).toEqual(['problem database: PostgreSQL does not answer'])
  const newer = { ...fine.database, schema: { pending: [], unknown: ['0009-x'], blocking: ['0009-x'] } }
  expect(badOnes({ ...fine, database: newer })).toEqual([
    expect.stringMatching(/^problem database: .*0009-x.*upgrade/),
  ])
  const fit = { ...fine.database, schema: { pending: [], unknown: ['0009-x'], blocking: [] } }
  expect(badOnes({ ...fine, database: fit })).toEqual([
    expect.stringMatching(/^warning database: .*0009-x.*with which this one works/),
  ])
  const older = { ...fine.database, schema: { pending: ['0008-x'], unknown: [], blocking: [] } }
  expect(message({ ...fine, database: older })[0]).toMatch(/^ok database: 1 change .*backup/)
})

test.each([
  [5_000, null],
  [-5_000, null],
  [61_000, 'is 61 seconds ahead of this machine'],
  [-3_600_000, 'is 3600 seconds behind this machine'],
])('a clock of the database %i ms ahead', (clockAheadMs, expected) => {
  const lines = badOnes({ ...fine, database: { ...fine.database, clockAheadMs } })
  expect(lines).toEqual(expected === null ? [] : [expect.stringContaining(expected)])
})

test('Redis away', () => {
  const cache = { name: 'Redis at 127.0.0.1:6379', problem: 'connection refused' }
  expect(badOnes({ ...fine, cache })).toEqual([
    expect.stringMatching(/^problem cache: Redis.*CACHE_REDIS_ADDR/),
  ])
})

test('a node that the panel refuses, with the reason', () => {
  const refusal = { atMs: Date.UTC(2026, 10, 17), reason: 'this node is switched off in the panel' }
  const nodes = [{ id: 2, name: 'far', version: '0.2.0', lastSeenAtMs: 1, refusal }]
  expect(badOnes({ ...fine, nodes })).toEqual([
    'warning node far: was refused by the panel at 2026-11-17T00:00:00.000Z: this node is switched off in the panel',
  ])
})

test('daemons of another version', () => {
  const node = (version: string | null) => [
    { id: 2, name: 'far', version, lastSeenAtMs: null, refusal: null },
  ]
  expect(badOnes({ ...fine, nodes: node('0.1.9') })).toEqual([
    expect.stringMatching(/^warning node far.*update Rookery on that node/),
  ])
  expect(badOnes({ ...fine, nodes: node('0.10.0') })).toEqual([
    expect.stringMatching(/^warning node far.*update the panel/),
  ])
  expect(badOnes({ ...fine, nodes: node(null) })).toEqual([])
})

test.each([
  [Date.UTC(2026, 0, 1), 'ok'],
  [Date.UTC(2026, 11, 20), 'warning'],
  [Date.UTC(2027, 0, 2), 'problem'],
  [Date.UTC(2025, 0, 1), 'problem'],
])('a certificate at %i: %s', (nowMs, verdict) => {
  const validity = { fromMs: Date.UTC(2025, 11, 1), toMs: Date.UTC(2027, 0, 1) }
  expect(certificateFinding('/c.pem', validity, nowMs).verdict).toBe(verdict)
})

test('5.9 secrets that the present key does not open are named, with what to do', () => {
  const [line = '', ...rest] = badOnes({ ...fine, unreadableSecrets: ['server One: the RCON password'] })
  expect(rest).toEqual([])
  expect(line).toMatch(/^problem encryption key: .*1 secret \(server One: the RCON password\).*restore it/)
  const many = Array.from({ length: 8 }, (_, index) => `node ${index}: the connection password`)
  expect(badOnes({ ...fine, unreadableSecrets: many })[0]).toContain('and 3 more')
})
