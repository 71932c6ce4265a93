// A text that is opened and saved changes nothing that nobody changed.

import { expect, test } from 'vitest'
import { endingLabel, readText, type TextContent, writeText } from './text-content-rules.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

function open(content: string): TextContent {
  const read = readText(bytesOf(content))
  if (read.kind !== 'text') throw new Error(`not a text: ${read.kind}`)
  return read
}

test.each(['', 'one', 'one\n', 'a\r\nb\r\n', 'a\rb\r', 'a\nb\r\nc\rd', '\ufeffgrün\r\n'])(
  '8.2 %j comes back byte for byte',
  content => {
    const opened = open(content)
    expect(textOf(writeText(opened, opened.text))).toBe(content)
  },
)

test('8.2 new and touched lines take the usual ending, the rest keeps its own', () => {
  const opened = open('a\r\nb\nc\r\nd\r\n')
  expect(endingLabel(opened.endings)).toBe('mixed')
  expect(textOf(writeText(opened, 'a\nb\nnew\nc\nd\n'))).toBe('a\r\nb\nnew\r\nc\r\nd\r\n')
  expect(textOf(writeText(opened, 'x\nb\nc\nd\n'))).toBe('x\r\nb\nc\r\nd\r\n')
})

test('8.2 everything replaced still ends its lines as before', () => {
  const opened = open('a\r\nb\r\n')
  expect(textOf(writeText(opened, 'x\ny'))).toBe('x\r\ny')
  expect(textOf(writeText(opened, ''))).toBe('')
})

test('8.2 what is no UTF-8 text is told apart', () => {
  expect(readText(Uint8Array.of(0xff, 0xfe, 0x41, 0)).kind).toBe('utf16')
  expect(readText(Uint8Array.of(0xfe, 0xff, 0, 0x41)).kind).toBe('utf16')
  expect(readText(Uint8Array.of(0x7f, 0x45, 0, 1)).kind).toBe('binary')
  expect(readText(Uint8Array.of(0x67, 0x72, 0xfc, 0x6e)).kind).toBe('notUtf8')
})
