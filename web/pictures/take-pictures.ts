// Takes pictures of screens: every one in dark, light and at phone width, several pages at a time.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { galleryScreens } from './gallery-chapters.ts'
import { openScreen, openViewer, type Shape, shapes, type Viewer, wear } from './open-screen.ts'
import { startPictureHost } from './picture-host.ts'
import type { Screen } from './screen.ts'
import { allScreens } from './screens/all-screens.ts'
import { settle } from './settle.ts'

const viewers = 2

export interface PictureOptions {
  folder: string
  /** Parts of names; all screens without any. */
  only: readonly string[]
  shapes: readonly string[]
  report(line: string): void
}

/** Gives how many problems there were. */
export async function takePictures({
  folder,
  only,
  shapes: wanted,
  report,
}: PictureOptions): Promise<number> {
  mkdirSync(folder, { recursive: true })
  const host = await startPictureHost()
  try {
    const known = [...(await allScreens()), ...(await galleryScreens(host))]
    const screens = known.filter(({ name }) => only.length === 0 || only.some(part => name.includes(part)))
    if (screens.length === 0) {
      const names = known.map(({ name }) => name).join(', ')
      report(`No screen has ${only.join(' or ')} in its name. There are: ${names}.`)
      return 1
    }
    let problems = 0
    const complain = (line: string) => {
      problems += 1
      report(line)
    }
    const left = screens.values()
    const work = async () => {
      const viewer = await openViewer(host)
      for (const screen of left)
        await takeScreen({ viewer, folder, screen, wanted, report: complain }).catch(error =>
          complain(`${screen.name}: ${error}`),
        )
      await viewer.close()
    }
    await Promise.all(Array.from({ length: viewers }, work))
    report(`${screens.length} screens in ${folder}, ${problems} problems.`)
    return problems
  } finally {
    await host.close()
  }
}

interface ScreenOptions {
  viewer: Viewer
  folder: string
  screen: Screen
  wanted: readonly string[]
  report(line: string): void
}

/** Other colors and sizes are worn by the same page, unless something is done on it: that may be done differently on a phone. */
async function takeScreen({ viewer, folder, screen, wanted, report }: ScreenOptions): Promise<void> {
  const chosen = shapes.filter(({ name }) => wanted.includes(name))
  const groups = Map.groupBy(chosen, ({ viewport }) => (screen.act ? viewport.width : 0))
  for (const [first, ...others] of groups.values()) {
    if (!first) continue
    const { page, problems } = await openScreen(viewer, screen, first, { withUsage: true })
    problems.push(...(await takeShape(page, folder, screen, first)))
    for (const shape of others) {
      await wear(page, shape)
      await settle(page)
      problems.push(...(await takeShape(page, folder, screen, shape)))
    }
    for (const problem of problems) report(`${screen.name}, ${first.name}: ${problem}`)
  }
}

const takeShape = (page: Page, folder: string, { name, isWhole }: Screen, shape: Shape) =>
  takePicture(page, join(folder, `${name}-${shape.name}.png`), shape, isWhole)

/** Gives what is wrong with the page in this shape. */
export async function takePicture(
  page: Page,
  path: string,
  shape: Shape,
  isWhole: boolean = false,
): Promise<string[]> {
  await page.screenshot({ path, animations: 'disabled', fullPage: isWhole })
  const tooWidePx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return tooWidePx > 0 ? [`the page is ${tooWidePx} px too wide at ${shape.name}`] : []
}
