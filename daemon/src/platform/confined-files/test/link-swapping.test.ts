// A game that swaps folders and links as fast as it can, against every verb: not one escape.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { proofSize } from '../../../../../test-services/proof-size.ts'
import { type OpenedRoot, openRoot } from '../../confined-files.ts'
import { ConfinedFileError } from '../confined-file-error.ts'

const runMs = proofSize({ short: 300, proof: 30_000 })
const busyLimitMs = 40_000
const enough = 100

/**
 * Exchanges what the names `slot` and `name` mean, between a real thing and a link to the outside, without end.
 * A verb may make `slot` anew while it is away: the older one then gives way, or the swapping would stop.
 */
const swapper = `
  const { renameSync, rmSync } = require('node:fs')
  const { workerData } = require('node:worker_threads')
  const stopped = new Int32Array(workerData.stop)
  const attempt = work => {
    try { work() } catch (error) { return error.code }
  }
  const move = (from, to) => {
    const target = workerData.folder + '/' + to
    const refused = attempt(() => renameSync(workerData.folder + '/' + from, target))
    if (refused === 'ENOTEMPTY') attempt(() => rmSync(target, { recursive: true, force: true }))
  }
  while (Atomics.load(stopped, 0) === 0) {
    for (const name of ['slot', 'name']) {
      move(name, name + '-real')
      move(name + '-link', name)
      move(name, name + '-link')
      move(name + '-real', name)
    }
  }`

describe('link swapping', () => {
  let top = ''
  let inside = ''
  let outside = ''
  let root: OpenedRoot
  let swapperExit: Promise<number>
  const stop = new SharedArrayBuffer(4)

  beforeEach(async () => {
    top = mkdtempSync(join(tmpdir(), 'rookery-'))
    inside = join(top, 'inside')
    outside = join(top, 'outside')
    mkdirSync(join(inside, 'slot'), { recursive: true })
    mkdirSync(join(outside, 'folder'), { recursive: true })
    for (const [folder, word] of [
      [join(inside, 'slot'), 'inside'],
      [outside, 'outside'],
    ] as const) {
      writeFileSync(join(folder, 'file'), word, { mode: 0o600 })
      writeFileSync(join(folder, 'victim'), word)
    }
    writeFileSync(join(inside, 'name'), 'inside')
    symlinkSync(outside, join(inside, 'slot-link'))
    symlinkSync(join(outside, 'file'), join(inside, 'name-link'))
    root = await openRoot(inside)
    Atomics.store(new Int32Array(stop), 0, 0)
    const worker = new Worker(swapper, { eval: true, workerData: { folder: inside, stop } })
    swapperExit = new Promise(resolve => worker.once('exit', resolve))
    await new Promise(resolve => worker.once('online', resolve))
  })
  afterEach(async () => {
    Atomics.store(new Int32Array(stop), 0, 1)
    expect(await swapperExit).toBe(0)
    await root.close()
    rmSync(top, { recursive: true })
  })

  /**
   * All verbs at once for the time of a run, and on a busy machine until enough was seen of both outcomes.
   * Anything but success and a ConfinedFileError is a failure of the test.
   */
  async function hammer(verbs: Record<string, () => Promise<unknown>>): Promise<void> {
    const seen = { worked: 0, refused: 0 }
    const began = performance.now()
    const goesOn = () => {
      const passedMs = performance.now() - began
      const isEnough = seen.worked >= enough && seen.refused >= enough
      return passedMs < runMs || (!isEnough && passedMs < busyLimitMs)
    }
    const runOne = async ([name, verb]: [string, () => Promise<unknown>]) => {
      while (goesOn()) {
        const error = await verb().then(
          () => null,
          (thrown: unknown) => thrown,
        )
        if (error !== null) expect(error, name).toBeInstanceOf(ConfinedFileError)
        seen[error === null ? 'worked' : 'refused'] += 1
      }
    }
    await Promise.all(Object.entries(verbs).map(runOne))
    expect(seen.worked).toBeGreaterThanOrEqual(enough)
    expect(seen.refused).toBeGreaterThanOrEqual(enough)
  }

  function expectOutsideUntouched(): void {
    expect(readdirSync(outside).sort()).toEqual(['file', 'folder', 'victim'])
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('outside')
    expect(statSync(join(outside, 'file')).mode & 0o777).toBe(0o600)
    expect(existsSync(join(outside, 'victim'))).toBe(true)
    expect(readdirSync(join(outside, 'folder'))).toEqual([])
  }

  test('the race is real: checking the path first and opening it then gets out', async () => {
    let escapes = 0
    const deadline = performance.now() + 20_000
    while (escapes === 0 && performance.now() < deadline) {
      try {
        if (!(await realpath(join(inside, 'slot/file'))).startsWith(inside)) continue
        if ((await readFile(join(inside, 'slot/file'), 'utf8')) === 'outside') escapes += 1
      } catch {
        // The name is away for a moment between two renames.
      }
    }
    expect(escapes).toBeGreaterThan(0)
  })

  test('T-058 reading verbs: not one byte from outside', async () => {
    const noSecret = (bytes: Buffer) => expect(bytes.toString()).toBe('inside')
    await hammer({
      'readFile below': async () => noSecret(await root.readFile('slot/file', { limitBytes: 100 })),
      'readFile itself': async () => noSecret(await root.readFile('name', { limitBytes: 100 })),
      openRead: async () => {
        const { stream } = await root.openRead('slot/file')
        noSecret(Buffer.concat(await stream.toArray()))
      },
      list: async () => {
        const { entries } = await root.list('slot')
        expect(entries.map(({ name }) => name)).not.toContain('folder')
      },
      stat: async () => expect((await root.stat('slot/file')).sizeBytes).toBe(6),
    })
    expectOutsideUntouched()
  })

  test('T-058 changing verbs: nothing outside appears, changes or goes', async () => {
    let turn = 0
    await hammer({
      writeFileAtomic: () => root.writeFileAtomic('slot/planted', Buffer.from('x')),
      copyIn: () => root.copyIn(join(outside, 'file'), 'slot/copied'),
      mkdir: () => root.mkdir(`slot/folder/${turn++}`),
      remove: () => root.remove('slot/victim'),
      'remove of a tree': () => root.remove('slot/folder'),
      rename: () => root.rename('slot/file', `slot/file-${turn++}`),
      chmod: () => root.chmod('slot/file', 0o777),
      'chmod itself': () => root.chmod('name', 0o777),
      chownTree: () => root.chownTree('slot', { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }),
    })
    expectOutsideUntouched()
  })
})
