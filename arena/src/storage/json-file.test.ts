// Files that are never half written, and damaged ones that are set aside.

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createJsonFile } from './json-file.ts'

const isList = (value: unknown): value is string[] => Array.isArray(value)

async function place() {
  const folder = await mkdtemp(join(tmpdir(), 'arena-json-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const warnings: string[] = []
  const path = join(folder, 'list.json')
  return {
    folder,
    path,
    warnings,
    file: createJsonFile<string[]>(
      path,
      () => [],
      isList,
      text => void warnings.push(text),
    ),
  }
}

test('what was saved is loaded, the last save wins and nothing else is left behind', async () => {
  const { folder, file } = await place()
  expect(await file.load()).toEqual([])
  await Promise.all([file.save(['a']), file.save(['a', 'b']), file.save(['c'])])
  expect(await file.load()).toEqual(['c'])
  expect(await readdir(folder)).toEqual(['list.json'])
})

test.each(['{"half": ', '{"not": "a list"}'])('%j is set aside with a warning', async content => {
  const { path, file, warnings } = await place()
  await writeFile(path, content)
  expect(await file.load()).toEqual([])
  expect(await readFile(`${path}.broken`, 'utf8')).toBe(content)
  expect(warnings).toHaveLength(1)
})
