// Log files are put aside when large, and the oldest is dropped.

import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { openLogFile } from './running-program.ts'

async function append(path: string, message: string): Promise<void> {
  const log = openLogFile(path)
  log.end(message)
  await finished(log)
}

test('a small log goes on, a large one is put aside, three old ones are kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-log-'))
  const path = join(folder, 'logs', 'panel.log')
  try {
    await append(path, 'a')
    await append(path, 'b')
    expect(readFileSync(path, 'utf8')).toBe('ab')
    for (const number of [1, 2, 3, 4, 5]) {
      writeFileSync(path, `old ${number}`)
      truncateSync(path, 11 * 1024 * 1024)
      await append(path, 'new')
    }
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect([1, 2, 3].map(n => readFileSync(`${path}.${n}`, 'latin1').slice(0, 5))).toEqual([
      'old 5',
      'old 4',
      'old 3',
    ])
    expect(existsSync(`${path}.4`)).toBe(false)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
