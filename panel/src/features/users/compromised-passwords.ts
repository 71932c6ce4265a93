// The embedded list of compromised passwords (5.7.2), unpacked once and searched in place; nobody outside is asked.

import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { compromisedPasswordsList } from './compromised-passwords-list.ts'

const lineEnd = 10

export interface CompromisedPasswords {
  readonly count: number
  /** Whatever the case it is written in (A36). */
  includes(password: string): boolean
}

/** Fails when the list is not whole: a panel must not run with a policy that silently lets everything through. */
export function openCompromisedPasswords(list = compromisedPasswordsList): CompromisedPasswords {
  const text = unpack(list.brotliBase64)
  if (text === null || createHash('sha256').update(text).digest('hex') !== list.sha256) {
    throw new Error('the embedded list of compromised passwords is damaged: install the panel again')
  }
  return {
    count: list.count,
    includes: password => hasLine(text, Buffer.from(password.toLowerCase(), 'utf8')),
  }
}

function unpack(brotliBase64: string): Buffer | null {
  try {
    return brotliDecompressSync(Buffer.from(brotliBase64, 'base64'))
  } catch {
    return null
  }
}

/**
 * Looked up without splitting the text: a large list costs its bytes and not an object for every line. `text` holds
 * lines in the order of their bytes, every one ended by a line feed.
 */
export function hasLine(text: Buffer, line: Buffer): boolean {
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const start = middle === 0 ? 0 : text.lastIndexOf(lineEnd, middle - 1) + 1
    const end = text.indexOf(lineEnd, middle)
    const order = text.compare(line, 0, line.length, start, end)
    if (order === 0) return true
    if (order < 0) low = end + 1
    else high = start
  }
  return false
}
