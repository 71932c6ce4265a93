// Tests of what the build leaves of the endpoints, and that no page misses the rest.

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as gameServers from '@rookery/contracts/http/game-servers.ts'
import { expect, test } from 'vitest'
import { isFileOfSchemas, slimModule } from './slim-endpoints.ts'

const path = '/contracts/src/http/game-servers.ts'
const lines = slimModule(gameServers, path).split('\n')

test('an endpoint keeps how it is called, and whether it answers in pages', () => {
  expect(lines).toContain(
    'export const listGameServers = {"method":"GET","path":"/api/servers","answer":true,"paged":true}',
  )
})

test('a schema stays where it is, for the pages that check with it', () => {
  expect(lines).toContain(`export { consoleCommand } from "${path}?whole"`)
})

test('every export is still there', () => {
  for (const name of Object.keys(gameServers))
    expect(
      lines.some(line => line.startsWith(`export const ${name} =`) || line.includes(`{ ${name} }`)),
    ).toBe(true)
})

test('plain values are written down, and functions are not', () => {
  const slim = slimModule({ kinds: ['a', 'b'], limit: 3, make: () => 1 }, '/x.ts')
  expect(slim).toBe(
    'export const kinds = ["a","b"]\nexport const limit = 3\nexport { make } from "/x.ts?whole"\n',
  )
})

test('a file with schemas is told from one with plain facts', () => {
  const contracts = resolve(import.meta.dirname, '../../contracts/src')
  expect(isFileOfSchemas(join(contracts, 'crash-report.ts'))).toBe(true)
  expect(isFileOfSchemas(join(contracts, 'run-states.ts'))).toBe(false)
})

test('no page reads the schema of an endpoint: in the browser there is none', () => {
  const folder = resolve(import.meta.dirname, '../src')
  const readers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file))
    .filter(file =>
      /\.(body|query|params|answer)\.(safeParse|parse|shape)\b/.test(
        readFileSync(join(folder, file), 'utf8'),
      ),
    )
  expect(readers).toEqual([])
})
