// What the open pages of a story showed when it failed: told with the failure, so that its log alone explains it.

import type { Page } from 'playwright-core'

const longestText = 400
const mostFields = 10
const patienceMs = 5_000

interface Visible {
  title: string
  text: string
  fields: { name: string; value: string }[]
}

/** One line for each page that is still open. */
export async function visiblePages(pages: readonly Page[]): Promise<string> {
  const open = pages.filter(page => !page.isClosed())
  return (await Promise.all(open.map(lineOf))).join('\n')
}

async function lineOf(page: Page): Promise<string> {
  const late = new Promise<null>(resolve => setTimeout(resolve, patienceMs, null).unref())
  const visible = await Promise.race([readVisible(page).catch(() => null), late])
  if (visible === null) return `${page.url()} does not answer`
  const { title, text } = visible
  const fields = visible.fields.map(({ name, value }) => `${name}=${value}`).join(', ')
  return `${page.url()} (${title}) shows: ${text}; fields: ${fields || 'none'}`
}

async function readVisible(page: Page): Promise<Visible> {
  const fields: Visible['fields'] = await page
    .locator('input')
    .evaluateAll(inputs => inputs.map(({ name, type, value }) => ({ name: name || type, value })))
  const text = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ').slice(0, longestText)
  return { title: await page.title(), text, fields: fields.slice(0, mostFields) }
}
