// The pieces of an upgrade against real files, archives and databases; the whole of it is in e2e/ship.

import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkUpgrade } from '../doctor/check-upgrade.ts'
import { createArchiveInstaller } from './archive-installer.ts'
import { copyPanelDatabase } from './copy-panel-database.ts'
import { findReleaseFile, verifyChecksum } from './release-file.ts'
import type { UpgradeState } from './upgrade-rules.ts'
import { prepareUpgradeFolder, readState, upgradePlaces, writeState } from './upgrade-state.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-upgrade-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const state: UpgradeState = {
  ...{ format: 1, phase: 'installing', kind: 'deb', from: '0.1.0', to: '0.2.0', file: '/r/x.deb' },
  ...{ sha256: 'a', startedAt: '2026-11-17T10:00:00.000Z', timeoutSeconds: 120, withoutCopy: false },
  ...{ units: [], nodeId: null, databaseCopy: null, reason: null },
}

test('the state comes back as it was written, and the doctor reads it', () => {
  const places = upgradePlaces(join(folder, 'upgrade'))
  expect(readState(places)).toBeNull()
  expect(checkUpgrade(places)).toEqual([])
  prepareUpgradeFolder(places)
  expect(statSync(places.databases).mode & 0o777).toBe(0o700)
  writeState(places, state)
  expect(readState(places)).toEqual(state)
  expect(checkUpgrade(places)).toMatchObject([
    { verdict: 'problem', message: expect.stringMatching(/was interrupted.*--resume.*--back/) },
  ])
  writeState(places, { ...state, phase: 'done' })
  expect(checkUpgrade(places)).toMatchObject([{ verdict: 'ok' }])
  writeState(places, { ...state, phase: 'returned', reason: 'it did not start' })
  expect(checkUpgrade(places)).toMatchObject([
    { verdict: 'warning', message: expect.stringContaining('it did not start') },
  ])
  writeFileSync(places.stateFile, '{"format":1,"pha')
  expect(checkUpgrade(places)).toMatchObject([
    { verdict: 'problem', message: expect.stringContaining('is damaged') },
  ])
})

test('a file counts with its checksum alone', async () => {
  const file = join(folder, 'rookery_0.2.0_amd64.deb')
  writeFileSync(file, 'content')
  const sha256 = 'ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73'
  await expect(verifyChecksum(file, undefined)).rejects.toThrow(/no SHA256SUMS.*--sha256/)
  expect(await verifyChecksum(file, sha256.toUpperCase())).toBe(sha256)
  writeFileSync(join(folder, 'SHA256SUMS'), `${sha256}  rookery_0.2.0_amd64.deb\n`)
  expect(await verifyChecksum(file, undefined)).toBe(sha256)
  expect(findReleaseFile(folder, 'deb', 'x64')).toBe(file)
  expect(() => findReleaseFile(folder, 'rpm', 'x64')).toThrow(/no release for this installation/)
  appendFileSync(file, '!')
  await expect(verifyChecksum(file, undefined)).rejects.toThrow(/is damaged or not the released one/)
})

test('archives lie side by side: installing moves a link, and so does putting back', async () => {
  const base = join(folder, 'opt')
  const previous = join(folder, 'previous')
  mkdirSync(previous)
  makeProgram(base, '0.1.0')
  symlinkSync('rookery-0.1.0', join(base, 'current'))
  makeProgram(folder, '0.2.0')
  const file = join(folder, 'rookery-0.2.0-linux-x64.tar.gz')
  execFileSync('tar', ['-czf', file, '-C', folder, 'rookery-0.2.0'])
  const installer = createArchiveInstaller(base)

  expect(await installer.readRelease(file)).toMatchObject({
    ...{ name: 'rookery', version: '0.2.0', architecture: process.arch },
    installedBytes: nodeBytes + statSync(join(base, 'current/package.json')).size,
  })
  expect(await installer.savePrevious(previous)).toBe(join(base, 'rookery-0.1.0'))
  await installer.install(file)
  expect(await installer.installedVersion()).toBe('0.2.0')
  // Again, as after an interrupted run.
  await installer.install(file)
  await installer.putBack(previous)
  expect(readlinkSync(join(base, 'current'))).toBe('rookery-0.1.0')
  expect(installer.previousRelease(previous)).toBe(join(base, 'rookery-0.1.0'))
  await installer.install(join(base, 'rookery-0.2.0'))
  expect(await installer.installedVersion()).toBe('0.2.0')
  expect(readdirSync(base).toSorted()).toEqual(['current', 'rookery-0.1.0', 'rookery-0.2.0'])

  writeFileSync(file, 'not an archive')
  await expect(installer.readRelease(file)).rejects.toThrow()
  expect(readdirSync(base)).toHaveLength(3)
})

/** Its head says which machine it is for. */
const nodeBytes = 4_096

function makeProgram(base: string, version: string): void {
  const root = join(base, `rookery-${version}`)
  mkdirSync(join(root, 'bin'), { recursive: true })
  writeFileSync(join(root, 'bin/node'), readFileSync(process.execPath).subarray(0, nodeBytes))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'rookery', version }))
}

test('the copy of the database is private, and three stay', async () => {
  const file = join(folder, 'panel.sqlite')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE people (name TEXT); INSERT INTO people VALUES (1)')
  const databases = join(folder, 'databases')
  mkdirSync(databases)
  const copies: string[] = []
  for (let day = 1; day <= 4; day++) {
    const nowIso = `2026-11-0${day}T00:00:00.000Z`
    const place = { folder: databases, version: '0.1.0', programFolder: folder, environment: {} }
    copies.push(await copyPanelDatabase({ database: { driver: 'sqlite', file }, nowIso, ...place }))
  }
  database.close()
  expect(statSync(copies[3] ?? '').mode & 0o777).toBe(0o600)
  expect(readdirSync(databases).toSorted()).toEqual([
    '20261102T000000Z-0.1.0.sqlite',
    '20261103T000000Z-0.1.0.sqlite',
    '20261104T000000Z-0.1.0.sqlite',
  ])
})
