// The programs as they are built: what the tests from source prove must also be there in what is shipped.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkBundles } from '../scripts/build/bundle-check/check-bundles.ts'
import { bundleNames } from '../scripts/build/bundles.ts'

const root = dirname(import.meta.dirname)
const rookery = join(root, 'dist/rookery.mjs')

test('the command loads nothing before it has looked which Node runs it', () => {
  const from = [...readFileSync(rookery, 'utf8').matchAll(/\bfrom ?["']([^"']+)["']/g)].map(
    ([, name = '']) => name,
  )
  expect(from.toSorted()).toEqual(['node:module', 'node:path'])
})

test('an old Node says in one sentence which one is needed', context => {
  const version = spawnSync('/usr/bin/node', ['--version'], { encoding: 'utf8' }).stdout ?? ''
  if (!/^v2[0-3]\./.test(version)) return context.skip('the Node of this machine is not an old one')
  const { status, stdout, stderr } = spawnSync('/usr/bin/node', [rookery, '--help'], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^Rookery needs Node 24 or newer, and this is Node 2[^\n]+\n$/)
})

test('every chunk of the built programs loads and exports what is taken from it', async () => {
  expect(await checkBundles(root, bundleNames)).toEqual([])
})
