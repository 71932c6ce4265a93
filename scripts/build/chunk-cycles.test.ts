import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chunkCycles } from './chunk-cycles.ts'

test('two chunks that need each other are told, one-way and dynamic imports are not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-chunks-'))
  writeFileSync(join(folder, 'a.js'), 'import{t as e}from"./b.js";import"./c.js";e()')
  writeFileSync(join(folder, 'b.js'), 'import{n}from"./a.js";export{n as t}')
  writeFileSync(join(folder, 'c.js'), 'import("./a.js")')
  expect(chunkCycles(folder)).toEqual([expect.stringMatching(/^a\.js and b\.js need each other/)])
  rmSync(folder, { recursive: true })
})
