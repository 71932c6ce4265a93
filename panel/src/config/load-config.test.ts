// The configuration of a process comes from a real file and the environment.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeReport, reportOnConfig } from './check-report.ts'
import { loadConfig } from './load-config.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-config-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('C001 T-112 config.env in DATA_DIR is read, with byte order mark and CRLF', () => {
  writeFileSync(join(folder, 'config.env'), '\uFEFFexport AUTH_SECRET="s"\r\nHTTP_PORT=9999\r\n')
  const reading = loadConfig({ DATA_DIR: folder }, '/')
  expect(reading).toMatchObject({ config: { http: { port: 9999 }, dataDir: folder } })
})

test('T-112 a missing file is no problem of its own', () => {
  expect(loadConfig({ DATA_DIR: folder, AUTH_SECRET: 's' }, '/')).toHaveProperty('config')
  expect(loadConfig({ DATA_DIR: folder }, '/')).toEqual({
    problems: [expect.stringContaining('AUTH_SECRET is missing')],
  })
})

test('a file that cannot be read is told in one line', () => {
  const configFile = join(folder, 'config.env')
  mkdirSync(configFile)
  chmodSync(configFile, 0o700)
  expect(loadConfig({ DATA_DIR: folder, AUTH_SECRET: 's' }, '/')).toEqual({
    problems: [expect.stringContaining(`${configFile} cannot be read (EISDIR)`)],
  })
})

test('running it: the check report holds facts and words, never a secret', () => {
  const environment = {
    DATA_DIR: folder,
    AUTH_SECRET: 'hunter2',
    DATABASE_DRIVER: 'mysql',
    DATABASE_URL: 'mysql://u:hunter2@db.example/x',
  }
  const report = reportOnConfig(loadConfig(environment, '/'))
  expect(report.facts?.database).toEqual({ driver: 'mysql', host: 'db.example', port: 3306 })
  expect(JSON.stringify(report) + describeReport(report).join()).not.toContain('hunter2')
  expect(describeReport(report).at(-1)).toBe(`${join(folder, 'config.env')}: no problems`)
})

test('running it: the check report of a wrong configuration lists what is wrong', () => {
  const report = reportOnConfig(loadConfig({ DATA_DIR: folder, HTTP_PORT: 'x' }, '/'))
  expect(report.facts).toBeNull()
  expect(describeReport(report)).toEqual([
    expect.stringMatching(/^problem: HTTP_PORT "x"/),
    expect.stringMatching(/^problem: AUTH_SECRET is missing/),
    '2 problems; the panel does not start',
  ])
})
