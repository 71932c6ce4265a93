// Pictures of the real pages of the built product: a panel with its node, the demo game, and a small community on it.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { signIn } from '../../../e2e/api.ts'
import { createHome, startRookery } from '../../../e2e/rookery.ts'
import { launchBrowser } from '../../../test-services/chromium.ts'
import { type Shape, shapes, wear } from '../open-screen.ts'
import { settle, watchRequests } from '../settle.ts'
import { type PictureOptions, takePicture } from '../take-pictures.ts'
import { firstStops, type TourStop, tourStops } from './tour-stops.ts'
import { furnish } from './tour-world.ts'

/** Where docs/tour.md looks for them. */
export const tourFolder = join(import.meta.dirname, '../../../docs/images')

const credentials = { login: 'admin', password: 'a tour of the whole house' }
/** Charts are worth a look when they have some minutes to tell of. */
const chartMs = 90_000
const longestWaitMs = 90_000

interface Visitor {
  browser: Browser
  url: string
  sessionToken: string
}

/** Each stop in the one shape that docs/tour.md shows, or in all that are asked for. Gives how many problems there were. */
export async function takeTour(
  options: Omit<PictureOptions, 'shapes'> & { shapes: readonly string[] | null },
): Promise<number> {
  const { folder, only, report } = options
  mkdirSync(folder, { recursive: true })
  const isWanted = ({ name }: TourStop) => only.length === 0 || only.some(part => name.includes(part))
  let problems = 0
  const home = await createHome()
  const rookery = await startRookery(home, {
    ADMIN_PASSWORD: credentials.password,
    AUTH_REQUIRE_MFA_FOR_ADMINS: 'false',
  })
  const browser = await launchBrowser()
  try {
    const api = await signIn(rookery.url, credentials)
    const visitor = { browser, url: rookery.url, sessionToken: api.sessionToken }
    const visit = async (stops: readonly TourStop[]) => {
      for (const stop of stops.filter(isWanted))
        for (const complaint of await visitStop(visitor, stop, options)) {
          problems += 1
          report(`${stop.name}: ${complaint}`)
        }
    }
    await visit(firstStops)
    const world = await furnish(rookery.url, api)
    const stops = tourStops(world)
    if (stops.filter(isWanted).some(({ hasCharts }) => hasCharts))
      await new Promise(resolve => setTimeout(resolve, chartMs))
    await visit(stops)
    world.leave()
    report(`The tour is in ${folder}, ${problems} problems.`)
    return problems
  } finally {
    await browser.close()
    await rookery.interrupt()
    await home.remove()
  }
}

async function visitStop(
  visitor: Visitor,
  stop: TourStop,
  { folder, shapes: wanted }: { folder: string; shapes: readonly string[] | null },
): Promise<string[]> {
  const chosen = shapes.filter(({ name }) =>
    wanted ? wanted.includes(name) : name === (stop.shape ?? 'dark'),
  )
  const problems: string[] = []
  for (const shape of chosen) {
    const name = wanted ? `${stop.name}-${shape.name}` : stop.name
    const found = await pictureOf(visitor, stop, shape, join(folder, `${name}.png`)).catch(error => [
      String(error),
    ])
    problems.push(...found)
  }
  return problems
}

async function pictureOf(
  { browser, url, sessionToken }: Visitor,
  stop: TourStop,
  shape: Shape,
  path: string,
): Promise<string[]> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' })
  try {
    if (!stop.isSignedOut) {
      // Written as text: it runs in the page, and frames of plugins have no storage.
      const stored = JSON.stringify(sessionToken)
      await context.addInitScript(
        `if (window.top === window) sessionStorage.setItem('rookery.session-token', ${stored})`,
      )
    }
    const page = await context.newPage()
    page.setDefaultTimeout(longestWaitMs)
    watchRequests(page)
    await wear(page, shape)
    await page.goto(url + stop.path)
    await page.getByText(stop.shows).first().waitFor()
    await stop.act?.(page)
    await settle(page)
    return await takePicture(page, path, shape)
  } finally {
    await context.close()
  }
}
