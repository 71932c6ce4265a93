// What is wrong with a screen that is open: what axe finds, text that is too faint, and whether it is too wide.

import type { Page } from 'playwright-core'
import { type Shape, shapes, wear } from '../open-screen.ts'
import { settle } from '../settle.ts'
import { axeFindings } from './axe-findings.ts'
import { contrastFindings } from './contrast-findings.ts'

/** All that axe knows, in every theme and width: for the proof. */
export async function thoroughFindings(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const shape of shapes) {
    await change(page, shape)
    found.push(...named(shape, [...(await axeFindings(page, 'all')), ...(await widthFindings(page))]))
  }
  return found
}

/**
 * As the page stands now: everything once, with contrast by our own computing. What surrounds the content is the same on
 * every page, and looked at on one of them.
 */
export async function quickFindings(
  page: Page,
  shape: Shape,
  of: 'everything' | 'content' = 'everything',
): Promise<string[]> {
  const structure = await axeFindings(page, 'all but colors', of === 'content' ? '#content' : undefined)
  return named(shape, [...structure, ...(await contrastFindings(page)), ...(await widthFindings(page))])
}

/** The same page in other colors or at another width, where only what depends on those can differ. */
export async function appearanceFindings(page: Page, shape: Shape): Promise<string[]> {
  return named(shape, [...(await contrastFindings(page)), ...(await widthFindings(page))])
}

export async function change(page: Page, shape: Shape): Promise<void> {
  await wear(page, shape)
  await settle(page)
}

async function widthFindings(page: Page): Promise<string[]> {
  const tooWidePx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return tooWidePx > 0 ? [`the page is ${tooWidePx} px too wide`] : []
}

const named = ({ name }: Shape, findings: string[]) => findings.map(finding => `${name}: ${finding}`)
