// The short case, of the interface as it is shipped: every fourth page with axe in dark, every twelfth with its contrast
// in light at phone width, every fourth of the main dialogs in dark. All screens and the specimens of the gallery, with every
// rule of axe in both themes and widths, are for `npm run prove -- accessibility`.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingBrowser } from '../../../test-services/chromium.ts'
import { goToScreen, openScreen, openViewer, type Shape, shapes, type Viewer, wear } from '../open-screen.ts'
import { type PictureHost, startShippedHost } from '../picture-host.ts'
import type { Screen } from '../screen.ts'
import { settle } from '../settle.ts'
import { addressOf, checkedScreens, type SceneScreens, scenesOf } from './checked-screens.ts'
import { contrastFindings } from './contrast-findings.ts'
import { languageFindings } from './language-findings.ts'
import { appearanceFindings, quickFindings } from './screen-findings.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

const [dark, , phone] = shapes
/** Two at once: colors are the same at every width. */
const lightPhone: Shape = { ...phone, name: 'light phone', colorScheme: 'light' }
const screens = await checkedScreens()
const scenes = scenesOf(screens)

describe.skipIf(missingBrowser)('accessibility', () => {
  let host: PictureHost
  let viewer: Viewer
  /** What the page shows: to another screen of its scene it goes without loading the application once more. */
  let shown: { scene: SceneScreens; screen: Screen } | null = null

  async function show(scene: SceneScreens, screen: Screen): Promise<Viewer> {
    if (shown?.scene !== scene) await openScreen(viewer, screen, dark)
    else if (shown.screen === screen && !screen.act) await settle(viewer.page)
    else await goToScreen(viewer, screen)
    shown = { scene, screen }
    return viewer
  }

  beforeAll(async () => {
    host = await startShippedHost()
    viewer = await openViewer(host)
  }, 300_000)
  afterAll(() => host?.close())

  test('text that is too faint is found, whatever its color is written in, and nothing else', async () => {
    const page = await host.browser.newPage()
    await page.setContent(`<body style="background: #fff">
      <p style="color: #767676">just enough</p>
      <p style="color: oklch(0.72 0.02 248)">too faint</p>
      <p style="color: #000; opacity: 0.3">faded <b>with its child</b></p>
      <p style="color: #949494; font-size: 24px">large</p>
      <div style="background: #000"><p style="color: #666">faint on black</p><p style="color: #fff">bright</p></div>
      <button disabled style="color: #ccc">cannot be used</button>`)
    const found = await contrastFindings(page)
    await page.close()
    expect(found.map(finding => /“(.*)”/.exec(finding)?.[1])).toEqual([
      'too faint',
      'faded',
      'with its child',
      'faint on black',
    ])
  })

  test('the list of servers is never cut: columns give way, and an address keeps its port', async () => {
    const scene = scenes.find(one => one.screens.some(({ name }) => name === 'servers'))
    const screen = scene?.screens.find(({ name }) => name === 'servers')
    if (!scene || !screen) throw new Error('there is no screen of the servers')
    const { page } = await show(scene, screen)
    const cut: string[] = []
    for (const width of [1280, 901, 899, 360]) {
      await wear(page, { ...dark, viewport: { width, height: 860 } })
      await settle(page)
      cut.push(...(await page.evaluate(findCutCells)).map(finding => `${width} px: ${finding}`))
    }
    await wear(page, dark)
    expect(cut).toEqual([])
  }, 300_000)

  describe.each(scenes.map(scene => ({ ...scene, scene })))('$name', ({ screens: ofScene, scene }) => {
    const plain = ofScene.filter(screen => !screen.act).filter((_, index) => index % 4 === 0)
    test.each(plain.map(screen => [screen.name, screen] as const))('%s', async (_, screen) => {
      const { page, problems } = await show(scene, screen)
      const found = await quickFindings(page, dark, screen === plain[0] ? 'everything' : 'content')
      expect([...found, ...problems.splice(0)]).toEqual([])
    })

    test.skipIf(plain.length === 0)(
      'in light colors, and whole at phone width',
      async () => {
        const found: string[] = []
        await wear(viewer.page, lightPhone)
        for (const screen of plain.filter((_, index) => index % 3 === 0)) {
          const { page, problems } = await show(scene, screen)
          const here = [...(await appearanceFindings(page, lightPhone)), ...problems.splice(0)]
          found.push(...here.map(finding => `${screen.name}: ${finding}`))
        }
        await wear(viewer.page, dark)
        expect(found).toEqual([])
      },
      600_000,
    )

    const used = ofScene.filter(screen => screen.act).filter((_, index) => index % 4 === 0)
    test.each(used.map(screen => [screen.name, screen] as const))('%s', async (_, screen) => {
      const { page, problems } = await show(scene, screen)
      expect([...(await quickFindings(page, dark)), ...problems.splice(0)]).toEqual([])
    })
  })

  // One of the longest; all six on all screens are for `npm run prove -- languages`.
  test('Russian fits a phone', async () => {
    expect(await languageFindings(viewer, 'ru', { every: 36 })).toEqual([])
  }, 600_000)
})

/** Runs in the page: what of a row or card reaches beyond it, and ports that are not whole. */
function findCutCells(): string[] {
  const found: string[] = []
  const rows = [...document.querySelectorAll('[data-server-list] :is(tr, article)')]
  if (rows.length < 3) found.push('there are no rows')
  for (const row of rows) {
    const { right } = row.getBoundingClientRect()
    for (const cell of row.querySelectorAll('th, td, button, a')) {
      const box = cell.getBoundingClientRect()
      if (box.width > 0 && box.right > right + 1) found.push(`“${cell.textContent}” reaches beyond its row`)
    }
    if (row.querySelector('th')) continue
    const port = row.querySelector('[data-port]')
    const isWhole =
      port && port.scrollWidth <= port.clientWidth + 1 && port.getBoundingClientRect().width > 20
    if (!isWhole) found.push(`the port of ${row.querySelector('a')?.textContent} is not whole`)
  }
  return found
}

/** The addresses of the routes as they are written, each below its parent. */
function routeAddresses(): string[] {
  const files = [
    'router.tsx',
    'routes/users-routes.ts',
    'routes/plugin-routes.ts',
    'routes/template-routes.ts',
  ]
  const written = /const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*path: '([^']*)'/g
  const routes = files
    .map(name => readFileSync(new URL(`../../src/${name}`, import.meta.url), 'utf8'))
    .flatMap(text => [...text.matchAll(written)])
  const byName = new Map(routes.map(([, name, parent, path]) => [name, { parent, path }]))
  const whole = (name: string | undefined): string => {
    const route = byName.get(name)
    return route ? `${whole(route.parent)}/${route.path}`.replaceAll(/\/+/g, '/').replace(/\/$/, '') : ''
  }
  return [...byName.keys()].map(name => whole(name) || '/')
}

test('every address of the application is among the screens', () => {
  const addresses = routeAddresses()
  expect(addresses.length).toBeGreaterThan(30)
  const isSeen = (address: string) => {
    const pattern = new RegExp(`^${address.replaceAll(/\$\w*/g, '[^/]+')}$`)
    return screens.some(({ path }) => pattern.test(addressOf(path)))
  }
  expect(addresses.filter(address => address !== '/gallery' && !isSeen(address))).toEqual([])
})
