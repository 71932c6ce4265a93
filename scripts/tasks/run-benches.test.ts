// Benches that are written for this test run as real processes.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { benchNames, runBenches } from './run-benches.ts'

const report = new URL('../../bench/report/report.ts', import.meta.url).href
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rookery-benches-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(name: string, program: string): void {
  mkdirSync(join(root, 'bench', name), { recursive: true })
  writeFileSync(join(root, 'bench', name, 'main.ts'), `import { report } from '${report}'\n${program}`)
}

test('a bench that fails keeps its rows and takes none from the others', async () => {
  write('first', "report({ work: 'one', figure: 1, unit: 'ms' })\nthrow new Error('on purpose')")
  write('second', "report({ work: 'two', figure: Number.NaN, unit: 'ms', baseline: 4 })")
  const { rows, failed } = await runBenches(root, ['first', 'second'])
  expect(rows.map(({ work, figure }) => [work, figure])).toEqual([
    ['one', 1],
    ['two', Number.NaN],
  ])
  expect(failed).toEqual(['first'])
})

test('a bench that waits for what never comes has failed', async () => {
  write('stuck', 'await new Promise(() => {})')
  expect((await runBenches(root, ['stuck'])).failed).toEqual(['stuck'])
})

test('a bench is told which of its rows are wanted', async () => {
  write('some', "report({ work: process.argv[2] ?? 'all', figure: 1, unit: 'ms' })")
  const { rows } = await runBenches(root, ['some', 'some=a list, kept=yes'])
  expect(rows.map(({ work }) => work)).toEqual(['all', 'a list, kept=yes'])
})

test('folders without a program are no benches', () => {
  write('first', '')
  mkdirSync(join(root, 'bench', 'shared'))
  expect(benchNames(root)).toEqual(['first'])
})
