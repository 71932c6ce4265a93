// Known traversal strings, one of each kind, as they are and decoded, against every kind of access; in the proof thousands.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { proofSize } from '../../../../../test-services/proof-size.ts'
import { decoded, missingLists, oneOfEachKind, publicStrings } from '../../../../test/files/public-strings.ts'
import { openRoot } from '../../confined-files.ts'
import { ConfinedFileError } from '../confined-file-error.ts'

const own = [
  '../secret',
  'a/../../secret',
  '/secret',
  './../secret',
  '..',
  'a/b/../../../secret',
  '..\\secret',
  '%2e%2e/secret',
]

function strings(): string[] {
  if (missingLists !== null) console.log(`skipped: ${missingLists}; only our own strings are tried`)
  const known = publicStrings()
  return [...own, ...proofSize({ short: oneOfEachKind(known), proof: known })]
}

describe('traversal strings', () => {
  test('T-058 none of them reads, writes, makes or removes anything outside', async () => {
    const top = mkdtempSync(join(tmpdir(), 'rookery-'))
    const inside = join(top, '1/2/3/4/5/6/7/8/inside')
    mkdirSync(inside, { recursive: true })
    writeFileSync(join(top, 'secret'), 'outside')
    const root = await openRoot(inside)
    const all = strings()
      .filter(Boolean)
      .flatMap(text => decoded(text.replaceAll('{FILE}', 'secret')))
    let refusals = 0
    for (const path of new Set(all)) {
      for (const verb of [
        () => root.readFile(path, { limitBytes: 1000 }),
        () => root.writeFileAtomic(path, Buffer.from('planted')),
        () => root.remove(path),
        () => root.mkdir(path),
        () => root.remove(path),
      ]) {
        const error = await verb().then(
          () => null,
          (thrown: unknown) => thrown,
        )
        if (error === null) continue
        expect(error, path).toBeInstanceOf(ConfinedFileError)
        refusals += 1
      }
    }
    await root.close()
    expect(refusals).toBeGreaterThan(own.length)
    expect(readdirSync(top).sort()).toEqual(['1', 'secret'])
    expect(readFileSync(join(top, 'secret'), 'utf8')).toBe('outside')
    for (let depth = 1, path = top; depth <= 8; depth += 1) {
      expect(readdirSync(path).filter(name => name !== 'secret')).toEqual([String(depth)])
      path = join(path, String(depth))
    }
    expect(existsSync('/secret')).toBe(false)
    rmSync(top, { recursive: true })
  })
})
