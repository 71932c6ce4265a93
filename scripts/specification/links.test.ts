// Every link in a document leads to a file that is there, and to a heading in it where it names one.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const documents = ['*.md', 'docs/**/*.md', '{plugin-sdk,plugins,templates}/**/*.md'].flatMap(pattern =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }),
)

/** As GitHub makes them from headings. */
function anchorOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')
}

function anchorsIn(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
  const written = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
  return new Set([...headings, ...written])
}

function brokenLinks(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8')
  const links = [...text.replaceAll(/```.*?```/gs, '').matchAll(/\]\(([^)\s]+)\)/g)]
  return links.flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return []
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? document : normalize(join(dirname(document), path))
    if (!existsSync(join(root, target))) return [`${document}: ${link} is missing`]
    if (anchor === undefined || !target.endsWith('.md')) return []
    const isThere = anchorsIn(readFileSync(join(root, target), 'utf8')).has(anchor)
    return isThere ? [] : [`${document}: ${link} has no such heading`]
  })
}

test('no link of a document leads nowhere', () => {
  expect(documents.length).toBeGreaterThan(50)
  expect(documents.flatMap(brokenLinks)).toEqual([])
})
