// From a package on a bare Debian to its purge, in one chain: setup, sign-in, a second machine by the line of the page, upgrades of both
// from the former version while their games run, a broken release that is undone.

import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { debName } from '../../scripts/release/deb.ts'
import type { Architecture } from '../../scripts/release/machines.ts'
import { sharedDocker } from '../../test-services/shared.ts'
import { missingSystemdHost, type SystemdHost, startSystemdHost } from '../../test-services/systemd-host.ts'
import { createCertificate } from '../../test-services/web-proxies.ts'
import { enterPanel, launchBrowser, missingBrowser, openPage } from '../browser.ts'
import { buildFormerTree, type FormerTree } from '../ship/former-tree.ts'
import { buildReleases, builtVersion, openWorld, type UpgradeWorld } from '../ship/upgrade-world.ts'

const missing = missingSystemdHost() ?? missingBrowser
if (missing) console.warn(`skipped: ${missing}`)

const former = '0.0.9'
const broken = '9.1.0'
/** What a machine of a hoster has and the smallest Debian has not; the line of the page needs it. */
const packages = ['curl', 'sudo', 'ca-certificates']
const certificates = '/srv/certificates'
const listFiles = 'find / -xdev -not -path "/proc/*" -not -path "/sys/*" | sort'

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

let folder = ''
let formerTree: FormerTree
beforeAll(async () => {
  if (missing) return
  folder = mkdtempSync(join(tmpdir(), 'rookery-prove-story-'))
  formerTree = await buildFormerTree(join(folder, 'former'))
  await buildReleases(join(folder, 'packages'), [
    { version: former, panel: 'works', tree: formerTree.folder },
    { version: builtVersion, panel: 'works' },
    { version: broken, panel: 'exits at its start' },
  ])
}, 1_200_000)
afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(Boolean(missing)).each([
  ['Debian 12', 'bookworm'],
  ['Debian 13', 'trixie'],
])('%s', (_name, release) => {
  let machine: SystemdHost
  let nodeMachine: SystemdHost
  let panel: UpgradeWorld
  let node: UpgradeWorld
  let browser: Browser
  let page: Page
  let url = ''
  let login = { login: '', password: '' }
  let panelFiles = new Set<string>()
  let nodeFiles = new Set<string>()
  /** Process ids of the two games. */
  let games: string[] = []
  /** Why this release of Debian is not here. */
  let unreachable = ''

  beforeAll(async () => {
    const engine = await sharedDocker()
    const trusted = join(folder, release)
    mkdirSync(trusted)
    const options = { engine, release, packages, isBare: true }
    const folders = { '/packages': join(folder, 'packages'), [certificates]: trusted }
    try {
      machine = await startSystemdHost({ ...options, folders })
    } catch (error) {
      if (release === 'bookworm') throw error
      unreachable = `there is no ${release} here: ${String(error).slice(0, 300)}`
      console.warn(`skipped: ${unreachable}`)
      return
    }
    nodeMachine = await startSystemdHost({ ...options, folders: { [certificates]: trusted } })
    panel = openWorld(machine)
    node = openWorld(nodeMachine)
    createCertificate(trusted, `IP:${machine.address}`)
    url = `https://${machine.address}`
    browser = await launchBrowser()
    // The panel is away for some seconds while it is upgraded.
    ;({ page } = await openPage(browser, {
      mayLog: /ERR_CONNECTION|ERR_SOCKET|WebSocket connection|status of 50[234]/,
      acceptsAnyCertificate: true,
    }))
  }, 900_000)
  afterAll(async () => {
    await browser?.close()
    await machine?.stop()
    await nodeMachine?.stop()
  })

  const filesOf = async (world: UpgradeWorld) => new Set((await world.inside(listFiles)).trim().split('\n'))
  const expectSameGames = async () => {
    expect(await Promise.all([panel.gamePid(), node.gamePid()])).toEqual(games)
  }
  /** A test of this chain; `work` gives its figures. */
  const step = (name: string, work: () => Promise<string>) =>
    test(name, async context => {
      if (unreachable) context.skip(unreachable)
      const began = performance.now()
      const figures = await work()
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      Object.assign(context.task.meta, { figures: figures || `${seconds} s` })
    })
  const timed = async <T>(work: () => Promise<T>): Promise<[T, string]> => {
    const began = performance.now()
    const result = await work()
    return [result, `${((performance.now() - began) / 1000).toFixed(1)} s`]
  }

  step('the package installs on a machine without node, npm and git', async () => {
    await panel.inside('! command -v node && ! command -v npm && ! command -v git')
    panelFiles = await filesOf(panel)
    nodeFiles = await filesOf(node)
    const file = debName({ kind: 'rookery', version: former, architecture: process.arch as Architecture })
    const [, seconds] = await timed(() => panel.inside(`dpkg -i /packages/${former}/${file}`))
    const bytes = statSync(join(folder, 'packages', former, file)).size
    return `${formerTree.name} as ${former}, ${megabytes(bytes)} in ${seconds}`
  })

  step('setup asks nothing, and the panel and this machine as its node run', async () => {
    await panel.inside(
      `install -d /etc/ssl/panel && install -m 640 -g rookery ${certificates}/*.pem /etc/ssl/panel/`,
    )
    const flags = `--address ${machine.address} --cert /etc/ssl/panel/certificate.pem --key /etc/ssl/panel/key.pem --administrator chief`
    const [output, seconds] = await timed(() => panel.inside(`rookery setup ${flags} </dev/null`))
    const [, password = ''] = /password {2}(\S+)/.exec(output) ?? []
    expect(password, output).not.toBe('')
    login = { login: 'chief', password }
    expect(await panel.inside('systemctl is-active rookery-panel rookery-daemon')).toBe('active\nactive\n')
    return `ready after ${seconds}`
  })

  step('a person signs in and starts Arena with one click', async () => {
    await enterPanel(page, url, login)
    const [, seconds] = await timed(async () => {
      await page.getByRole('button', { name: /Arena/ }).first().click()
      await page.getByText('It’s running. Join at').waitFor()
    })
    games = [await panel.gamePid()]
    return `running ${seconds} after the click`
  })

  step('a second machine joins by the line that the page shows, and nothing else', async () => {
    await node.inside(
      `! command -v node && cp ${certificates}/certificate.pem /usr/local/share/ca-certificates/panel.crt && update-ca-certificates`,
    )
    nodeFiles = await filesOf(node)
    await page.goto(`${url}/nodes`)
    await page.getByRole('button', { name: 'Add node' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Basement')
    await page.getByRole('button', { name: 'Create join command' }).click()
    const line = await page
      .getByRole('dialog')
      .locator('code')
      .filter({ hasText: 'ROOKERY_KEY=' })
      .innerText()
    expect(line).toMatch(
      /^\{ echo 'ROOKERY_KEY=rk1_\S+'; curl -fsSL https:\S+\/install\/daemon; \} \| sudo sh$/,
    )
    const [, seconds] = await timed(async () => {
      await node.inside(line)
      await page.getByText('Basement is connected.').waitFor()
    })
    await page.getByRole('button', { name: 'Done' }).click()
    return `online ${seconds} after Enter`
  })

  step('a game runs on the second machine', async () => {
    await page.goto(`${url}/servers`)
    await page.getByRole('button', { name: 'New server' }).first().click()
    await page.getByLabel('Search games').fill('arena')
    await page.getByRole('button', { name: /^Arena/ }).click()
    await page.getByLabel('Name').fill('Far away')
    await page.getByRole('radio', { name: /Basement/ }).check({ force: true })
    const [, seconds] = await timed(async () => {
      await page.getByRole('button', { name: 'Create and start' }).click()
      await page.getByText('Running', { exact: true }).first().waitFor({ timeout: 180_000 })
    })
    games.push(await node.gamePid())
    return `running ${seconds} after the click`
  })

  step('the panel is upgraded by its command while both games run', async () => {
    const [output, seconds] = await timed(() => panel.inside(`rookery upgrade /packages/${builtVersion}`))
    expect(output).toContain(`Upgraded from ${former} to ${builtVersion}.`)
    expect(await panel.installedVersion()).toBe(builtVersion)
    await expectSameGames()
    return `${former} to ${builtVersion} in ${seconds}`
  })

  step('the node is upgraded from the page while both games run', async () => {
    await page.goto(`${url}/nodes`)
    const row = page.getByRole('row').filter({ hasText: 'Basement' })
    await row.getByText(former).waitFor()
    const [, seconds] = await timed(async () => {
      const button = page.getByRole('button', { name: 'Update: Basement' })
      await button.click()
      // The panel packs the archive first: the button says that it is at work.
      await button.and(page.locator('[data-loading]')).waitFor()
      await row.getByText(builtVersion).waitFor({ timeout: 120_000 })
      await page.getByText('Updates', { exact: true }).waitFor({ state: 'detached' })
    })
    expect(await node.inside('readlink /opt/rookery/current')).toBe(`${builtVersion}\n`)
    await expectSameGames()
    return `${former} to ${builtVersion} in ${seconds}`
  })

  step('a broken release is undone by itself while both games run', async () => {
    const [{ code, output }, seconds] = await timed(() =>
      panel.run(`rookery upgrade /packages/${broken} --timeout 20`),
    )
    expect(code, output).toBe(1)
    expect(output).toContain(`${builtVersion} runs again, with the database as people left it.`)
    expect(await panel.installedVersion()).toBe(builtVersion)
    await expectSameGames()
    await page.goto(`${url}/nodes`)
    await page.getByRole('row').filter({ hasText: 'Basement' }).getByText('Online').waitFor()
    return `back after ${seconds}`
  })

  step('uninstalling the node and purging the package leave only the data that they name', async () => {
    for (const id of [1, 2]) {
      await page.goto(`${url}/servers/${id}`)
      await page.getByRole('button', { name: /^Stop/ }).first().click()
      await page.getByText('Stopped', { exact: true }).first().waitFor()
    }
    const uninstalled = await node.inside('sudo sh /opt/rookery/current/install.sh uninstall')
    expect(await newFiles(node, nodeFiles, uninstalled)).toEqual([])
    const purged = await panel.inside('dpkg -r rookery && dpkg -P rookery')
    expect(await newFiles(panel, panelFiles, purged)).toEqual([])
    const size = await panel.inside('du -sb --total /etc/rookery /var/lib/rookery | tail -n 1 | cut -f 1')
    return `left on the panel ${megabytes(Number(size))}: ${namedFolders(purged).join(', ')}; on the node ${namedFolders(uninstalled).join(', ')}`
  })

  /** Files that were not there before, beside those in the folders that the text names. */
  async function newFiles(world: UpgradeWorld, before: Set<string>, text: string): Promise<string[]> {
    const named = namedFolders(text)
    const isNamed = (path: string) =>
      named.some(place => path === place || path.startsWith(`${place}/`) || place.startsWith(`${path}/`))
    const now = await filesOf(world)
    return [...now].filter(path => !before.has(path) && !isNamed(path) && !ofTheSystem.test(path))
  }
})

/** What the system writes about its own work, and the certificate that this story has put there. */
const ofTheSystem =
  /^\/(var\/log|var\/cache|var\/tmp|var\/lib\/(dpkg|systemd|sudo)|etc\/ssl\/panel|etc\/(passwd|group|shadow|gshadow|subuid|subgid)-)/

/** Without the commands that would delete more. */
const namedFolders = (text: string): string[] => {
  const statements = text.replaceAll(/rm -rf? .*/g, '')
  return [...new Set(statements.match(/\/(?:etc|var\/lib)\/rookery(?:\/[\w-]+)*/g))]
}
