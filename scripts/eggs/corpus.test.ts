// Public eggs of the fixtures go through import, rendering, export and import again: one in eight here, all of them in `npm run eggs`.

import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { eggFiles } from '../tasks/eggs.ts'
import { tryEgg } from './try-egg.ts'

const folder = resolve(import.meta.dirname, '../../../shared/eggs')

test.skipIf(!existsSync(folder))('eggs of the corpus pass', () => {
  const files = eggFiles(folder)
  const sample = files.filter((_, index) => index % 8 === 0)
  const failed = sample.flatMap(file =>
    tryEgg(readFileSync(file, 'utf8')).problems.map(problem => `${relative(folder, file)}: ${problem}`),
  )
  expect(failed).toEqual([])
  expect(files.length).toBeGreaterThanOrEqual(164)
})

test('an egg that cannot be used is told, not passed', () => {
  expect(tryEgg('{"meta":{"version":"PTDL_v0"}}').problems).toEqual([expect.stringContaining('is not known')])
})
