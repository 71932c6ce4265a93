// What a bundle asks of Node's own modules, in a program that is bundled as ours are.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { build, type Plugin } from 'esbuild'
import { expect, test } from 'vitest'
import { builtinModules } from './builtin-modules.ts'

const program = `
import fs, { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename } from 'node:path'
const hasClient = process.moduleLoadList.some(name => name.includes('undici'))
console.log(JSON.stringify([fs.readFileSync === readFileSync, typeof createServer, basename('/a/b'), hasClient]))`

const wholeProgram = `
import * as crypto from 'node:crypto'
const { names = Object.keys } = process
console.log(JSON.stringify(names(crypto).includes('createHash')))`

async function outputOf(plugins: Plugin[], contents = program): Promise<unknown> {
  const banner =
    "import { createRequire } from 'node:module'; const require = createRequire(process.execPath)"
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins,
    banner: { js: banner },
    write: false,
  })
  const text = outputFiles[0]?.text ?? ''
  const options = ['--throw-deprecation', '--input-type=module', '-e', text]
  const { stdout } = await promisify(execFile)(process.execPath, options)
  return JSON.parse(stdout)
}

test('a bundle uses parts of a module of Node without having all of it made', async () => {
  expect(await outputOf([])).toEqual([true, 'function', 'b', true])
  expect(await outputOf([builtinModules])).toEqual([true, 'function', 'b', false])
})

test('all of a module of Node is had without a warning', async () => {
  expect(await outputOf([builtinModules], wholeProgram)).toBe(true)
})
