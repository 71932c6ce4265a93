// The chapters of the gallery, one at a time: a page with all of them is so large that each look at it takes long.

import type { Page } from 'playwright-core'
import { settle } from '../settle.ts'

export const galleryChapters = (page: Page): Promise<string[]> =>
  page
    .locator('nav a[href^="#"]')
    .evaluateAll(links => links.map(link => link.getAttribute('href')?.slice(1) ?? ''))

/** Shows one chapter and gives how many specimens it has. */
export async function openChapter(page: Page, chapter: string): Promise<number> {
  await page.evaluate(name => window.history.pushState({}, '', `/gallery?chapter=${name}`), chapter)
  await page.locator(`section#${chapter} figure[data-specimen]`).first().waitFor({ state: 'attached' })
  await settle(page)
  return page.locator('figure[data-specimen]').count()
}
