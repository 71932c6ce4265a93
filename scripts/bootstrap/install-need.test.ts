// An install happens when it must and only then.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installNeed, stampOf } from './install-need.mjs'

const lock = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages })
const wanted = lock({
  '': { name: 'rookery' },
  panel: { name: '@rookery/panel' },
  'node_modules/@rookery/panel': { resolved: 'panel', link: true },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a/node_modules/b': { version: '2.0.0' },
  'node_modules/for-other-machines': { version: '1.0.0', optional: true },
})
const installed = (changes: object = {}) =>
  lock({
    'node_modules/@rookery/panel': { resolved: 'panel', link: true },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a/node_modules/b': { version: '2.0.0' },
    ...changes,
  })
const expectedStamp = stampOf(wanted, 'linux-x64')
const need = (stamp: string | null, installedLockText: string | null) =>
  installNeed({ lockText: wanted, stamp, expectedStamp, installedLockText })

test('without node_modules everything is installed', () => {
  expect(need(null, null)).toBe('nothing is installed yet')
  expect(need(expectedStamp, null)).toBe('nothing is installed yet')
})

test('with the right stamp nothing is looked at further', () => {
  expect(need(expectedStamp, 'not even JSON')).toBeNull()
})

test('an install made by hand counts when every package has its version', () => {
  expect(need(null, installed())).toBeNull()
  expect(need('linux-x64 0123', installed())).toBeNull()
})

test.each([
  ['another version', installed({ 'node_modules/a': { version: '1.0.1' } })],
  ['another version deep inside', installed({ 'node_modules/a/node_modules/b': { version: '9.0.0' } })],
  ['a missing package', lock({ 'node_modules/a': { version: '1.0.0' } })],
  ['no readable list', '{'],
  [
    'an optional package in another version',
    installed({ 'node_modules/for-other-machines': { version: '0.9.0' } }),
  ],
])('%s means an install', (_name, present) => {
  expect(need('linux-x64 0123', present)).toBe('package-lock.json has changed')
})

test('a folder copied from another kind of machine is installed anew', () => {
  expect(need(stampOf(wanted, 'linux-arm64'), installed())).toContain('another kind of machine')
})

test('what is installed in this repository fits its lock file', () => {
  const root = join(import.meta.dirname, '..', '..')
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const installedLockText = readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')
  expect(installNeed({ lockText, stamp: null, expectedStamp: 'x', installedLockText })).toBeNull()
})
