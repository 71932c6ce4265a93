// The config entries of public eggs, against empty and broken files: no editor throws, and twice is once.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ConfigFileFormat, ConfigFileValue } from '@rookery/contracts/template/config-files.ts'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { editConfig } from '../logic/edit-config.ts'

const folder = resolve(import.meta.dirname, '../../../../../../shared/eggs')
const formats: Record<string, ConfigFileFormat> = { file: 'lines', yml: 'yaml' }

interface EggFile {
  parser: string
  find?: Record<string, unknown>
}

function eggFiles(): { path: string; format: ConfigFileFormat; values: ConfigFileValue[] }[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter(name => /\.(json|ya?ml)$/.test(name))
    .flatMap(name => {
      const egg = parse(readFileSync(join(folder, name), 'utf8')) as { config?: { files?: unknown } } | null
      const found = egg?.config?.files
      const files = typeof found === 'string' ? (JSON.parse(found || '{}') as unknown) : found
      return Object.entries((files ?? {}) as Record<string, EggFile>).map(([path, { parser, find }]) => ({
        path,
        format: formats[parser] ?? (parser as ConfigFileFormat),
        values: Object.entries(find ?? {}).flatMap(valuesOf),
      }))
    })
}

function valuesOf([key, value]: [string, unknown]): ConfigFileValue[] {
  if (typeof value !== 'object' || value === null) return [{ key, value: String(value) }]
  return Object.entries(value).map(([only_if, text]) => ({ key, value: String(text), only_if }))
}

describe.skipIf(!existsSync(folder))('config entries of public eggs', () => {
  test('none throws or warns on a missing file, and twice is once', () => {
    const files = eggFiles()
    expect(files.length).toBeGreaterThan(100)
    for (const { path, format, values } of files) {
      const made = editConfig(format, '', values)
      expect(made.warnings, `${path} ${format}`).toEqual([])
      expect(editConfig(format, made.text, values), path).toEqual(made)
      const other = values.map(value => ({ ...value, value: `${value.value} #1` }))
      const changed = editConfig(format, made.text, other)
      expect(changed.warnings, path).toEqual([])
      expect(editConfig(format, changed.text, values).warnings).toEqual([])
      for (const broken of ['{"a": [', '<a><b>', 'a: [\n- }', '\0\0', '[[['])
        expect(() => editConfig(format, broken, values)).not.toThrow()
    }
  })
})
