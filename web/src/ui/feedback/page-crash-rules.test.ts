// Tests of why a page broke.

import { expect, test } from 'vitest'
import { whyPageBroke } from './page-crash-rules.ts'

test.each([
  ['Failed to fetch dynamically imported module: https://a/assets/x.js', true, 'newVersion'],
  ['error loading dynamically imported module: https://a/assets/x.js', true, 'newVersion'],
  ['Importing a module script failed.', true, 'newVersion'],
  ['Unable to preload CSS for /assets/x.css', true, 'newVersion'],
  ['Failed to fetch dynamically imported module: https://a/assets/x.js', false, 'offline'],
  ['Cannot read properties of undefined', true, 'crash'],
  ['Cannot read properties of undefined', false, 'crash'],
])('%s, online %s: %s', (message, isOnline, why) => {
  expect(whyPageBroke(new TypeError(message), isOnline)).toBe(why)
})

test('what is no error counts as a fault of the page', () => {
  expect(whyPageBroke(undefined, true)).toBe('crash')
})
