// docs/contributing/capabilities.md stays true: complete by the code's own lists, and every story in it is there.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { archiveFormats } from '@rookery/contracts/daemon/file-request.ts'
import { processManagerNames } from '@rookery/contracts/process-managers.ts'
import { rconProtocols } from '@rookery/contracts/template/control.ts'
import { expect, test } from 'vitest'
import { variables } from '../../panel/src/config/variables.ts'

const root = resolve(import.meta.dirname, '../..')

interface Row {
  capability: string
  story: string
  title: string
}

const rows = readFileSync(join(root, 'docs/contributing/capabilities.md'), 'utf8')
  .split('\n')
  .flatMap((line): Row[] => {
    const cells = /^\| (.+?) \| `(.+?)` \| (.+?) \|$/.exec(line)
    return cells ? [{ capability: cells[1] ?? '', story: cells[2] ?? '', title: cells[3] ?? '' }] : []
  })

/** Capabilities that are no entry of a list. */
const alone = [
  'game query',
  'SFTP',
  'plugin: runs',
  'plugin: fetches',
  'image',
  'Prometheus',
  'service accounts',
  'requests sent again, waiting for tasks, If-Match',
  'actions on many servers',
  'owners',
  'plans',
  'suspension',
  'trash',
  'going back',
  'restore: one file',
  'restore: a new server',
  'backup and restore',
  'backups without a panel',
  'backup of the panel by itself',
]
const listed = (kind: string, names: readonly string[]) => names.map(name => `${kind}: ${name}`)
const choices = (name: 'DATABASE_DRIVER' | 'CACHE_DRIVER') => variables[name].kind.allowed.split(', ')

test('every capability has a story', () => {
  const wanted = [
    ...listed('archive', archiveFormats),
    ...listed('process manager', processManagerNames),
    ...listed('database', choices('DATABASE_DRIVER')),
    ...listed('cache', choices('CACHE_DRIVER')),
    ...listed('RCON', rconProtocols),
    ...alone,
  ]
  expect(rows.map(({ capability }) => capability)).toEqual(wanted)
})

test.each(rows)('$capability: the story is there and runs what is built', ({ story, title }) => {
  expect(existsSync(join(root, story)), story).toBe(true)
  expect(readFileSync(join(root, story), 'utf8')).toContain(`'${title}'`)
  const texts = filesOf(story).map(file => readFileSync(join(root, file), 'utf8'))
  expect(texts.some(text => /\bdist\b|Dockerfile/.test(text))).toBe(true)
})

/** The story with what it imports or runs from e2e, and what starts programs for it. */
function filesOf(story: string, found = new Set<string>()): string[] {
  if (found.has(story) || !existsSync(join(root, story))) return [...found]
  found.add(story)
  const text = readFileSync(join(root, story), 'utf8')
  const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => join(dirname(story), path))
  const run = [...text.matchAll(/'(e2e\/[^']+\.ts)'/g)].map(([, path = '']) => path)
  const ofStories = (path: string) => path.startsWith('e2e/') || path === 'test-services/start-program.ts'
  for (const file of [...imported, ...run].filter(ofStories)) filesOf(file, found)
  return [...found]
}
