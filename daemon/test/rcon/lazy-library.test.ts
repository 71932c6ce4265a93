// The query library is large: a daemon that nobody asks for a query never loads it.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

/** Imports the whole daemon and tells whether the library was asked for, before and after its client is used. */
const program = `
import { registerHooks } from 'node:module'
let isLoaded = false
registerHooks({
  resolve(name, context, next) {
    if (name === 'gamedig') isLoaded = true
    return next(name, context)
  },
})
await import(process.argv[1])
const { askGame } = await import(process.argv[2])
const before = isLoaded
await askGame({ game: 'protocol-valve', host: '127.0.0.1', port: 1 }).catch(() => {})
console.log(JSON.stringify([before, isLoaded]))
process.exit(0)
`

test('gamedig is loaded by the first query, not by the start of the daemon', () => {
  const source = (path: string) => pathToFileURL(join(import.meta.dirname, '../../src', path)).href
  const files = [source('app.ts'), source('features/query/game-query-client.ts')]
  const args = ['--input-type=module', '--eval', program, ...files]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 50_000 })
  expect(stdout.trim(), stderr).toBe('[false,true]')
})
