// Archives as tar itself reads them.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tarEnd, tarHeader, tarPadding } from './tar-blocks.ts'

test('tar unpacks short and long names, programs and empty files as they were', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-tar-'))
  try {
    const long = `${'folder/'.repeat(20)}${'n'.repeat(90)}.js`
    const files = [
      { path: 'bin/rookery', content: '#!/bin/sh\n', isProgram: true },
      { path: long, content: 'x'.repeat(512), isProgram: false },
      { path: 'empty', content: '', isProgram: false },
    ]
    const blocks: Buffer[] = []
    for (const { path, content, isProgram } of files) {
      const header = await tarHeader({ path, isProgram, sizeBytes: content.length })
      blocks.push(header, Buffer.from(content), tarPadding(content.length))
    }
    writeFileSync(join(folder, 'a.tar'), Buffer.concat([...blocks, tarEnd]))
    execFileSync('tar', ['-xf', join(folder, 'a.tar'), '-C', folder])
    for (const { path, content, isProgram } of files) {
      expect(readFileSync(join(folder, path), 'utf8')).toBe(content)
      expect((statSync(join(folder, path)).mode & 0o111) !== 0).toBe(isProgram)
    }
    const listed = execFileSync('tar', ['-tvf', join(folder, 'a.tar')], { encoding: 'utf8' })
    expect(listed).toMatch(/^-rwxr-xr-x root\/root {8,}10 1970-01-01/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a name that fits no header is refused and not cut', async () => {
  const header = tarHeader({ path: 'n'.repeat(300), sizeBytes: 0, isProgram: false })
  await expect(header).rejects.toThrow(/too long/)
})
