// What is compiled is kept for the next start of the same build, in a folder that nobody else can write.

import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rookery-compile-cache-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** A process of its own: whatever is loaded there is from then on compiled with a cache. */
async function start(build: string, meanwhile = ''): Promise<void> {
  const program = join(dataDir, 'program.mjs')
  writeFileSync(program, `export const build = ${JSON.stringify(build)}`)
  const ours = new URL('./compile-cache.ts', import.meta.url).href
  const text = `
    const { keepCompiled, makeCompileCacheFolder, useCompileCacheIn } = await import(${JSON.stringify(ours)})
    useCompileCacheIn(${JSON.stringify(dataDir)}, ${JSON.stringify(program)})
    await import(${JSON.stringify(program)})
    makeCompileCacheFolder(${JSON.stringify(dataDir)})
    ${meanwhile}
    keepCompiled()`
  await promisify(execFile)(process.execPath, ['--no-warnings', '--input-type=module', '-e', text], {
    // Without what the tests themselves are run with.
    env: { PATH: process.env.PATH },
  })
}

const folder = () => join(dataDir, 'compile-cache')
const builds = () => readdirSync(folder())
const filesOf = (build = '') =>
  readdirSync(join(folder(), build), { recursive: true, withFileTypes: true }).filter(one => one.isFile())

test('the first start makes a folder for its user alone, the next one leaves there what was compiled of it', async () => {
  await start('one')
  expect(builds()).toEqual([])
  await start('one')
  expect(builds()).toHaveLength(1)
  expect(filesOf(builds()[0]).length).toBeGreaterThan(0)
  expect(statSync(folder()).mode & 0o777).toBe(0o700)
})

test('the same build uses it again, another one takes its place', async () => {
  await start('one')
  await start('one')
  const [first] = builds()
  await start('one')
  expect(builds()).toEqual([first])
  await start('two')
  expect(builds()).toHaveLength(1)
  expect(builds()).not.toEqual([first])
})

test('it may be removed at any time', async () => {
  await start('one')
  const removing = `
    const { rmSync } = await import('node:fs')
    rmSync(${JSON.stringify(folder())}, { recursive: true })`
  await start('one', removing)
  await start('one')
  expect(builds()).toEqual([])
  await start('one')
  expect(builds()).toHaveLength(1)
})

test('a folder that others can write is not used', async () => {
  mkdirSync(folder())
  chmodSync(folder(), 0o777)
  await start('one')
  expect(filesOf()).toEqual([])
})
