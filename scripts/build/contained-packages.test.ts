// The packages inside an output: nested ones by their own folder, dropped files not at all.

import { expect, test } from 'vitest'
import { packageFolder, packagesOfBundle, packagesOfPages } from './contained-packages.ts'

test.each([
  ['node_modules/zod/v4/core.js', 'node_modules/zod'],
  ['/anywhere/clone/node_modules/@scope/name/dist/a.js?x', 'node_modules/@scope/name'],
  ['../node_modules/one/node_modules/two/index.js', 'node_modules/one/node_modules/two'],
  ['\0/clone/node_modules/a/b.js', 'node_modules/a'],
  ['panel/src/main.ts', null],
])('%s is of %s', (path, folder) => {
  expect(packageFolder(path)).toBe(folder)
})

test('a file of which nothing is left does not make its package a part of the bundle', () => {
  const inputs = {
    'node_modules/used/a.js': { bytesInOutput: 5 },
    'node_modules/dropped/a.js': { bytesInOutput: 0 },
    'panel/src/main.ts': { bytesInOutput: 9 },
  }
  const outputs = { 'dist/a.mjs': { bytes: 14, inputs, imports: [], exports: [] } }
  expect(packagesOfBundle({ inputs: {}, outputs })).toEqual(['node_modules/used'])
})

test('style sheets and fonts of the pages count, dropped scripts do not', () => {
  const modules = {
    '/c/node_modules/dropped/a.js': { renderedLength: 0 },
    '/c/node_modules/styled/a.css': { renderedLength: 0 },
    '/c/node_modules/used/a.js': { renderedLength: 3 },
  }
  const output = [
    { type: 'chunk' as const, modules },
    { type: 'asset' as const, originalFileNames: ['../node_modules/@fonts/sans/a.woff2'] },
  ]
  expect(packagesOfPages([{ output }])).toEqual([
    'node_modules/@fonts/sans',
    'node_modules/styled',
    'node_modules/used',
  ])
})
