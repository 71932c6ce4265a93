// The RPM package for real: installed by rpm, set up, upgraded and undone while a game runs, put back to the older one, removed.

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Architecture, machineNames } from '../../scripts/release/machines.ts'
import { buildRpm, rpmName } from '../../scripts/release/rpm.ts'
import { findProgram } from '../../test-services/running-component.ts'
import { missingSystemdHost, type SystemdHost, startSystemdHost } from '../../test-services/systemd-host.ts'
import { buildReleases, builtVersion, openWorld, type UpgradeWorld } from '../ship/upgrade-world.ts'
import { waitFor } from '../wait-for.ts'

const run = promisify(execFile)
const missing =
  missingSystemdHost() ?? (findProgram('rpmbuild') === null ? 'rpmbuild is not installed' : null)
if (missing !== null) console.warn(`skipped: ${missing}`)

const architecture = process.arch as Architecture
const newer = '9.0.0'
const broken = '9.1.0'
const baseName = 'what-debian-brings'

/** To rpm this Debian is empty: a package without files says what is there, so that requirements are checked as on Fedora. */
async function buildBase(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const provided = [
    'glibc = 2.36',
    'libstdc++',
    'libgcc',
    'util-linux',
    'coreutils',
    'shadow-utils',
    '/bin/sh',
  ]
  const spec = [
    ...[`Name: ${baseName}`, 'Version: 1', 'Release: 1', 'Summary: What is here', 'License: MIT'],
    ...['BuildArch: noarch', ...provided.map(each => `Provides: ${each}`)],
    ...['%description', 'What is here.', '%files', ''],
  ]
  writeFileSync(join(folder, 'base.spec'), spec.join('\n'))
  await run('rpmbuild', [
    '--dbpath',
    join(folder, 'db'),
    '-bb',
    '--define',
    `_topdir ${folder}`,
    join(folder, 'base.spec'),
  ])
}

describe.skipIf(missing !== null)('the RPM package', () => {
  let folder = ''
  let host: SystemdHost
  let world: UpgradeWorld
  let game = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-prove-rpm-'))
    await buildBase(join(folder, 'base'))
    await buildReleases(folder, [
      { version: builtVersion, panel: 'works', buildPackage: buildRpm },
      { version: newer, panel: 'migrates', buildPackage: buildRpm },
      { version: broken, panel: 'exits at its start', buildPackage: buildRpm },
    ])
    host = await startSystemdHost({ folders: { '/packages': folder }, packages: ['rpm'] })
    world = openWorld(host, "rpm --query --queryformat '%{VERSION}' rookery")
    await world.inside(`rpm --install /packages/base/RPMS/noarch/${baseName}-1-1.noarch.rpm`)
  }, 900_000)
  afterAll(async () => {
    await host?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const fileOf = (version: string) => `${version}/${rpmName({ kind: 'rookery', version, architecture })}`
  /** Of its files, none differs from what rpm has recorded. */
  const expectWhole = async (version: string) => {
    expect(await world.installedVersion()).toBe(version)
    expect(await world.inside('rookery version')).toBe(`${version}\n`)
    expect(await world.run('rpm --verify rookery')).toEqual({ code: 0, output: '' })
  }
  const expectGoingOn = async (version: string) => {
    await expectWhole(version)
    expect(await world.isReady()).toBe(true)
    expect(await world.gamePid()).toBe(game)
  }

  test('installs with its requirements, starts nothing, and runs a game once it is set up', async ({
    task,
  }) => {
    const began = performance.now()
    expect(await world.inside(`rpm --install /packages/${fileOf(builtVersion)}`)).toContain(
      'Next: rookery setup',
    )
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    await expectWhole(builtVersion)
    expect((await world.run('systemctl is-active rookery-panel rookery-daemon')).output).toBe(
      'inactive\ninactive\n',
    )
    expect(await world.inside("stat -c '%a %U %G' /etc/rookery /var/lib/rookery/panel")).toBe(
      '1770 root rookery\n700 rookery rookery\n',
    )
    game = await world.setUpWithGame()
    const megabytes = (statSync(join(folder, fileOf(builtVersion))).size / 1e6).toFixed(0)
    Object.assign(task.meta, {
      figures: `${megabytes} MB for ${machineNames[architecture].rpm} in ${seconds} s`,
    })
  })

  test('is upgraded by the command while the game runs', async () => {
    const output = await world.inside(`rookery upgrade /packages/${newer}`)
    expect(output).toContain(`Upgraded from ${builtVersion} to ${newer}.`)
    await expectGoingOn(newer)
  })

  test('a broken release is undone, and rpm names the version that runs', async () => {
    const { code, output } = await world.run(`rookery upgrade /packages/${broken} --timeout 8`)
    expect(code, output).toBe(1)
    expect(output).toContain(`${newer} runs again, with the database as people left it.`)
    await expectGoingOn(newer)
  })

  test('the version before comes back from its file', async () => {
    const output = await world.inside(`rookery upgrade /packages/${builtVersion} --allow-older`)
    expect(output).toContain(`Upgraded from ${newer} to ${builtVersion}.`)
    await expectGoingOn(builtVersion)
  })

  test('rpm alone upgrades it too, and removing it stops the units and leaves the data', async () => {
    await world.inside(`rpm --upgrade /packages/${fileOf(newer)}`)
    await waitFor('the panel is ready', world.isReady)
    await expectGoingOn(newer)
    expect(await world.inside('rpm --erase rookery')).toContain('Game servers of this machine still run')
    expect((await world.run('systemctl is-active rookery-panel rookery-daemon')).output).toBe(
      'inactive\ninactive\n',
    )
    await world.inside('! test -e /usr/lib/rookery && test -s /var/lib/rookery/panel/panel.sqlite')
  })
})
