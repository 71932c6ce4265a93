// What axe finds serious or critical on a page, one line for each place.

import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Axe = typeof axe

/** Contrast is most of what axe costs. */
export type Concern = 'all' | 'all but colors'

/** Never more than moderate, so that none of their findings would be kept, and slow on large pages. */
const unused = ['aria-allowed-role', 'heading-order', 'landmark-unique', 'region', 'skip-link']

/** The policy of the page allows no script of others: axe comes in by the debugging protocol, which it does not bind. */
export async function axeFindings(
  page: Page,
  concern: Concern,
  /** Of what stands here alone; of everything when left out. */
  within?: string,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ([about, left, place]) => {
      const { run } = (window as unknown as { axe: Axe }).axe
      const off = about === 'all but colors' ? [...left, 'color-contrast'] : left
      // What a game prints dimmed stays dimmed, as in every terminal.
      const { violations: all } = await run(
        { ...(place && { include: [[place]] }), exclude: [['.xterm-dim']] },
        {
          resultTypes: ['violations'],
          iframes: false,
          preload: false,
          rules: Object.fromEntries(off.map(rule => [rule, { enabled: false }])),
        },
      )
      return all.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    },
    [concern, unused, within] as const,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ')
      return `${id} at ${target.join(' ')}: ${html.slice(0, 160)} (${why})`
    }),
  )
}
