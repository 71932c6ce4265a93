// What is wrong with a screen that is open: what axe finds in each round of theme and width, and whether it is too wide.

import type { Page } from 'playwright-core'
import { type Shape, shapes, wear } from '../open-screen.ts'
import { settle } from '../settle.ts'
import { axeFindings, type Concern } from './axe-findings.ts'

export type Round = readonly [Shape, Concern]

const [dark, light, phone] = shapes

/** Colours are checked in both themes, all else once; every change of theme or width costs as much as the checking. */
export const quickRounds: Round[] = [
  [dark, 'all'],
  [light, 'colours'],
]
export const phoneRounds: Round[] = [[phone, 'all but colours']]
export const everyRound: Round[] = shapes.map(shape => [shape, 'all'])

/** Colours pass into each other when the scheme changes: what is gone a moment later was no finding. */
export async function settledFindings(page: Page, concern: Concern): Promise<string[]> {
  let found = await axeFindings(page, concern)
  for (let tries = 0; found.length > 0 && tries < 3; tries += 1) {
    await settle(page)
    found = await axeFindings(page, concern)
  }
  return found
}

/** The last round's theme and width stay: the page may wear those of the first already. */
export async function screenFindings(page: Page, rounds: readonly Round[]): Promise<string[]> {
  const found: string[] = []
  for (const [shape, concern] of rounds) {
    await wear(page, shape)
    await settle(page)
    for (const finding of await settledFindings(page, concern)) found.push(`${shape.name}: ${finding}`)
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (tooWide > 0) found.push(`${shape.name}: the page is ${tooWide} px too wide`)
  }
  return found
}
