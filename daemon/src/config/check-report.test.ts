// The enrollment check finds missing, foreign and expired certificates.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reportOnDaemonConfig } from './check-report.ts'
import { daemonFilePath } from './load-daemon-config.ts'
import { writeDaemonConfig } from './write-daemon-config.ts'

const dayMs = 86_400_000
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-daemon-check-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

function createAuthority(): void {
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
    '-subj',
    '/CN=ca',
    '-days',
    '3650',
  )
}

function enroll(): void {
  createAuthority()
  openssl('req', ...newKey, '-keyout', 'node.key', '-out', 'node.csr', '-subj', '/CN=node-1')
  const signing = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-set_serial', '1', '-days', '365']
  openssl('x509', '-req', '-in', 'node.csr', '-out', 'node.crt', ...signing)
  writeDaemonConfig(daemonFilePath(folder), {
    panel: '127.0.0.1:31718',
    node_id: 1,
    api_key: 'k',
    certificate: 'node.crt',
    certificate_key: 'node.key',
    ca: 'ca.crt',
    connection_password: 'p',
  })
}

function problemsIn(days: number): string[] {
  return reportOnDaemonConfig(daemonFilePath(folder), Date.now() + days * dayMs).problems
}

test('running it: a machine without daemon.yaml is simply not enrolled', () => {
  const report = reportOnDaemonConfig(daemonFilePath(folder), 0)
  expect(report).toEqual({ isEnrolled: false, problems: [], warnings: [] })
})

describe.skipIf(!hasOpenssl)('with certificates', () => {
  test('running it: a fresh enrollment has no problems', () => {
    enroll()
    const report = reportOnDaemonConfig(daemonFilePath(folder), Date.now() + 1000)
    expect(report).toEqual({ isEnrolled: true, problems: [], warnings: [] })
  })

  test('running it: expired and not yet valid certificates are told apart', () => {
    enroll()
    expect(problemsIn(400)).toEqual([expect.stringContaining('node.crt has expired')])
    expect(problemsIn(-2)).toEqual([
      expect.stringMatching(/node\.crt is valid only from .*set the clock/),
      expect.stringMatching(/ca\.crt is valid only from .*set the clock/),
    ])
  })

  test('a certificate that ends soon is told before it is too late', () => {
    enroll()
    const warningsIn = (days: number) =>
      reportOnDaemonConfig(daemonFilePath(folder), Date.now() + days * dayMs).warnings
    expect(warningsIn(330)).toEqual([])
    expect(warningsIn(340)).toEqual([expect.stringMatching(/node\.crt ends in 2\d days; .*start it/)])
    expect(warningsIn(400)).toEqual([])
  })

  test('running it: a certificate of another panel and a key of another node are found', () => {
    enroll()
    createAuthority()
    expect(problemsIn(1)).toEqual([expect.stringContaining('node.crt was not issued by')])
    enroll()
    openssl('req', ...newKey, '-keyout', 'node.key', '-out', 'other.csr', '-subj', '/CN=node-2')
    expect(problemsIn(1)).toEqual([expect.stringContaining('node.key does not belong to')])
  })

  test('running it: a missing or broken file is named', () => {
    enroll()
    writeFileSync(join(folder, 'ca.crt'), 'nonsense')
    rmSync(join(folder, 'node.crt'))
    expect(problemsIn(1)).toEqual([
      expect.stringContaining('node.crt cannot be read as a certificate'),
      expect.stringContaining('ca.crt cannot be read as a certificate'),
    ])
  })
})
