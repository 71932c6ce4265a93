// Zip archives with more entries than the first edition of the format can count.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { PackItem } from './pack-item.ts'
import { writeZip } from './write-zip.ts'

async function* emptyFiles(count: number): AsyncGenerator<PackItem> {
  for (let at = 0; at < count; at += 1) {
    const content = (async function* () {})()
    yield { type: 'file', name: `f${at}`, mode: 0o644, modifiedAtMs: 0, sizeBytes: 0, content }
  }
}

test('8.2 70,000 entries are read by Python', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-zip-'))
  try {
    const file = join(folder, 'a.zip')
    writeFileSync(file, await buffer(writeZip(emptyFiles(70_000))))
    const count = execFileSync('python3', [
      '-c',
      'import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).namelist()))',
      file,
    ])
    expect(Number(count)).toBe(70_000)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
