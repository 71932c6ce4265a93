// Zip archives with more entries than the first edition of the format can count.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { proofSize } from '../../../../../test-services/proof-size.ts'
import type { PackItem } from './pack-item.ts'
import { writeZip } from './write-zip.ts'

async function* emptyFiles(count: number): AsyncGenerator<PackItem> {
  for (let at = 0; at < count; at += 1) {
    const content = (async function* () {})()
    yield { type: 'file', name: `f${at}`, mode: 0o644, modifiedAtMs: 0, sizeBytes: 0, content }
  }
}

/** The first edition counts to 65,535; how yazl goes on from there is a proof. */
const entries = proofSize({ short: 700, proof: 70_000 })

test(`8.2 ${entries} entries are read by Python`, { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-zip-'))
  try {
    const file = join(folder, 'a.zip')
    writeFileSync(file, await buffer(writeZip(emptyFiles(entries))))
    const count = execFileSync('python3', [
      '-c',
      'import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).namelist()))',
      file,
    ])
    expect(Number(count)).toBe(entries)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
