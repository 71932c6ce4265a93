// The type filter against every case of the shared list, and against documents that hide.

import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UploadPolicy } from '@rookery/contracts/daemon/file-request.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../test-services/proof-size.ts'
import { LinkRefusal } from '../../../platform/panel-link/link-hooks.ts'
import { checkContent } from '../check-content.ts'

const nothingMore: UploadPolicy = { allowed_types: [], allow_archives: false, allow_binary: false }
const archives = { ...nothingMore, allow_archives: true }
const binaries = { ...nothingMore, allow_binary: true }

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rookery-types-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The type that was found, or the refusal. */
async function check(content: Uint8Array | string, policy = nothingMore): Promise<string | LinkRefusal> {
  const file = await open(join(folder, 'upload'), 'w+')
  try {
    await file.writeFile(content)
    return (await checkContent(file, policy)).detectedType
  } catch (error) {
    if (error instanceof LinkRefusal) return error
    throw error
  } finally {
    await file.close()
  }
}

async function verdict(content: Uint8Array | string, policy?: UploadPolicy): Promise<'allow' | 'reject'> {
  return typeof (await check(content, policy)) === 'string' ? 'allow' : 'reject'
}

async function refusedAs(content: Uint8Array | string, policy?: UploadPolicy): Promise<string> {
  const answer = await check(content, policy)
  return typeof answer === 'string' ? `accepted as ${answer}` : JSON.parse(answer.details).detected_type
}

interface Case {
  id: string
  filename: string
  strength: string
  b64: string
  why: string
  default: string
  allow_archives: string
  allow_binary: string
}
const caseFile = fileURLToPath(
  new URL('../../../../../../shared/vectors/filetype/cases.json', import.meta.url),
)
const cases: Case[] = existsSync(caseFile) ? JSON.parse(readFileSync(caseFile, 'utf8')).cases : []

describe.skipIf(cases.length === 0)('C322 the list of cases', () => {
  test('C322 has its 72 cases', () => expect(cases).toHaveLength(72))
  for (const one of cases) {
    test(`C322 ${one.id} ${one.filename}: ${one.why} (${one.strength})`, async () => {
      const content = Buffer.from(one.b64, 'base64')
      expect({
        default: await verdict(content),
        allow_archives: await verdict(content, archives),
        allow_binary: await verdict(content, binaries),
      }).toEqual({ default: one.default, allow_archives: one.allow_archives, allow_binary: one.allow_binary })
    })
  }
})

describe('8.3 what is found', () => {
  test.each([
    ['', 'text/plain'],
    ['hostname "My server"\n', 'text/plain'],
    ['{"a":1}', 'application/json'],
    ['{ not json }', 'text/plain'],
    ['<?xml version="1.0"?><config><a>1</a></config>', 'application/xml'],
    ['<meta><info author="x"/><script src="client.lua" type="client"/></meta>', 'application/xml'],
    ['a,b,c\n1,2,3\n', 'text/csv'],
    ['a;b\n"1;2";3\n', 'text/csv'],
    ['key: value\nlist:\n  - 1\n', 'application/yaml'],
    ['---\nanything\n', 'application/yaml'],
    ['<<EOF\nnot a tag', 'text/plain'],
    ['<?php\necho $a->b;\n', 'text/plain'],
    ['<!-- a note -->\n# Heading\n', 'text/plain'],
    ['\x1b[31mred\x1b[0m\n', 'text/plain'],
  ])('8.3 %j is %s', async (content, type) => expect(await check(content)).toBe(type))

  test('8.3 text of the days before UTF-8 is text, with control bytes it is not', async () => {
    expect(await check(Buffer.from('sv_hostname "Gr\xfc\xdfe"\r\n', 'latin1'))).toBe('text/plain')
    expect(await refusedAs(Buffer.from('sv_hostname "Gr\xfc\xdfe\x02"\r\n', 'latin1'))).toBe(
      'application/octet-stream',
    )
  })

  test('8.3 UTF-16 without a mark is text', async () => {
    expect(await check(Buffer.from('{"name": "Привет, мир", "a": [1, 2]}', 'utf16le'))).toBe(
      'application/json',
    )
    expect(await check(Buffer.from('plain words\r\n', 'utf16le').swap16())).toBe('text/plain')
  })

  test('C323 a type that was added is accepted, and the others still are', async () => {
    const mp4 = Buffer.from('AAAAGGZ0eXBtcDQyAAAAAAAAAAAAAAAAAAAAAA==', 'base64')
    const policy = { ...nothingMore, allowed_types: ['video/mp4'] }
    expect(await check(mp4, policy)).toBe('video/mp4')
    expect(await refusedAs(mp4)).toBe('video/mp4')
    expect(await check('text', policy)).toBe('text/plain')
    expect(await refusedAs('<svg/>', { ...nothingMore, allowed_types: ['image/svg+xml'] })).toBe(
      'image/svg+xml',
    )
  })

  test('8.3 a refusal says what was found, why, and what an administrator can change', async () => {
    const refusal = (await check(Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'))) as LinkRefusal
    expect(refusal).toMatchObject({ code: 'unsupported_media_type' })
    expect(refusal.message).toMatch(/application\/zip.*FILES_UPLOAD_ALLOW_ARCHIVES=true/)
    expect(JSON.parse(refusal.details)).toEqual({
      detected_type: 'application/zip',
      reason: 'archives are not allowed',
    })
  })
})

describe('T-074 documents that hide', () => {
  const far = ' '.repeat(700_000)
  const svgName = 'http://www.w3.org/2000/svg'
  test.each([
    ['blanks', `${far}<html>`, 'text/html'],
    ['a comment longer than what is read at once', `<!--${'x'.repeat(700_000)}--><svg/>`, 'image/svg+xml'],
    ['a comment that a browser ends early', '<!--><img src=x onerror=alert(1)>-->', 'text/html'],
    ['a comment that a browser ends with a bang', '<!-- x --!><img src=x onerror=alert(1)>', 'text/html'],
    ['a comment, whole', '<?xml version="1.0"?><!-- <script>1</script> --><r/>', 'text/html'],
    ['an instruction that a browser ends early', '<?x ><script>alert(1)</script>', 'text/html'],
    ['mixed case', '<!DoCtYpE\n\tHtMl>', 'text/html'],
    ['a closing tag', '</x><iframe src=x>', 'text/html'],
    ['much text', `${'line of a log\n'.repeat(60_000)}<!doctype html>\n<html>`, 'text/html'],
    ['text, as SVG', `hello\n  <svg width="1" xmlns="${svgName}"/>`, 'image/svg+xml'],
    ['a namespace far down', `<r>${'<a/>'.repeat(200_000)}<x xmlns="${svgName}"/></r>`, 'image/svg+xml'],
    ['references', '<r><s:x xmlns:s="http://www.w3.org/2000/&#x73;&#118;g"/></r>', 'image/svg+xml'],
    ['padded references', `<r><x xmlns="&#x${'0'.repeat(40)}68;ttp"/></r>`, 'application/xml'],
    ['entities in pieces', '<!DOCTYPE r [<!ENTITY a "s"><!ENTITY b "vg">]><r/>', 'application/xml'],
    ['a prefix of other letters', `<é:bild xmlns:é="${svgName}"/>`, 'image/svg+xml'],
    ['a NUL', '<html>\0<script>alert(1)</script>', 'text/html'],
    ['several marks', '\ufeff\ufeff<html>', 'text/html'],
    ['the name of a file in a tar', `<script>alert(1)</script>${'\0'.repeat(232)}ustar\x0000`, 'text/html'],
  ])('T-074 %s', async (_, content, type) => {
    for (const policy of [nothingMore, archives, binaries])
      expect(await refusedAs(content, policy)).toBe(type)
  })

  test('T-074 UTF-32 hides nothing', async () => {
    const wide = Buffer.from(Buffer.from('<svg/>', 'utf16le').toString('latin1'), 'utf16le')
    expect(await refusedAs(Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), wide]), binaries)).toBe(
      'image/svg+xml',
    )
  })

  test('8.3 text that speaks of markup stays text', async () => {
    const readme = '# How to\n\nWrite `<html>` first, then <b>bold</b> and <script> tags.\n'
    expect(await check(readme)).toBe('text/plain')
    expect(await check('{"motd": "<html><svg>"}')).toBe('application/json')
  })
})

describe('8.3 properties', () => {
  test('8.3 random bytes are checked, never thrown at', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async bytes => {
        for (const policy of [nothingMore, binaries]) await check(bytes, policy)
      }),
      propertyRuns(150),
    )
  })

  test('8.3 an HTML document stays one under every mark, encoding and amount of blanks', async () => {
    const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r', '\f'), maxLength: 300 })
    const encodings = fc.constantFrom('utf8', 'utf16le', 'utf16be')
    const documents = fc.constantFrom(
      '<html>',
      '<!doctype html>',
      '<SCRIPT>1</SCRIPT>',
      '<svg />',
      '<!---><Body >',
    )
    await fc.assert(
      fc.asyncProperty(
        blanks,
        encodings,
        fc.boolean(),
        documents,
        async (before, encoding, isMarked, what) => {
          const text = `${isMarked ? '\ufeff' : ''}${before}${what} and more`
          const bytes = Buffer.from(text, encoding === 'utf8' ? 'utf8' : 'utf16le')
          const content = encoding === 'utf16be' ? bytes.swap16() : bytes
          expect(await refusedAs(content, binaries)).toMatch(/^(text\/html|image\/svg\+xml)$/)
        },
      ),
      propertyRuns(200),
    )
  })
})
