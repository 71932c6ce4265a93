// What `npm run prove -- accessibility` runs: every screen that is looked at and every specimen, with every rule of axe in dark, light and at phone width.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingBrowser } from '../../../test-services/chromium.ts'
import { galleryChapters, galleryScreen, openChapter } from '../gallery-chapters.ts'
import { openScreen, openViewer, shapes, type Viewer, wear } from '../open-screen.ts'
import { type PictureHost, startPictureHost } from '../picture-host.ts'
import { allScreens } from '../screens/all-screens.ts'
import { layoutFindings } from './layout-findings.ts'
import { thoroughFindings } from './screen-findings.ts'

if (missingBrowser) throw new Error(missingBrowser)

let host: PictureHost
let viewer: Viewer
beforeAll(async () => {
  host = await startPictureHost()
  viewer = await openViewer(host)
}, 300_000)
afterAll(() => host?.close())

const screens = await allScreens()

describe('accessibility', () => {
  test.each(screens.map(screen => [screen.name, screen] as const))('%s', async (_, screen) => {
    const { page, problems } = await openScreen(viewer, screen, shapes[0])
    expect([...(await thoroughFindings(page)), ...problems]).toEqual([])
  })

  test('gallery', async () => {
    const { page, problems } = await openScreen(viewer, galleryScreen('auth'), shapes[0])
    const found: string[] = []
    for (const chapter of await galleryChapters(page)) {
      await openChapter(page, chapter)
      found.push(...(await thoroughFindings(page)), ...(await layoutFindings(page)))
      await wear(page, shapes[0])
      found.push(...(await layoutFindings(page)))
    }
    expect([...found, ...problems]).toEqual([])
  })
})
