// daemon.yaml: every field is read, everything wrong is told at once with its path, secrets are not told.

import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../test-services/proof-size.ts'
import { readDaemonConfig } from './daemon-config.ts'

const needed = {
  panel: 'panel.example:31718',
  node_id: '7',
  api_key: 'k3y-hunter2',
  certificate: 'node.crt',
  certificate_key: 'node.key',
  ca: '/etc/rookery/ca.crt',
  connection_password: 'pw-hunter2',
}

function yamlOf(changes: Record<string, string | undefined> = {}): string {
  return Object.entries({ ...needed, ...changes })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}

function problemsOf(text: string): string[] {
  const reading = readDaemonConfig(text, '/d')
  return 'problems' in reading ? reading.problems : []
}

function configOf(text: string) {
  const reading = readDaemonConfig(text, '/d')
  if ('problems' in reading) throw new Error(reading.problems.join('\n'))
  return reading
}

test('8.5 what enrollment writes is enough; the rest has defaults', () => {
  const { config, warnings } = configOf(yamlOf())
  expect(warnings).toEqual([])
  expect(config).toEqual({
    panelAddress: 'panel.example:31718',
    nodeId: 7,
    apiKey: 'k3y-hunter2',
    certificateFile: '/d/node.crt',
    certificateKeyFile: '/d/node.key',
    caFile: '/etc/rookery/ca.crt',
    connectionPassword: 'pw-hunter2',
    workPath: '/d/servers',
    processManager: { name: 'process' },
    metrics: { enabled: true, intervalSeconds: 5, retentionSeconds: 600, history: false },
    networkInterfaces: [],
    drives: [],
    downloads: { allowedPrivate: false, limitBytes: 64 * 1024 ** 3 },
    upgradesFromPanel: false,
    backups: { resticPath: null, folder: null, uploadBytesPerSecond: null },
    steamcmdPath: null,
    gameUserIdBase: 700_000,
  })
})

test('running it: every field can be set', () => {
  const { config, warnings } = configOf(
    yamlOf({
      panel: '"[2001:db8::1]:1"',
      work_path: '/srv/games',
      process_manager: '{ name: process, grace: 5 }',
      metrics: '{ enabled: false, collection_interval: 10s, retention_duration: 1h }',
      if_list: '[eth0, eth1]',
      drives_list: '\n  - /\n  - /srv',
      downloads: '{ allow_private_addresses: [10.1.0.0/16, fd00::/8], limit_bytes: 1000 }',
      backups: '{ restic_path: bin/restic, folder: /srv/backups, upload_bytes_per_second: 5000 }',
      steamcmd_path: 'steamcmd/steamcmd.sh',
      game_user_id_base: '200000',
    }),
  )
  expect(warnings).toEqual([])
  expect(config).toMatchObject({
    panelAddress: '[2001:db8::1]:1',
    workPath: '/srv/games',
    processManager: { name: 'process', grace: 5 },
    metrics: { enabled: false, intervalSeconds: 10, retentionSeconds: 3600 },
    networkInterfaces: ['eth0', 'eth1'],
    drives: ['/', '/srv'],
    downloads: { allowedPrivate: ['10.1.0.0/16', 'fd00::/8'], limitBytes: 1000 },
    backups: { resticPath: '/d/bin/restic', folder: '/srv/backups', uploadBytesPerSecond: 5000 },
    steamcmdPath: '/d/steamcmd/steamcmd.sh',
    gameUserIdBase: 200_000,
  })
})

test.each([
  ['9m', 600],
  ['61m', 3600],
  ['0', 600],
])('A44 8.5 metrics.retention_duration %s is clamped with a warning', (written, used) => {
  const { config, warnings } = configOf(yamlOf({ metrics: `{ retention_duration: ${written} }` }))
  expect(config.metrics.retentionSeconds).toBe(used)
  expect(warnings).toEqual([
    expect.stringMatching(/^daemon\.yaml: metrics\.retention_duration is .*600 to 3600 s/),
  ])
})

test('a day is a day, as in config.env', () => {
  const { warnings } = configOf(yamlOf({ metrics: '{ retention_duration: 1d }' }))
  expect(warnings).toEqual([expect.stringMatching(/retention_duration is 86400 s.*600 to 3600 s/)])
})

test.each(['10m', '30m', '60m', '600', '3600s'])('8.5 metrics.retention_duration %s is taken', written => {
  expect(configOf(yamlOf({ metrics: `{ retention_duration: ${written} }` })).warnings).toEqual([])
})

test.each([
  ['panel', 'panel.example', 'panel must be host:port'],
  ['panel', 'https://panel.example:1', 'panel must be host:port'],
  ['panel', 'panel.example:70000', 'panel must be host:port'],
  ['node_id', 'seven', 'node_id must be a whole number above 0'],
  ['node_id', '0', 'node_id must be a whole number above 0'],
  ['api_key', '""', 'api_key must be the key'],
  ['api_key', '12345', 'api_key must be the key'],
  ['process_manager', '{ name: magic }', 'process_manager.name must be one of: process'],
  ['process_manager', 'process', 'process_manager must hold a name'],
  ['metrics', '{ enabled: maybe }', 'metrics.enabled must be true or false'],
  ['metrics', '{ collection_interval: soon }', 'metrics.collection_interval must be a time'],
  ['metrics', 'true', 'metrics must hold'],
  ['if_list', 'eth0', 'if_list must be a list'],
  ['drives_list', '[/, [x]]', 'drives_list.1 must be a path on a drive'],
  [
    'downloads',
    '{ allow_private_addresses: maybe }',
    'downloads.allow_private_addresses must be true, false',
  ],
  [
    'downloads',
    '{ allow_private_addresses: [10.0.0.0] }',
    'downloads.allow_private_addresses.0 must be true',
  ],
  ['backups', '{ upload_bytes_per_second: 0 }', 'backups.upload_bytes_per_second must be a whole number'],
  ['downloads', '{ limit_bytes: lots }', 'downloads.limit_bytes must be a whole number'],
  ['game_user_id_base', '0', 'game_user_id_base must be at least 1000'],
])('running it: %s: %s is refused with the path of the field', (name, value, expected) => {
  expect(problemsOf(yamlOf({ [name]: value }))).toEqual([expect.stringContaining(`daemon.yaml: ${expected}`)])
})

test('running it: all problems are told at once, missing fields included', () => {
  const problems = problemsOf(yamlOf({ panel: undefined, node_id: 'x', ca: undefined }))
  expect(problems).toEqual([
    expect.stringMatching(/^daemon\.yaml: panel is missing; it must be host:port/),
    expect.stringMatching(/^daemon\.yaml: node_id must be/),
    expect.stringMatching(/^daemon\.yaml: ca is missing; it must be the path/),
  ])
})

test.each([
  ['empty file', ''],
  ['a list', '- a'],
  ['a text', 'hello'],
])('%s is refused with a reason', (_name, text) => {
  expect(problemsOf(text)).toEqual([expect.stringContaining('daemon.yaml must hold fields')])
})

test.each([
  ['a tab', 'panel: x\n\tapi_key: hunter2', 2],
  ['an open quote', 'panel: x\napi_key: "hunter2', 2],
  ['a name set twice', 'api_key: hunter2\napi_key: hunter2', 2],
  ['an open brace', 'panel: x\nmetrics: { a: hunter2\n', 3],
])('broken YAML (%s) is told by line, without quoting the file', (_name, text, line) => {
  const problems = problemsOf(text)
  expect(problems[0]).toContain(`daemon.yaml line ${line}`)
  expect(problems.join()).not.toContain('hunter2')
})

test('a field that nobody knows is reported', () => {
  expect(configOf(yamlOf({ work_pth: '/x', metrics: '{ retention: 1m }' })).warnings).toEqual([
    'daemon.yaml: work_pth is not a field of the daemon and is ignored',
    'daemon.yaml: metrics.retention is not a field of the daemon and is ignored',
  ])
})

test('too many aliases are refused', () => {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(9)}]`,
  )
  expect(problemsOf(['l0: &l0 x', ...levels].join('\n'))).toEqual([expect.stringContaining('aliases')])
})

test('no text makes the reader fail', () => {
  assert(
    property(string({ unit: 'binary' }), text => {
      expect(problemsOf(text).length).toBeGreaterThan(0)
    }),
    propertyRuns(100),
  )
})
