// Upgrades that are killed at every moment end in one whole version with a panel that is ready, and the game never stops.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingSystemdHost, type SystemdHost, startSystemdHost } from '../../test-services/systemd-host.ts'
import {
  addedMigration,
  buildReleases,
  builtVersion,
  openWorld,
  type UpgradeWorld,
} from '../ship/upgrade-world.ts'
import { waitFor } from '../wait-for.ts'

const missing = missingSystemdHost()
if (missing !== null) console.warn(`skipped: ${missing}`)

const newer = '9.0.0'
const broken = '9.1.0'
const unfit = '9.2.0'
const killedAfterMs = [200, 1_000, 2_000, 3_000, 4_000, 5_000, 6_500, 8_000, 10_000, 13_000, 17_000]

describe.skipIf(missing !== null)('rookery upgrade, killed', () => {
  let folder = ''
  let host: SystemdHost
  let world: UpgradeWorld
  let game = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-prove-upgrade-'))
    await buildReleases(folder, [
      { version: builtVersion, panel: 'works' },
      { version: newer, panel: 'migrates' },
      { version: broken, panel: 'exits at its start' },
      { version: unfit, panel: 'migrates for itself alone' },
    ])
    host = await startSystemdHost({ folders: { '/packages': folder } })
    world = openWorld(host)
    await world.inside(`dpkg -i /packages/${builtVersion}/*.deb`)
    game = await world.setUpWithGame()
  }, 600_000)
  afterAll(async () => {
    await host?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const installed = () => world.installedVersion()
  const expectWhole = async (versions: string[]) => {
    expect(versions).toContain(await installed())
    await waitFor('the panel is ready', world.isReady)
    expect(await world.gamePid()).toBe(game)
  }

  for (const end of ['--resume', '--back']) {
    for (const afterMs of killedAfterMs) {
      test(`after ${afterMs} ms, ended with ${end}`, async ({ task }) => {
        const from = await installed()
        const to = from === newer ? builtVersion : newer
        const command = `rookery upgrade /packages/${to} --allow-older`
        const pid = await world.inside(`${command} >/tmp/upgrade.log 2>&1 & echo $!`)
        await pause(afterMs)
        await world.run(`kill -9 ${pid}`)
        const phase = await world.state()
        Object.assign(task.meta, { figures: `killed in ${phase || 'no phase yet'}` })
        await world.run(`rookery upgrade ${end}`)
        await expectWhole([from, to])
        expect(['', 'done', 'returned']).toContain(await world.state())
      })
    }
  }

  test('a broken release that is killed while it is undone is undone by the next run', async () => {
    const from = await installed()
    const command = `rookery upgrade /packages/${broken} --timeout 5`
    const pid = await world.inside(`${command} >/tmp/upgrade.log 2>&1 & echo $!`)
    await waitFor('it goes back', async () => (await world.state()) === 'returning')
    await world.inside(`kill -9 ${pid}`)
    expect((await world.run('rookery upgrade --resume')).code).toBe(1)
    await expectWhole([from])
  })

  test('back after a finished upgrade, and forward again', async () => {
    const from = await installed()
    const to = from === newer ? builtVersion : newer
    await world.inside(`rookery upgrade /packages/${to} --allow-older`)
    expect(await world.inside('rookery upgrade --back')).toContain(`Upgraded from ${to} to ${from}.`)
    await expectWhole([from])
    expect(await world.inside('rookery upgrade --back')).toContain(`Upgraded from ${from} to ${to}.`)
    await expectWhole([to])
  })

  test('an older release that cannot work with the database is undone', async () => {
    await world.inside(`dpkg -i /packages/${builtVersion}/*.deb`)
    await waitFor('the panel is ready', world.isReady)
    await world.inside('systemctl stop rookery-panel && rm /var/lib/rookery/panel/panel.sqlite*')
    await world.inside(`rm /etc/rookery/installation.json && dpkg -i /packages/${unfit}/*.deb`)
    await world.inside('systemctl start rookery-panel')
    await waitFor('the panel is ready', world.isReady)
    const older = `rookery upgrade /packages/${builtVersion} --allow-older --timeout 10`
    const { code, output } = await world.run(older)
    expect(code).toBe(1)
    expect(output).toContain(`changed by a newer version of this program (${addedMigration})`)
    expect(output).toContain(`${unfit} runs again`)
    expect(await installed()).toBe(unfit)
  })
})
