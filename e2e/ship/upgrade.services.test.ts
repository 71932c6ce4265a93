// A package is installed, set up and upgraded: games go on; as proofs a release that does not start is undone, a killed run finished.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize, proofTest } from '../../test-services/proof-size.ts'
import { findProgram } from '../../test-services/running-component.ts'
import { sharedDocker } from '../../test-services/shared.ts'
import { missingSystemdHost, type SystemdHost, startSystemdHost } from '../../test-services/systemd-host.ts'
import { waitFor } from '../wait-for.ts'
import {
  addedMigration,
  buildReleases,
  builtVersion,
  openWorld,
  type TestRelease,
  type UpgradeWorld,
} from './upgrade-world.ts'

const missing = missingSystemdHost()
if (missing !== null) console.warn(`skipped: ${missing}`)

const [newer, broken] = ['9.0.0', '9.1.0']

describe.skipIf(missing !== null || findProgram('dpkg-deb') === null)('rookery upgrade', () => {
  let folder = ''
  let host: SystemdHost
  let world: UpgradeWorld
  let installing = ''
  let game = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-upgrade-'))
    await buildReleases(folder, [
      { version: builtVersion, panel: 'works' },
      { version: newer, panel: 'migrates' },
      ...proofSize<TestRelease[]>({ short: [], proof: [{ version: broken, panel: 'exits at its start' }] }),
    ])
    host = await startSystemdHost({ engine: await sharedDocker(), folders: { '/packages': folder } })
    world = openWorld(host)
    installing = await world.inside(`dpkg -i /packages/${builtVersion}/*.deb`)
    game = await world.setUpWithGame()
  }, 400_000)
  afterAll(async () => {
    await host?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the package says what is next, and its folders belong to whom they should', async () => {
    expect(installing).toContain('Next: rookery setup\n')
    expect(await world.inside('! command -v node && rookery --version')).toBe(`${builtVersion}\n`)
    const places = '/etc/rookery /var/lib/rookery /var/lib/rookery/panel /etc/rookery/config.env'
    expect(await world.inside(`stat -c '%a %U %G %n' ${places}`)).toBe(
      [
        '1770 root rookery /etc/rookery',
        '711 root root /var/lib/rookery',
        '700 rookery rookery /var/lib/rookery/panel',
        '600 rookery rookery /etc/rookery/config.env\n',
      ].join('\n'),
    )
    // As its page says, by the user of the panel, who may not read the secrets of the daemon.
    expect(await world.inside('runuser -u rookery -- rookery doctor')).toContain('No problems found.')
  })

  test('installs a newer release while the game goes on, and refuses one that is damaged or older', async () => {
    const { inside, run } = world
    const check = await inside(`rookery upgrade --check /packages/${newer}`)
    expect(check).toMatch(
      new RegExp(`installed {2}${builtVersion} .*\nrelease {4}${newer} .*\nIt can be installed`),
    )
    const damaged = await run(`rookery upgrade /packages/${newer}/*.deb --sha256 ${'0'.repeat(64)}`)
    expect(damaged).toMatchObject({
      code: 1,
      output: expect.stringContaining('is damaged or not the released one'),
    })

    const output = await inside(`rookery upgrade /packages/${newer}`)
    expect(output).toContain(`Upgraded from ${builtVersion} to ${newer}.`)
    expect(await world.installedVersion()).toBe(newer)
    expect(await inside('rookery version')).toBe(`${newer}\n`)
    expect(await world.isReady()).toBe(true)
    expect(await world.gamePid()).toBe(game)
    const [, copy = ''] = /The database as it was before is in (\S+);/.exec(output) ?? []
    expect(await inside(`stat -c '%a %U' ${copy}`)).toBe('600 root\n')
    expect(output).not.toContain('audit log')
    const older = await run(`rookery upgrade /packages/${builtVersion}`)
    expect(older).toMatchObject({ code: 1, output: expect.stringContaining('--allow-older') })
  }, 300_000)

  proofTest(
    'a release whose panel does not start is undone by itself, with its last lines',
    async () => {
      const { code, output } = await world.run(`rookery upgrade /packages/${broken} --timeout 8`)
      expect(code).toBe(1)
      expect(output).toMatch(new RegExp(`${broken} is not used: the panel (does not answer|ended)`))
      expect(output).toContain('this release is broken on purpose')
      expect(output).toContain(`${newer} runs again, with the database as people left it.`)
      expect(await world.installedVersion()).toBe(newer)
      expect(await world.isReady()).toBe(true)
      expect(await world.gamePid()).toBe(game)
      expect(await world.run('rookery doctor')).toMatchObject({
        output: expect.stringContaining(`${broken} was not used`),
      })
    },
    300_000,
  )

  proofTest(
    'a run that is killed while it installs says so, and the next one finishes it',
    async () => {
      const { inside, run } = world
      const pid = await inside(
        `rookery upgrade /packages/${builtVersion} --allow-older >/tmp/upgrade.log 2>&1 & echo $!`,
      )
      await waitFor('it installs', async () => (await world.state()) === 'installing')
      await inside(`kill -9 ${pid}`)
      const interrupted = `was interrupted while ${builtVersion} was installed`
      expect((await run('rookery doctor')).output).toContain(interrupted)
      const asked = await run('rookery upgrade')
      expect(asked).toMatchObject({ code: 1, output: expect.stringContaining(interrupted) })
      expect(await inside('rookery upgrade --resume')).toContain(`Upgraded from ${newer} to ${builtVersion}.`)
      expect(await world.installedVersion()).toBe(builtVersion)
      expect(await world.isReady()).toBe(true)
      expect(await world.gamePid()).toBe(game)
      // The older panel works on what the newer one has made of the database.
      expect((await run('rookery doctor')).output).toContain(
        `has changes of a newer version (${addedMigration}), with which this one works`,
      )
    },
    300_000,
  )
})
