// T-071: the parser of multipart bodies against well-formed, cut and hostile ones, in every cut of the stream.

import { array, assert, asyncProperty, constantFrom, integer } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../test-services/proof-size.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { readFileParts } from './multipart-parts.ts'
import { formLimits } from './upload-files.ts'

const limits = { files: 5, headBytes: 1_024, skippedBytes: 4_096 }

async function* inPieces(bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

const part = (name: string, content: string | Buffer, head = '') =>
  Buffer.concat([
    Buffer.from(
      `--XX\r\nContent-Disposition: form-data; name="files"; filename="${name}"${head}\r\nContent-Type: text/x-lie\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const end = Buffer.from('--XX--\r\n')

async function parse(bytes: Buffer, pieceBytes = 64 * 1024, readOnly = Number.POSITIVE_INFINITY) {
  const found: [string, string][] = []
  for await (const { fileName, content } of readFileParts(inPieces(bytes, pieceBytes), 'XX', limits)) {
    let text = ''
    for await (const piece of content) {
      text += piece.toString('latin1')
      if (text.length >= readOnly) break
    }
    found.push([fileName, text])
  }
  return found
}

const refusalOf = (bytes: Buffer, pieceBytes?: number) =>
  parse(bytes, pieceBytes).then(
    () => null,
    (error: unknown) => (error instanceof PanelError ? error.code : error),
  )

describe('T-071 the parts of a multipart body', () => {
  const contents = [
    '',
    'hello',
    '\r\n',
    '\r\n--X',
    '-\r\n-\r\n--X\r\n--\r\r\n-',
    'x--XX',
    '\r\n--X\r\n--',
    '\0\xff'.repeat(100),
    '-'.repeat(3_000),
  ]

  test.each([1, 2, 3, 7, 64, 100_000])('T-071 whatever the cut: pieces of %d bytes', async pieceBytes => {
    for (const content of contents) {
      const bytes = Buffer.concat([part('a', Buffer.from(content, 'latin1')), part('dir/b', 'second'), end])
      expect(await parse(bytes, pieceBytes)).toEqual([
        ['a', content],
        ['dir/b', 'second'],
      ])
    }
  })

  test('T-071 what looks like a boundary in a file comes through whatever the cut', async () => {
    const piece = constantFrom('\r', '\n', '\r\n', '-', '--', 'X', '\r\n--', '\r\n--X', 'a')
    const content = array(piece, { maxLength: 30 })
      .map(pieces => pieces.join(''))
      .filter(text => !`\r\n${text}`.includes('\r\n--XX'))
    await assert(
      asyncProperty(content, integer({ min: 1, max: 40 }), async (text, pieceBytes) => {
        const bytes = Buffer.concat([part('a', text), part('b', text), end])
        expect(await parse(bytes, pieceBytes)).toEqual([
          ['a', text],
          ['b', text],
        ])
      }),
      propertyRuns(300),
    )
  })

  test('T-071 no part, a preamble and an epilogue', async () => {
    expect(await parse(end)).toEqual([])
    const framed = Buffer.concat([Buffer.from('preamble\r\n'), part('a', '1'), end, Buffer.from('epilogue')])
    expect(await parse(framed, 5)).toEqual([['a', '1']])
  })

  test('T-071 who stops reading a part gets the next one', async () => {
    const bytes = Buffer.concat([part('a', 'x'.repeat(3_000)), part('b', 'yy'), end])
    expect(await parse(bytes, 100, 1)).toEqual([
      ['a', expect.stringMatching(/^x{1,100}$/)],
      ['b', 'yy'],
    ])
    const endless = Buffer.concat([part('a', 'x'.repeat(9_000)), end])
    await expect(parse(endless, 100, 1)).rejects.toMatchObject({ code: 'too_large' })
  })

  test('T-071 whatever is cut off is refused, at every byte', async () => {
    const whole = Buffer.concat([part('a', 'one'), part('b', 'two'), Buffer.from('--XX--')])
    for (let length = 0; length < whole.length; length += 1) {
      expect(await refusalOf(whole.subarray(0, length), 11), String(length)).toBe('malformed_request')
    }
    expect(await refusalOf(whole)).toBeNull()
  })

  test('T-071 a file does not end before the whole body is here', async () => {
    const read: string[] = []
    const bytes = inPieces(Buffer.concat([part('a', 'one'), Buffer.from('--XX--')]), 10)
    async function* thenLeaves(): AsyncGenerator<Buffer> {
      yield* bytes
      read.push('left')
      throw new PanelError('too_slow')
    }
    const reading = async () => {
      for await (const { content } of readFileParts(thenLeaves(), 'XX', limits)) {
        for await (const piece of content) read.push(piece.toString())
        read.push('ended')
      }
    }
    await expect(reading()).rejects.toMatchObject({ code: 'too_slow' })
    expect(read.at(-1)).toBe('left')
  })

  test('T-071 of 10,000 parts in one form the first thousand are read, then it is too large', async () => {
    const many = Buffer.concat([...Array.from({ length: 10_000 }, (_, n) => part(`many/${n}.txt`, 'x')), end])
    const read: string[] = []
    const reading = async () => {
      for await (const { fileName } of readFileParts(inPieces(many, 64 * 1024), 'XX', formLimits))
        read.push(fileName)
    }
    await expect(reading()).rejects.toMatchObject({ code: 'too_large' })
    expect([read.length, read.at(-1)]).toEqual([1_000, 'many/999.txt'])
  })

  test('T-071 too many, too long, or not ours', async () => {
    const many = Buffer.concat([...Array.from({ length: 6 }, (_, n) => part(`f${n}`, 'x')), end])
    expect(await refusalOf(many)).toBe('too_large')
    expect(await refusalOf(Buffer.concat([part('n'.repeat(2_000), 'x'), end]), 10)).toBe('too_large')
    expect(await refusalOf(Buffer.concat([Buffer.alloc(5_000, 'p'), part('a', 'x'), end]))).toBe('too_large')
    expect(await refusalOf(Buffer.concat([part('a', 'x'), end, Buffer.alloc(5_000)]))).toBe(
      'malformed_request',
    )
    expect(await refusalOf(Buffer.from('no boundary at all'))).toBe('malformed_request')
    expect(await refusalOf(Buffer.from('--XXY\r\n\r\nx\r\n--XX--'))).toBe('malformed_request')
    expect(await refusalOf(Buffer.concat([part('a', 'x', '; filename="b"'), end]))).toBe('malformed_request')
    expect(await refusalOf(Buffer.concat([part('a', '--XX begins the file'), end]))).toBe('malformed_request')
    const latin = Buffer.from(
      '--XX\r\nContent-Disposition: form-data; name="files"; filename="\xff"\r\n\r\nx',
      'latin1',
    )
    expect(await refusalOf(Buffer.concat([latin, Buffer.from('\r\n'), end]))).toBe('malformed_request')
  })
})
