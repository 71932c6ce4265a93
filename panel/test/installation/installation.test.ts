import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkFiles } from '../../src/platform/installation/installation.ts'
import { installationSuite } from './installation-suite.ts'

describe('an installation on sqlite', () => {
  installationSuite(async folder => ({ DATA_DIR: folder }))
})

describe('the log of a database that is missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-log-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each([false, true])('is never destroyed, also when it begins anew: %s', beginsAnew => {
    const databaseFile = join(folder, 'panel.sqlite')
    writeFileSync(`${databaseFile}-wal`, 'the latest changes')
    const place = { configFile: join(folder, 'config.env'), databaseName: databaseFile, databaseFile }
    expect(() => checkFiles({ ...place, beginsAnew })).toThrow(/Nothing was touched/)
    expect(existsSync(databaseFile)).toBe(false)
    expect(readFileSync(`${databaseFile}-wal`, 'utf8')).toBe('the latest changes')
    renameSync(`${databaseFile}-wal`, join(folder, 'moved-away'))
    expect(() => checkFiles({ ...place, beginsAnew })).not.toThrow()
  })
})
