// Tests of what is refused before it is sent: never what the node would accept.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { guessContent, guessedBytes } from './content-guess.ts'
import { refusedBeforeSending } from './upload-refusal.ts'

type Verdict = 'allow' | 'reject'
interface Case {
  id: string
  b64: string
  default: Verdict
  allow_archives: Verdict
  allow_binary: Verdict
}

const vectors = fileURLToPath(
  new URL('../../../../../../../shared/vectors/filetype/cases.json', import.meta.url),
)
const isThere = existsSync(vectors)
if (!isThere) console.warn(`skipped: the public cases of contents are not at ${vectors}`)
const cases = isThere ? (JSON.parse(readFileSync(vectors, 'utf8')) as { cases: Case[] }).cases : []

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap(part => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)))

describe('8.3 the first bytes of a file', () => {
  test.each<[string, Uint8Array, string]>([
    ['a region of a world', bytes([0, 0, 2, 1, 0, 0, 3, 1], Array(64).fill(0)), 'binary'],
    ['level.dat', bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), 'archive'],
    ['a plugin', bytes('PK', [3, 4, 20, 0, 8, 8]), 'archive'],
    ['a program', bytes([0x7f], 'ELF', [2, 1, 1, 0, 0, 0, 0, 0]), 'binary'],
    ['a text', bytes('motd=hello\n'), 'unknown'],
    ['nothing', bytes(), 'unknown'],
    ['a picture', bytes([0x89], 'PNG\r\n', [0x1a], '\n', [0, 0, 0, 13]), 'unknown'],
    ['a text in UTF-16', bytes('h\0e\0l\0l\0o\0'), 'unknown'],
    ['a text in an old encoding', bytes('Gr', [0xfc], 'n\n'), 'unknown'],
    ['a page', bytes('<!doctype html><p>'), 'markup'],
    ['a drawing', bytes('<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="x">'), 'markup'],
    ['a text about pages', bytes('Use <html> here'), 'unknown'],
  ])('8.3 %s', (_, head, family) => {
    expect(guessContent(head).family).toBe(family)
  })

  test.skipIf(!isThere)('8.3 no file is refused that the node accepts, and most that it refuses are', () => {
    const limits = { limit_bytes: 1e9, transfers: { enabled: false, limit_bytes: 1e9 } }
    const policies = [
      ['default', { allow_archives: false, allow_binary: false }],
      ['allow_archives', { allow_archives: true, allow_binary: false }],
      ['allow_binary', { allow_archives: false, allow_binary: true }],
    ] as const
    let refused = 0
    let refusedEarly = 0
    for (const [column, policy] of policies) {
      for (const known of cases) {
        const content = Buffer.from(known.b64, 'base64')
        const head = content.subarray(0, guessedBytes)
        const rules = { ...limits, ...policy, allowed_types: [] }
        const early = refusedBeforeSending(content.length, head, rules)
        if (known[column] === 'allow') expect(early, `${known.id} ${column}`).toBeNull()
        else refused += 1
        if (early) refusedEarly += 1
      }
    }
    expect(refusedEarly / refused).toBeGreaterThan(0.6)
  })
})
