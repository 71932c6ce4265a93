// The image with the restic that is built from its Go module: it takes part in backups without anything else on the machine.

import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ResticEngine } from '../../daemon/src/platform/backups/restic/restic-engine.ts'
import { fillStorage, recoveryKey, survival } from '../../daemon/test/backups/recovery-world.ts'
import { licensesFile } from '../../scripts/release/payload.ts'
import { pinnedRestic } from '../../scripts/release/restic.ts'
import { findGo } from '../../test-services/cached-tool.ts'
import { missingRestic, restic } from '../../test-services/restic.ts'
import { type ImageWorld, image, missingImageWorld, openImageWorld } from '../operate/image-world.ts'

const missing = missingImageWorld() ?? missingRestic() ?? (findGo() === null ? 'Go is not installed' : null)
if (missing !== null) console.warn(`skipped: ${missing}`)
/** Of the image. */
const user = 1000

describe.skipIf(missing !== null)('the image with restic', () => {
  let folder: string
  let world: ImageWorld
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-in-image-'))
    world = await openImageWorld({ withRestic: true })
    await world.build(image)
  }, 1_800_000)
  afterAll(async () => {
    await world?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('has the pinned version, and the license texts of what it is made of', async () => {
    const inside = (...command: string[]) =>
      world.docker('run', '--rm', '--entrypoint', command[0] ?? '', image, ...command.slice(1))
    expect(await inside('/opt/rookery/bin/restic', 'version')).toContain(
      `restic ${pinnedRestic.version.slice(1)} compiled with go`,
    )
    expect(await inside('grep', '-c', 'github.com/restic/restic', `/opt/rookery/${licensesFile}`)).not.toBe(
      '0\n',
    )
  })

  test('lists and restores what nodes have stored with the oldest restic, as a user without rights', async () => {
    const [storage, to] = [join(folder, 'storage'), join(folder, 'to')]
    for (const path of [storage, to]) mkdirSync(path)
    const engine = new ResticEngine({ program: await restic(), stateFolder: join(folder, 'state') })
    await fillStorage(engine, { kind: 'folder', path: storage }, join(folder, 'games'))
    await engine.close()
    writeFileSync(join(to, 'key.txt'), `${recoveryKey}\n`)
    for (const path of [storage, to]) {
      chownSync(path, user, user)
      for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' }))
        chownSync(join(path, entry), user, user)
    }
    const rookery = (...args: string[]) =>
      world.docker(
        ...['run', '--rm', '--volume', `${storage}:/storage`, '--volume', `${to}:/to`, image, 'backups'],
        ...args,
      )
    const withKey = ['--key-file', '/to/key.txt']
    expect(await rookery('list', '/storage', ...withKey)).toContain(`Survival  ${survival}`)
    const restored = await rookery('restore', '/storage', 'Survival', '--into', '/to/survival', ...withKey)
    expect(restored).toContain('Restored Survival')
    const read = ['run', '--rm', '--volume', `${to}:/to`, '--entrypoint', 'cat', image]
    expect(await world.docker(...read, '/to/survival/files/world/level.dat')).toBe('second')
  })
})
