// An upgrade that does not come up is undone: real archives, a real database, and small programs in place of the panel.

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '../../test-services/running-component.ts'
import { createArchiveInstaller } from '../src/upgrade/archive-installer.ts'
import { carryOn, type Run } from '../src/upgrade/run-upgrade.ts'
import { panelUnit } from '../src/upgrade/units.ts'
import { prepareUpgradeFolder, readState, upgradePlaces } from '../src/upgrade/upgrade-state.ts'
import { StandInUnits } from './stand-in-units.ts'

let folder = ''
let base = ''
let database = ''
let port = 0
let units: StandInUnits
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const listenersBefore = new Map(signals.map(signal => [signal, process.listeners(signal)]))

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-undone-upgrade-'))
  base = join(folder, 'opt')
  database = join(folder, 'panel.sqlite')
  const commands = join(folder, 'commands')
  mkdirSync(base)
  mkdirSync(commands)
  const file = new DatabaseSync(database)
  file.exec("CREATE TABLE people (name TEXT); INSERT INTO people VALUES ('before')")
  file.close()
  port = await freePort()
  createProgram(base, '0.1.0', answeringPanel('0.1.0'))
  symlinkSync('rookery-0.1.0', join(base, 'current'))
  units = await StandInUnits.open(commands, [process.execPath, join(base, 'current/dist/panel.mjs')])
  units.start()
  vi.stubEnv('PATH', [commands, process.env.PATH].join(delimiter))
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await units.close()
  rmSync(folder, { recursive: true, force: true })
  // An upgrade insists on its end for as long as its process lives.
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) {
      if (!listenersBefore.get(signal)?.includes(listener)) process.off(signal, listener)
    }
  }
})

/** It answers as a panel does that is ready. */
const answeringPanel = (version: string) => `
  import { createServer } from 'node:http'
  const answer = JSON.stringify({ version: '${version}' })
  createServer((_request, response) => response.end(answer)).listen(${port}, '127.0.0.1')
`

/** It changes something in the database, says why it cannot go on, and ends. */
const endingPanel = () => `
  import { DatabaseSync } from 'node:sqlite'
  const database = new DatabaseSync('${database}')
  database.exec("INSERT INTO people SELECT 'after' WHERE NOT EXISTS (SELECT 1 FROM people WHERE name = 'after')")
  database.close()
  console.error('the new panel does not find its wings')
  process.exitCode = 1
`

function createProgram(place: string, version: string, panel: string): void {
  const root = join(place, `rookery-${version}`)
  for (const part of ['bin', 'dist']) mkdirSync(join(root, part), { recursive: true })
  symlinkSync(process.execPath, join(root, 'bin/node'))
  writeFileSync(join(root, 'dist/panel.mjs'), panel)
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'rookery', version }))
}

function packRelease(panel: string): string {
  createProgram(folder, '0.2.0', panel)
  const file = join(folder, 'rookery-0.2.0-linux-x64.tar.gz')
  execFileSync('tar', ['-czf', file, '-C', folder, 'rookery-0.2.0'])
  return file
}

/** From where everything is checked and the old program is stored. */
async function upgradeWith(file: string) {
  const places = upgradePlaces(join(folder, 'upgrade'))
  prepareUpgradeFolder(places)
  const installer = createArchiveInstaller(base)
  symlinkSync(await installer.savePrevious(places.previous), places.program)
  const said: string[] = []
  const run: Run = {
    ...{ places, installer, environment: {}, say: line => said.push(line) },
    state: {
      ...{ format: 1, phase: 'saved', kind: 'archive', from: '0.1.0', to: '0.2.0', file, sha256: '' },
      ...{ startedAt: '2026-11-17T10:00:00.000Z', timeoutSeconds: 120, withoutCopy: false },
      ...{ units: [panelUnit], nodeId: null, databaseCopy: null, reason: null },
    },
    programs: { panel: '', daemon: '' },
    readFacts: async () => ({
      ...{ dataDir: folder, configFile: '', grpc: { bindIp: '127.0.0.1', port: 1 } },
      http: { bindIp: '127.0.0.1', port, tlsCertFile: null, tlsKeyFile: null, acme: null },
      database: { driver: 'sqlite', file: database },
    }),
  }
  const status = await carryOn(run)
  return { status, said: said.join('\n'), state: readState(places), places }
}

const answeringVersion = async () => (await fetch(`http://127.0.0.1:${port}/api/config/public`)).json()

function namesIn(file: string): unknown[] {
  const opened = new DatabaseSync(file, { readOnly: true })
  try {
    return opened
      .prepare('SELECT name FROM people')
      .all()
      .map(({ name }) => name)
  } finally {
    opened.close()
  }
}

test('a release whose panel ends right after its start is undone, and the old panel runs on the same database', async () => {
  const { status, said, state, places } = await upgradeWith(packRelease(endingPanel()))
  expect(status).toBe(1)
  expect(readlinkSync(join(base, 'current'))).toBe('rookery-0.1.0')
  expect(await answeringVersion()).toEqual({ version: '0.1.0' })
  expect(state).toMatchObject({ phase: 'returned', reason: expect.stringMatching(/ended \d+ times/) })
  expect(existsSync(places.program)).toBe(false)
  expect(said).toMatch(/0\.2\.0 is not used: the panel ended/)
  expect(said).toContain('    the new panel does not find its wings')
  expect(said).toContain('0.1.0 runs again, with the database as people left it.')
  expect(units.orders).toEqual([`restart ${panelUnit}`, `stop ${panelUnit}`, `restart ${panelUnit}`])
  // The copy is for people; what was written since stays.
  expect(namesIn(state?.databaseCopy ?? '')).toEqual(['before'])
  expect(namesIn(database)).toEqual(['before', 'after'])
})

test('a release that cannot be unpacked is undone', async () => {
  const file = join(folder, 'rookery-0.2.0-linux-x64.tar.gz')
  writeFileSync(file, 'not an archive')
  const { status, said, state } = await upgradeWith(file)
  expect(status).toBe(1)
  expect(state).toMatchObject({ phase: 'returned', reason: expect.stringContaining('tar') })
  expect(said).toContain('0.1.0 runs again')
  expect(await answeringVersion()).toEqual({ version: '0.1.0' })
  expect(readdirSync(base).toSorted()).toEqual(['current', 'rookery-0.1.0'])
})

test('a release whose panel is ready stays', async () => {
  const { status, said, state } = await upgradeWith(packRelease(answeringPanel('0.2.0')))
  expect(status).toBe(0)
  expect(said).toContain('Upgraded from 0.1.0 to 0.2.0.')
  expect(state).toMatchObject({ phase: 'done', reason: null })
  expect(readlinkSync(join(base, 'current'))).toBe('rookery-0.2.0')
  expect(await answeringVersion()).toEqual({ version: '0.2.0' })
})
