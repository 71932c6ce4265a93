// Follows the imports of every page that is loaded on demand: the texts it may show must come with it.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { textsOf } from './languages.ts'
import { startAreas, type TextArea, textAreas } from './text-areas.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(path, 'utf8')

const areaOfGroup = new Map<string, TextArea>()
for (const area of textAreas) {
  for (const group of Object.keys(await textsOf('en', area))) areaOfGroup.set(group, area)
}

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(path => /\.tsx?$/.test(path) && !/\.test\.|^gallery|^texts\//.test(path))
  .map(path => join(root, path))

interface LoadedPage {
  path: string
  areas: string[]
}

/** What is loaded on demand with texts of its own. */
const pages: LoadedPage[] = sources.flatMap(path =>
  [...read(path).matchAll(/withTexts\(\s*\[([^\]]*)\],\s*\(\) =>\s*import\('([^']+)'\)/g)].map(match => ({
    path: resolve(dirname(path), match[2] ?? ''),
    areas: [...(match[1] ?? '').matchAll(/'(\w+)'/g)].map(([, area]) => area ?? ''),
  })),
)

const withOwnTexts = new Set(pages.map(({ path }) => path))

/** All that comes along, now or later, but what brings its own texts. */
function filesBehind(entry: string, seen = new Set<string>()): Set<string> {
  seen.add(entry)
  for (const [, target = ''] of read(entry).matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g)) {
    const path = resolve(dirname(entry), target)
    const isApart = withOwnTexts.has(path) || /\/src\/(?:texts|gallery)\//.test(path)
    if (!isApart && !seen.has(path)) filesBehind(path, seen)
  }
  return seen
}

/** Everything in the code that looks like the key of a text, with the area that it belongs to. */
function areasUsedBy(entry: string): Map<string, string> {
  const used = new Map<string, string>()
  for (const path of filesBehind(entry)) {
    for (const [, group = ''] of read(path).matchAll(/(?<!type [!=]== )['`](\w+)\.[\w$]/g)) {
      const area = areaOfGroup.get(group)
      if (area) used.set(area, `${group}.… in ${path.slice(root.length + 1)}`)
    }
  }
  return used
}

const lacking = ({ path, areas }: LoadedPage) =>
  [...areasUsedBy(path)]
    .filter(([area]) => !(startAreas as string[]).includes(area) && !areas.includes(area))
    .map(([area, where]) => `${path.slice(root.length + 1)} needs the area ${area}: ${where}`)

test('pages with texts of their own are found', () => {
  expect(pages.length).toBeGreaterThan(8)
  expect(pages.find(({ path }) => path.endsWith('nodes-page.tsx'))?.areas).toEqual(['nodes'])
})

test('every page brings the texts of all that it imports', () => {
  expect(pages.flatMap(lacking)).toEqual([])
})

test('everything else is content with the texts of the start', () => {
  expect(lacking({ path: join(root, 'main.tsx'), areas: [] })).toEqual([])
})
