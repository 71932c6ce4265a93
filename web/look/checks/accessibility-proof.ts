// What `npm run prove -- accessibility` runs: every screen that is looked at and every specimen, with every rule of axe in dark, light and at phone width.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allScreens } from '../all-screens.ts'
import { type LookHost, missingBrowser, startLookHost } from '../look-host.ts'
import { openScreen, shapes } from '../open-screen.ts'
import { galleryChapters, openChapter } from './gallery-chapters.ts'
import { layoutFindings } from './layout-findings.ts'
import { everyRound, screenFindings } from './screen-findings.ts'

if (missingBrowser) throw new Error(missingBrowser)

let host: LookHost
beforeAll(async () => {
  host = await startLookHost()
}, 300_000)
afterAll(() => host?.close())

const screens = await allScreens()

describe('accessibility', () => {
  test.each(screens.map(screen => [screen.name, screen] as const))('%s', async (_, screen) => {
    const { page, problems, close } = await openScreen(host, screen, shapes[0])
    try {
      expect([...(await screenFindings(page, everyRound)), ...problems]).toEqual([])
    } finally {
      await close()
    }
  })

  test.each(shapes.map(shape => [shape.name, shape] as const))('gallery: %s', async (_, shape) => {
    const gallery = { name: 'gallery', path: '/gallery?chapter=auth', isSignedOut: true }
    const { page, problems, close } = await openScreen(host, gallery, shape)
    try {
      const found: string[] = []
      for (const chapter of await galleryChapters(page)) {
        await openChapter(page, chapter)
        found.push(...(await layoutFindings(page)), ...(await screenFindings(page, [[shape, 'all']])))
      }
      expect([...found, ...problems]).toEqual([])
    } finally {
      await close()
    }
  })
})
