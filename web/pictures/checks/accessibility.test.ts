// Every page of the application, its dialogs, and every specimen of the gallery, as axe checks them: the short case.
// Every screen that is looked at, with every rule in both themes and at phone width: `npm run prove -- accessibility`.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { galleryChapters, galleryScreen, openChapter } from '../gallery-chapters.ts'
import { goToScreen, openScreen, openViewer, shapes, type Viewer, wear } from '../open-screen.ts'
import { missingBrowser, type PictureHost, startPictureHost } from '../picture-host.ts'
import type { Screen } from '../screen.ts'
import { addressOf, checkedScreens, scenesOf } from './checked-screens.ts'
import { layoutFindings } from './layout-findings.ts'
import { phoneRounds, quickRounds, screenFindings, settledFindings } from './screen-findings.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

const [dark, , phone] = shapes
const screens = await checkedScreens()

describe.skipIf(missingBrowser)('accessibility', () => {
  let host: PictureHost
  let viewer: Viewer
  beforeAll(async () => {
    host = await startPictureHost()
    viewer = await openViewer(host)
  }, 300_000)
  afterAll(() => host?.close())

  describe.each(scenesOf(screens))('$name', ({ screens: ofScene }) => {
    let isOpen = false

    async function show(screen: Screen): Promise<Viewer> {
      if (isOpen) await goToScreen(viewer, screen)
      else await openScreen(viewer, screen, dark)
      isOpen = true
      return viewer
    }

    // Every other screen begins in the theme that the one before it ended in.
    test.each(ofScene.map((screen, at) => [screen.name, screen, at] as const))(
      '%s in both themes',
      async (_, screen, at) => {
        const { page, problems } = await show(screen)
        const found = await screenFindings(page, at % 2 === 0 ? quickRounds : quickRounds.toReversed())
        expect([...problems.splice(0), ...found]).toEqual([])
      },
    )

    const plain = ofScene.filter(screen => !screen.act)
    if (plain.length === 0) return
    test('at phone width', async () => {
      const found: string[] = []
      if (isOpen) await wear(viewer.page, phone)
      for (const screen of plain) {
        const { page, problems } = await show(screen)
        const here = [...(await screenFindings(page, phoneRounds)), ...problems.splice(0)]
        found.push(...here.map(finding => `${screen.name}: ${finding}`))
      }
      expect(found).toEqual([])
    }, 600_000)
  })

  test('every specimen of the gallery stands whole and without a complaint, and whole at phone width too', async () => {
    const { page, problems } = await openScreen(viewer, galleryScreen('auth'), dark)
    const found: string[] = []
    let specimens = 0
    const chapters = await galleryChapters(page)
    for (const chapter of chapters) {
      specimens += await openChapter(page, chapter)
      found.push(...(await layoutFindings(page)), ...(await settledFindings(page, 'all')))
    }
    await wear(page, phone)
    for (const chapter of chapters) {
      await openChapter(page, chapter)
      found.push(...(await layoutFindings(page)).map(finding => `phone: ${finding}`))
    }
    expect([...found, ...problems]).toEqual([])
    expect(specimens).toBeGreaterThan(100)
  }, 600_000)
})

/** The addresses of the routes as they are written, each below its parent. */
function routeAddresses(): string[] {
  const files = [
    'router.tsx',
    'routes/people-routes.ts',
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
