// The text of a file whatever its encoding, and back: bytes that are not touched come out as they went in.

import { Buffer } from 'node:buffer'

export type FileEncoding = 'utf8' | 'utf16le' | 'latin1'

export interface FileText {
  text: string
  encoding: FileEncoding
  mark: string
}

const byteOrderMark = '\ufeff'

/** UTF-8, UTF-16 by its mark (Unreal games write it), else one byte for each character. */
export function decodeFile(bytes: Uint8Array): FileText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes.length % 2 === 0) {
    const text = Buffer.from(bytes).toString('utf16le')
    return { text: text.slice(1), encoding: 'utf16le', mark: byteOrderMark }
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
    return { text: text.slice(mark.length), encoding: 'utf8', mark }
  } catch {
    return { text: Buffer.from(bytes).toString('latin1'), encoding: 'latin1', mark: '' }
  }
}

export function encodeFile({ text, encoding, mark }: FileText): Buffer {
  return Buffer.from(mark + text, encoding)
}
