// Runs with every file of stories (`setupFiles`), because a module that several files share registers hooks in the first alone:
// whatever a page complained of fails the file at its end, and a failure says what the pages showed.

import { afterAll, afterEach, expect } from 'vitest'
import { visiblePages } from './visible-pages.ts'
import { watchedPages } from './watched-pages.ts'

afterAll(() => {
  const pages = watchedPages.splice(0)
  expect(
    pages.flatMap(({ problems }) => problems),
    'errors in the console and violations of the policy',
  ).toEqual([])
})

afterEach(async ({ task }) => {
  const [failure] = task.result?.errors ?? []
  if (!failure || watchedPages.length === 0) return
  const visible = await visiblePages(watchedPages.map(({ page }) => page))
  const words = `${failure.message}\n${visible}`
  failure.stack = failure.stack?.replace(failure.message, () => words)
  failure.message = words
})
