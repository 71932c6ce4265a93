// Every specimen of the gallery in dark, light and phone width: nothing complains, nothing is cut, overlaps or is blank.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LookHost, missingBrowser, startLookHost } from '../look-host.ts'
import { openScreen, shapes } from '../open-screen.ts'
import { axeFindings } from './axe-findings.ts'
import { layoutFindings } from './layout-findings.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

describe.skipIf(missingBrowser)('gallery', () => {
  let host: LookHost
  beforeAll(async () => {
    host = await startLookHost()
  }, 300_000)
  afterAll(() => host?.close())

  test.each(shapes.map(shape => [shape.name, shape] as const))(
    'G every specimen stands whole and without a complaint: %s',
    async (_, shape) => {
      const gallery = { name: 'gallery', path: '/gallery', isSignedOut: true }
      const { page, problems, close } = await openScreen(host, gallery, shape)
      try {
        await page.evaluate(() => document.fonts.ready)
        const specimens = page.locator('figure[data-specimen]')
        await expect.poll(() => specimens.count(), { timeout: 60_000 }).toBeGreaterThan(100)
        expect(await layoutFindings(page)).toEqual([])
        expect(await axeFindings(page, shape.name === 'phone' ? 'all but colours' : 'colours')).toEqual([])
        expect(problems).toEqual([])
      } finally {
        await close()
      }
    },
    600_000,
  )
})
