// Takes a picture of every screen in dark, light and phone width: node web/look/take-screenshots.ts [folder] [only] [shapes].

import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allScreens } from './all-screens.ts'
import { checkFixtures } from './fake-panel.ts'
import { type LookHost, startLookHost } from './look-host.ts'
import { openScreen, type Shape, shapes } from './open-screen.ts'
import type { Screen } from './screens.ts'

async function look(host: LookHost, folder: string, screen: Screen, shape: Shape) {
  const { page, problems, close } = await openScreen(host, screen, shape)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  if (overflow > 0) problems.push(`the page is ${overflow} px too wide`)
  await page.screenshot({ path: join(folder, `${screen.name}-${shape.name}.png`) })
  for (const problem of problems) console.error(`${screen.name} ${shape.name}: ${problem}`)
  await close()
}

const [folder = join(tmpdir(), 'rookery-look'), only = '', wanted = 'dark,light,phone'] =
  process.argv.slice(2)
checkFixtures()
mkdirSync(folder, { recursive: true })
const host = await startLookHost()
try {
  const screens = await allScreens()
  for (const screen of screens.filter(each => only.split(',').some(wish => each.name.startsWith(wish)))) {
    for (const shape of shapes.filter(({ name }) => wanted.includes(name)))
      await look(host, folder, screen, shape)
  }
} finally {
  await host.close()
}
