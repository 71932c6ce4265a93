// Tests that only colors go which nobody uses.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unusedColors, withoutUnusedColors } from './slim-colors.ts'

test('colors of the kit that nobody uses are left out, and nothing else', () => {
  const css =
    ':root{--mantine-color-blue-filled:var(--mantine-color-blue-6);--mantine-color-gray-6:#868e96;--mantine-color-pink-9:#a61e4d}p{color:red}'
  expect(withoutUnusedColors(css)).toBe(':root{--mantine-color-gray-6:#868e96;}p{color:red}')
})

test('no part of the pages asks the kit for one of them', () => {
  const root = join(import.meta.dirname, '..', 'src')
  const asked = new RegExp(
    `(?:color|c|bg|autoContrast)=["{']+(?:${unusedColors.join('|')})\\b|mantine-color-(?:${unusedColors.join('|')})`,
  )
  const askers = globSync('**/*.{ts,tsx,css}', { cwd: root }).filter(file =>
    asked.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(askers).toEqual([])
})
