// The chapters of the gallery, one at a time: a page with all of them is so large that everything takes long.

import type { Page } from 'playwright-core'
import { openScreen, openViewer, shapes } from './open-screen.ts'
import type { PictureHost } from './picture-host.ts'
import type { Screen } from './screen.ts'
import { settle } from './settle.ts'

const chapterPath = (name: string) => `/gallery?chapter=${name}`

export const galleryScreen = (chapter: string, language?: string): Screen => ({
  name: `gallery-${chapter}`,
  path: chapterPath(chapter),
  isSignedOut: true,
  isWhole: true,
  ...(language === undefined ? {} : { language }),
})

/** The gallery itself knows which chapters it has. */
export async function galleryScreens(host: PictureHost): Promise<Screen[]> {
  const viewer = await openViewer(host)
  try {
    const { page } = await openScreen(viewer, galleryScreen('auth'), shapes[0])
    return (await galleryChapters(page)).map(chapter => galleryScreen(chapter))
  } finally {
    await viewer.close()
  }
}

export const galleryChapters = (page: Page): Promise<string[]> =>
  page
    .locator('nav a[href^="#"]')
    .evaluateAll(links => links.map(link => link.getAttribute('href')?.slice(1) ?? ''))

/** Shows one chapter and gives how many specimens it has. */
export async function openChapter(page: Page, chapter: string): Promise<number> {
  await page.evaluate(path => window.history.pushState({}, '', path), chapterPath(chapter))
  await page.locator(`section#${chapter} figure[data-specimen]`).first().waitFor({ state: 'attached' })
  await settle(page)
  return page.locator('figure[data-specimen]').count()
}
