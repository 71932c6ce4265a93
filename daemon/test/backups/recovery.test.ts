// Whole archives out of a folder, with nothing but the folder and the recovery key, and every reason to refuse.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupRetention } from '@rookery/contracts/backups.ts'
import type { RecoveryAnswer } from '@rookery/contracts/recovery-command.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { performRecoveryCommand } from '../../src/features/backups/perform-recovery-command.ts'
import { ArchiveEngine } from '../../src/platform/backups/archive/archive-engine.ts'
import { ResticEngine } from '../../src/platform/backups/restic/restic-engine.ts'
import { creative, fillStorage, recoveryKey, survival } from './recovery-world.ts'

let folder: string
let storage: string
let ids: string[]
let archive: ArchiveEngine
let restic: ResticEngine
let said: RecoveryAnswer[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-recovery-'))
  storage = join(folder, 'storage')
  mkdirSync(storage)
  archive = new ArchiveEngine(Date.now)
  restic = new ResticEngine({ program: join(folder, 'no-restic'), stateFolder: join(folder, 'state') })
  ids = await fillStorage(archive, { kind: 'folder', path: storage }, join(folder, 'games'))
  said = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const deps = () => ({
  engines: { archive, restic },
  say: (answer: RecoveryAnswer) => said.push(answer),
  signal: AbortSignal.timeout(120_000),
})
const access = (path = storage) => ({
  ...{ place: { kind: 'folder' as const, path }, secret: '', recovery_key: recoveryKey },
})
const list = (path = storage) =>
  performRecoveryCommand({ command: 'list', of: 'servers', ...access(path), server: null }, deps())
const restore = (server: string, into: string, backup: string | null = null) =>
  performRecoveryCommand({ command: 'restore', of: 'servers', ...access(), server, backup, into }, deps())

test('servers are listed with the names in their manifests, their backups with notes', async () => {
  writeFileSync(join(storage, 'a file of somebody else'), '')
  mkdirSync(join(storage, 'lost+found'))
  expect(await list()).toMatchObject({
    servers: [
      {
        ...{ uuid: survival, name: 'Survival', problem: '' },
        backups: [
          { id: ids[0], engine: 'archive', note: '', bytes: 5 },
          { id: ids[1], note: 'before the storm, 100 %', kind: 'manual', bytes: 6 },
        ],
      },
      { uuid: creative, name: 'Creative', backups: [{ id: ids[2], kind: 'scheduled' }] },
    ],
  })
})

test('the newest backup, or an older one, comes into an empty folder with its manifest beside it', async () => {
  const into = join(folder, 'back', 'again')
  expect(await restore('survival', into)).toMatchObject({ answer: 'restored', backup: { id: ids[1] }, into })
  expect(readdirSync(into).toSorted()).toEqual(['files', 'manifest.json'])
  expect(readFileSync(join(into, 'files/world/level.dat'), 'utf8')).toBe('second')
  expect(JSON.parse(readFileSync(join(into, 'manifest.json'), 'utf8'))).toMatchObject({
    ...{ name: 'Survival', definition: { port: 25565 } },
  })
  expect(said.some(({ answer }) => answer === 'progress')).toBe(true)
  const older = join(folder, 'older')
  mkdirSync(older)
  await restore(survival, older, ids[0]?.slice(0, 10))
  expect(readFileSync(join(older, 'files/world/level.dat'), 'utf8')).toBe('first')
})

test('nothing is restored over something, and a failure leaves nothing', async () => {
  const into = join(folder, 'mine')
  mkdirSync(into)
  writeFileSync(join(into, 'precious'), 'mine')
  await expect(restore('Survival', into)).rejects.toThrow('is not empty')
  await expect(restore('Survival', join(into, 'precious'))).rejects.toThrow('is not a folder')
  writeFileSync(join(storage, survival, `${ids[1]}.tar.zst`), 'no archive')
  await expect(restore('Survival', join(folder, 'new'))).rejects.toMatchObject({ code: 'damaged' })
  expect(existsSync(join(folder, 'new'))).toBe(false)
  expect(readFileSync(join(into, 'precious'), 'utf8')).toBe('mine')
})

test('a wrong key, place, server or backup is told with what to do', async () => {
  const wrong = { ...access(), recovery_key: recoveryKey.replace('0', '1') }
  await expect(
    performRecoveryCommand({ command: 'list', of: 'servers', ...wrong, server: null }, deps()),
  ).rejects.toThrow('14 groups')
  await expect(list(join(folder, 'games', survival))).rejects.toThrow('There are no backups')
  await expect(list(join(storage, survival))).rejects.toThrow('Name the folder above it')
  await expect(list(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'not_found' })
  await expect(restore('Adventure', join(folder, 'x'))).rejects.toThrow('There are: Survival, Creative')
  await expect(restore('Survival', join(folder, 'x'), 'zz')).rejects.toThrow('no backup “zz” of Survival')
})

test('backups of restic where there is none say how to get it, and archives beside them are still there', async () => {
  writeFileSync(join(storage, survival, 'config'), 'of restic')
  const answer = await list()
  expect(answer).toMatchObject({
    servers: [{ problem: expect.stringContaining('apt install restic'), backups: [{}, {}] }, { problem: '' }],
  })
  rmSync(join(storage, creative), { recursive: true })
  rmSync(join(storage, survival, 'archives.json'))
  await expect(list()).rejects.toThrow('BACKUP_RESTIC_PATH')
})

test('the backup of a panel needs restic, and says so before anything is made in the storage', async () => {
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  const keeping = performRecoveryCommand(
    {
      ...{ command: 'keep-panel', ...access(empty), installation: survival, name: 'panel', files: folder },
      ...{ retention: backupRetention.parse({}), with_upkeep: false },
    },
    deps(),
  )
  await expect(keeping).rejects.toThrow('needs restic 0.18.0 or newer')
  expect(readdirSync(empty)).toEqual([])
})

test('whoever asked is gone: the program ends in good order and leaves nothing behind', async () => {
  const own = join(folder, 'temporary')
  mkdirSync(own)
  const main = join(import.meta.dirname, '../../src/main.ts')
  const program = spawn(process.execPath, [main, '--recovery-command', '--data', join(folder, 'daemon')], {
    ...{ stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, TMPDIR: own } },
  })
  const ended = once(program, 'exit')
  program.stdout.destroy()
  program.stdin.end('no command')
  expect(await ended).toEqual([1, null])
  expect(readdirSync(own).filter(name => name.startsWith('rookery-'))).toEqual([])
})
