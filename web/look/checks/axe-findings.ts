// What axe finds serious or critical on a page, one line for each place.

import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Axe = typeof axe

/** Colours are the same at every width, and all else is the same in every colour: nothing is looked at twice. */
export type Concern = 'all' | 'colours' | 'all but colours'

/** The policy of the page allows no script of others: axe comes in by the debugging protocol, which it does not bind. */
export async function axeFindings(page: Page, concern: Concern): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async about => {
    const { run } = (window as unknown as { axe: Axe }).axe
    // What a game prints dimmed stays dimmed, as in every terminal.
    const { violations: all } = await run(
      { exclude: [['.xterm-dim']] },
      {
        resultTypes: ['violations'],
        iframes: false,
        ...(about === 'colours' && { runOnly: ['color-contrast'] }),
        ...(about === 'all but colours' && { rules: { 'color-contrast': { enabled: false } } }),
      },
    )
    return all.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  }, concern)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ')
      return `${id} at ${target.join(' ')}: ${html.slice(0, 160)} (${why})`
    }),
  )
}
