import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFile } from './replace-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-private-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a file that others could read is replaced by one that they cannot, and nothing else is left', () => {
  const path = join(folder, 'config.env')
  writeFileSync(path, 'old', { mode: 0o644 })
  // As a program that was killed has left it.
  writeFileSync(`${path}.${process.pid}.new`, 'half', { mode: 0o644 })
  replaceFile(path, 'new')
  expect(readFileSync(path, 'utf8')).toBe('new')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['config.env'])
})

test('where it cannot be written, the old content stays', () => {
  const path = join(folder, 'taken')
  writeFileSync(path, 'old')
  expect(() => replaceFile(join(path, 'inside'), 'new')).toThrow(/ENOTDIR/)
  expect(readFileSync(path, 'utf8')).toBe('old')
})
