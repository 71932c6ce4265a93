import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commonJsExports } from '../commonjs-exports.ts'
import { checkBundles } from './check-bundles.ts'
import { dynamicImports } from './taken-names.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-bundles-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** A CommonJS package behind a dynamic import, bundled as our programs are. */
async function bundlePackage(plugins: (typeof commonJsExports)[]): Promise<void> {
  write({
    'main.ts': "const { Agent } = await import('client'); new Agent()",
    'node_modules/client/package.json': '{"name":"client","version":"1.0.0","main":"index.js"}',
    'node_modules/client/index.js':
      "Object.defineProperty(exports, '__esModule', { value: true }); exports.Agent = class {}; exports.default = 1",
  })
  await build({
    absWorkingDir: folder,
    entryPoints: ['main.ts'],
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    plugins,
  })
}

test('names a dynamic import takes that the chunk does not export are reported', async () => {
  await bundlePackage([])
  expect(await checkBundles(folder, ['main'])).toEqual([
    expect.stringMatching(/^main\.mjs takes Agent out of \.\/client-\w+\.mjs, which exports only default$/),
  ])
})

test('a bundled CommonJS package exports the names that it has in Node', async () => {
  await bundlePackage([commonJsExports])
  expect(await checkBundles(folder, ['main'])).toEqual([])
})

test('a chunk that throws and a program whose import is not there are reported, and no program is run', async () => {
  write({
    'dist/main.mjs':
      "import { missing } from './part.mjs'; import { writeFileSync } from 'node:fs'; writeFileSync('ran', missing); await import('./broken.mjs')",
    'dist/part.mjs': 'export const present = 1',
    'dist/broken.mjs': "throw new Error('half a file')",
  })
  const problems = await checkBundles(folder, ['main'])
  expect(problems).toEqual([
    'broken.mjs does not load: half a file',
    expect.stringMatching(/^main\.mjs does not load: .*missing/),
  ])
  expect(existsSync(join(folder, 'ran'))).toBe(false)
})

test('a dynamic import that hides which names it takes is reported', async () => {
  write({ 'dist/main.mjs': "const all = import('./part.mjs')", 'dist/part.mjs': 'export const name = 1' })
  expect(await checkBundles(folder, ['main'])).toEqual([
    expect.stringContaining('main.mjs imports ./part.mjs in a way that hides which names it takes'),
  ])
})

test('reads the names of every form that shows them', () => {
  const text = [
    "const { a, b: other } = await import('./1.mjs')",
    "use((await import('./2.mjs')).c)",
    "import('./3.mjs').then(({ d }) => d)",
    "await import('./4.mjs')",
    "const { e, ...rest } = await import('./5.mjs')",
    'await import(address)',
  ].join('\n')
  expect(dynamicImports(text)).toEqual([
    { from: './1.mjs', names: ['a', 'b'] },
    { from: './2.mjs', names: ['c'] },
    { from: './3.mjs', names: ['d'] },
    { from: './4.mjs', names: [] },
    { from: './5.mjs', names: null },
  ])
})

test('a character that would make the whole text of a chunk twice as large is reported', async () => {
  write({
    'dist/main.mjs': "await import('./narrow.mjs'); await import('./wide.mjs')",
    'dist/narrow.mjs': String.raw`export const pattern = /\u00e9+$/`,
    'dist/wide.mjs': 'export const pattern = /\u00e9+$/',
  })
  expect(await checkBundles(folder, ['main'])).toContainEqual(
    'wide.mjs is not plain ASCII at "export const pattern = /\u00e9": write the character as an escape such as \\u00e9',
  )
})
