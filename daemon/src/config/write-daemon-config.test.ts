// daemon.yaml is written whole, private, and without losing what a person put into it.

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daemonFilePath, loadDaemonConfig } from './load-daemon-config.ts'
import { writeDaemonConfig } from './write-daemon-config.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-daemon-config-'))
  file = daemonFilePath(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const enrollment = {
  panel: '127.0.0.1:31718',
  node_id: 1,
  api_key: 'yes',
  certificate: 'node.crt',
  certificate_key: 'node.key',
  ca: 'ca.crt',
  connection_password: '0123: #x',
}

test('a fresh file is private and can be read back', () => {
  writeDaemonConfig(file, enrollment)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['daemon.yaml'])
  expect(loadDaemonConfig(file)).toMatchObject({
    config: { apiKey: 'yes', connectionPassword: '0123: #x', workPath: join(folder, 'servers') },
    warnings: [],
  })
})

test('a second enrollment keeps comments and other fields, and makes the file private again', () => {
  writeFileSync(file, '# mine\nwork_path: /srv/games # big disk\nnode_id: 9\n')
  chmodSync(file, 0o644)
  writeDaemonConfig(file, enrollment)
  const written = readFileSync(file, 'utf8')
  expect(written).toContain('# mine')
  expect(written).toContain('/srv/games # big disk')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(loadDaemonConfig(file)).toMatchObject({
    config: { nodeId: 1, workPath: '/srv/games' },
    warnings: [],
  })
})

test('a file that is no YAML is replaced', () => {
  writeFileSync(file, '\tbroken: "')
  writeDaemonConfig(file, enrollment)
  expect(loadDaemonConfig(file)).toMatchObject({ config: { nodeId: 1 } })
})

test('no file means not enrolled; a readable one for all is warned about', () => {
  expect(loadDaemonConfig(file)).toBeNull()
  writeDaemonConfig(file, enrollment)
  chmodSync(file, 0o644)
  expect(loadDaemonConfig(file)).toMatchObject({ warnings: [expect.stringContaining('chmod 600')] })
})
