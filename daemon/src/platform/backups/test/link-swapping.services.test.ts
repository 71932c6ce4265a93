// A game that swaps folders for links while root reads them: not one byte from outside gets into a backup.

import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { missingLoopDisk, openLoopDisk } from '../../../../../test-services/loop-disk.ts'
import { preparedPasswords, prepareRepository } from '../../../../../test-services/prepared-repository.ts'
import { proofSize, proofTest } from '../../../../../test-services/proof-size.ts'
import { missingRestic, restic } from '../../../../../test-services/restic.ts'
import { ArchiveEngine } from '../archive/archive-engine.ts'
import type { BackupEngine } from '../backup-engine.ts'
import { isRoot } from '../conformance/engine-under-test.ts'
import { createFolderCopies } from '../folder-copies.ts'
import { ResticEngine } from '../restic/restic-engine.ts'

const missing = missingRestic() ?? (isRoot ? null : 'only root has a border to defend')
if (missing !== null) console.log(`skipped: ${missing}`)

const secret = 'a secret of the machine'
const gameUser = 65_534
const slots = 30
const filesEach = 60
const renameat2 = process.arch === 'arm64' ? 276 : 316
const exchange = 2

/** Perl is on every Debian, and calls the kernel directly: both names change at the same moment. */
const swapper = `
  chdir $ARGV[0] or die;
  print "swapping\\n"; $| = 1;
  while (1) {
    for my $at (0 .. ${slots - 1}) {
      syscall(${renameat2}, -100, "slot$at", -100, "link$at", ${exchange}) == 0 or die "$!";
    }
  }`

describe.skipIf(missing !== null)('a backup of a folder whose owner swaps it', () => {
  let folder: string
  let game: string
  let swapping: ChildProcess
  let engines: BackupEngine[]

  beforeEach(() => {
    engines = []
  })

  async function beginSwapping(home = tmpdir()): Promise<void> {
    folder = mkdtempSync(join(home, 'rookery-swapping-'))
    chmodSync(folder, 0o755)
    game = join(folder, 'game')
    const outside = join(folder, 'outside')
    mkdirSync(outside, { mode: 0o700 })
    mkdirSync(join(folder, 'storage'))
    mkdirSync(game)
    for (let at = 0; at < filesEach; at += 1)
      writeFileSync(join(outside, `${at}`), `${secret} ${at}`, { mode: 0o600 })
    for (let slot = 0; slot < slots; slot += 1) {
      mkdirSync(join(game, `slot${slot}`))
      for (let at = 0; at < filesEach; at += 1)
        writeFileSync(join(game, `slot${slot}`, `${at}`), `mine ${slot} ${at}`)
      symlinkSync(outside, join(game, `link${slot}`))
    }
    for (const path of [
      game,
      ...readdirSync(game)
        .map(name => join(game, name))
        .filter(name => /slot/.test(name)),
    ])
      chownSync(path, gameUser, gameUser)
    swapping = spawn('perl', ['-e', swapper, game], {
      ...{ uid: gameUser, gid: gameUser, stdio: ['ignore', 'pipe', 'inherit'] },
    })
    await new Promise(resolve => swapping.stdout?.once('data', resolve))
  }
  afterEach(async () => {
    swapping.kill('SIGKILL')
    for (const engine of engines) await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** How many files of the outside a backup has taken in. */
  async function leaksOf(engine: BackupEngine, run: number): Promise<number> {
    engines.push(engine)
    const place = {
      storage: { kind: 'folder' as const, path: join(folder, 'storage') },
      name: `run-${run}`,
      password: preparedPasswords[0],
    }
    if (engine.isEncrypting) prepareRepository(join(folder, 'storage', place.name))
    const repository = engine.repository(place)
    await repository.create()
    const { id } = await repository.take({ sources: { files: game }, manifest: '{}', tags: {} })
    const into = join(folder, `restored-${run}`)
    await repository.restore({ id, into })
    const leaks = filesBelow(into).filter(path => readFileSync(path, 'utf8').includes(secret))
    rmSync(into, { recursive: true })
    return leaks.length
  }

  test('in its own namespace: nothing from outside', async () => {
    await beginSwapping()
    const program = await restic()
    for (let run = 0; run < proofSize({ short: 1, proof: 30 }); run += 1) {
      const engine = new ResticEngine({ program, stateFolder: join(folder, 'state') })
      expect(await leaksOf(engine, run)).toBe(0)
    }
    expect(swapping.exitCode).toBeNull()
  })

  // Before a change lands, tests of confined-files swap links under every verb.
  proofTest('as an archive: nothing from outside', async () => {
    await beginSwapping()
    for (let run = 0; run < 30; run += 1) expect(await leaksOf(new ArchiveEngine(Date.now), run)).toBe(0)
    expect(swapping.exitCode).toBeNull()
  })

  proofTest('as a copy on a disk that can share data: nothing from outside', async ({ skip }) => {
    const reason = missingLoopDisk('btrfs')
    if (reason !== null) skip(reason)
    const disk = openLoopDisk('btrfs')
    try {
      await beginSwapping(disk.folder)
      const copies = createFolderCopies({ home: join(folder, 'copies'), stateFolder: join(folder, 'state') })
      let made = 0
      for (let run = 0; run < 20; run += 1) {
        const copy = await copies.create(game, new AbortController().signal)
        if (copy === null) continue
        made += 1
        const leaks = filesBelow(copy.path).filter(path => readFileSync(path, 'utf8').includes(secret))
        expect(leaks).toEqual([])
        await copy.remove()
      }
      expect(made).toBeGreaterThan(0)
      expect(swapping.exitCode).toBeNull()
    } finally {
      swapping.kill('SIGKILL')
      disk.end()
    }
  })

  proofTest('the race is real: without the namespace it leads out', async () => {
    await beginSwapping()
    const program = await restic()
    let leaks = 0
    for (let run = 0; run < 30 && leaks === 0; run += 1) {
      const engine = new ResticEngine({ program, stateFolder: join(folder, 'state'), sandboxKind: 'open' })
      leaks += await leaksOf(engine, run)
    }
    expect(leaks).toBeGreaterThan(0)
  })
})

/** By hand: Node's own recursive listing follows links, and would find the outside by itself. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path)
    return entry.isFile() ? [path] : []
  })
}
