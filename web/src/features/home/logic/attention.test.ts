// Tests of what the home page puts first.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import type { NodeUsageRow } from '@rookery/contracts/websocket/events.ts'
import { expect, test } from 'vitest'
import { attentionList, visibleRows } from './attention.ts'

const gameServer = (id: number, state: GameServer['state'], node_id = 1, node_online = true) =>
  ({
    id,
    state,
    node_id,
    node_online,
    node_name: `node ${node_id}`,
    state_changed_at: `2026-11-15T10:0${id}:00Z`,
  }) as GameServer
const node = (id: number, online: boolean, parts: Partial<Node> = {}) =>
  ({ id, name: `node ${id}`, enabled: true, enrolled: true, online, ...parts }) as Node

const nowMs = Date.parse('2026-11-17T12:00:00Z')
const attention = (gameServers: GameServer[], nodes: Node[], usage: NodeUsageRow[] = []) =>
  attentionList({
    ...{ gameServers, nodes, nowMs, panelCertificateEnd: null },
    usage: new Map(usage.map(row => [row.id, row])),
  })
const usageOf = (id: number, parts: Partial<NodeUsageRow>) => ({ id, ...parts }) as NodeUsageRow
const unknown = { disk_percent: null, cpu_percent_lately: null, memory_percent_lately: null }

test('nodes that are away come first, then servers in trouble, newest first', () => {
  const list = attention(
    [
      gameServer(1, 'crashed'),
      gameServer(2, 'running'),
      gameServer(3, 'install_failed'),
      gameServer(4, 'running', 2, false),
    ],
    [node(1, true), node(2, false)],
  )
  expect(
    list.map(each => {
      if (each.kind === 'gameServer') return each.gameServer.id
      return each.kind === 'node' ? `node ${each.node.id}` : each.kind
    }),
  ).toEqual(['node 2', 3, 1])
})

test('many servers in trouble do not hide what else needs attention', () => {
  const crashed = [1, 2, 3, 4, 5].map(id => gameServer(id, 'crashed'))
  const list = attention(crashed, [node(1, true), node(4, false, { enrolled: false })])
  expect(list.map(({ kind }) => kind)).toEqual([
    ...['gameServer', 'gameServer', 'gameServer'],
    'newNode',
    ...['gameServer', 'gameServer'],
  ])
})

test('many servers with the same trouble are one line, where the newest of them would stand', () => {
  const crashed = (id: number, state_reason: string | null) => ({
    ...gameServer(id, 'crashed'),
    state_reason,
  })
  const same = [1, 2, 3, 5, 6, 7].map(id => crashed(id, 'out of memory'))
  const list = attention([...same, crashed(4, null), gameServer(8, 'install_failed')], [node(1, true)])
  expect(
    list.map(each => {
      if (each.kind === 'gameServer') return each.gameServer.id
      return each.kind === 'gameServers'
        ? [each.state, each.reason, ...each.gameServers.map(({ id }) => id)]
        : null
    }),
  ).toEqual([8, ['crashed', 'out of memory', 7, 6, 5, 3, 2, 1], 4])
  expect(attention(same.slice(1), [node(1, true)]).map(({ kind }) => kind)).not.toContain('gameServers')
})

test('a crash on a node that is away is not told twice', () => {
  expect(attention([gameServer(1, 'crashed', 2, false)], [node(2, false)])).toHaveLength(1)
})

test('a node that has never connected comes last; one that is switched off is no trouble', () => {
  const off = node(2, false, { enabled: false })
  expect(attention([], [off, node(3, false, { enabled: false, enrolled: false })])).toEqual([])
  const list = attention([gameServer(1, 'crashed')], [node(1, true), node(4, false, { enrolled: false })])
  expect(list.map(({ kind }) => kind)).toEqual(['gameServer', 'newNode'])
})

test('a node is overloaded when the load has lasted five minutes, not while a game starts', () => {
  const here = [node(1, true)]
  const kinds = (parts: Partial<NodeUsageRow>) =>
    attention([], here, [usageOf(1, { ...unknown, ...parts })]).map(each => [
      each.kind,
      'by' in each ? each.by : null,
    ])
  expect(kinds({ cpu_percent: 100, cpu_percent_lately: 40 })).toEqual([])
  expect(kinds({ cpu_percent_lately: 89.9, memory_percent_lately: 94.9 })).toEqual([])
  expect(kinds({ cpu_percent_lately: 90 })).toEqual([['overloaded', 'cpu']])
  expect(kinds({ cpu_percent_lately: 95, memory_percent_lately: 95 })).toEqual([['overloaded', 'memory']])
  expect(attention([], [node(1, false)], [usageOf(1, { ...unknown, cpu_percent_lately: 100 })])).toHaveLength(
    1,
  )
})

test('a disk is full from 90 percent on, and says what is left', () => {
  const full = { ...unknown, disk_percent: 90, disk_bytes: 90, disk_total_bytes: 100 }
  expect(attention([], [node(1, true)], [usageOf(1, { ...full, disk_percent: 89.9 })])).toEqual([])
  expect(attention([], [node(1, true)], [usageOf(1, full)])).toMatchObject([
    { kind: 'diskFull', percent: 90, freeBytes: 10 },
  ])
})

test('a certificate is told of ten days before it expires', () => {
  const expires = (at: string) => [node(1, true, { certificate_expires_at: at })]
  expect(attention([], expires('2026-11-27T12:00:00Z'))).toEqual([])
  expect(attention([], expires('2026-11-27T11:59:00Z'))).toMatchObject([
    { kind: 'certificate', daysLeft: 10 },
  ])
  expect(attention([], expires('2026-11-01T00:00:00Z'))).toMatchObject([{ daysLeft: 0 }])
  expect(attention([], [node(1, true, { certificate_expires_at: null })])).toEqual([])
})

test("so is the panel's own certificate", () => {
  const list = (panelCertificateEnd: string | null) =>
    attentionList({ gameServers: [], nodes: [], usage: new Map(), panelCertificateEnd, nowMs })
  expect(list('2026-11-20T12:00:00Z')).toEqual([{ kind: 'panelCertificate', daysLeft: 3 }])
  expect(list('2027-11-20T12:00:00Z')).toEqual([])
  expect(list(null)).toEqual([])
})

test('servers without a backup from this week come last, and only where there are some', () => {
  const base = { gameServers: [], nodes: [], usage: new Map(), panelCertificateEnd: null, nowMs: 0 }
  const backups = { servers: [{ id: 3, name: 'Arena' }], total: 4 }
  expect(attentionList({ ...base, backups })).toEqual([{ kind: 'backups', ...backups }])
  expect(attentionList({ ...base, backups: { servers: [], total: 0 } })).toEqual([])
})

test("the panel's own backup comes before those of servers, and only while there is trouble", () => {
  const base = { gameServers: [], nodes: [], usage: new Map(), panelCertificateEnd: null, nowMs: 0 }
  const backups = {
    servers: [],
    total: 0,
    failing: [{ id: 3, name: 'Arena', problem: 'full' }],
    failing_total: 1,
  }
  const trouble = { kind: 'failed', since: '2026-11-17T03:00:00Z', message: 'full' } as const
  const list = (panelBackup: Parameters<typeof attentionList>[0]['panelBackup']) =>
    attentionList({ ...base, backups, panelBackup })
  expect(list({ trouble, last_good_at: null })).toMatchObject([
    { kind: 'panelBackup', trouble, lastGoodAt: null },
    { kind: 'failedBackups' },
  ])
  expect(list({ trouble: null, last_good_at: '2026-11-17T03:00:00Z' })).toHaveLength(1)
  expect(list(undefined)).toHaveLength(1)
})

test('a phone shows three, and nobody presses a button for a single one more', () => {
  const rows = (count: number, isNarrow: boolean) => visibleRows(count, { isNarrow, isWhole: false })
  expect([2, 3, 4, 5].map(count => rows(count, true))).toEqual([2, 3, 4, 3])
  expect([5, 6, 7, 8].map(count => rows(count, false))).toEqual([5, 6, 7, 6])
  expect(visibleRows(8, { isNarrow: true, isWhole: true })).toBe(8)
  expect(visibleRows(80, { isNarrow: false, isWhole: true })).toBe(30)
})
