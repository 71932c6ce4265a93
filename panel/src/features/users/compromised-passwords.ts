// The embedded list of compromised passwords (5.7.2), unpacked and searched in place; nobody outside is asked.

import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { compromisedPasswordsList } from './compromised-passwords-list.ts'
import { hasLine } from './logic/sorted-lines.ts'

export interface CompromisedPasswords {
  readonly count: number
  /** Whatever the case it is written in (A36). */
  includes(password: string): boolean
}

/** Room for all of it: in the usual small pieces it takes twice as long. */
const unpackedBytes = 1024 * 1024

const opened = new WeakMap<typeof compromisedPasswordsList, CompromisedPasswords>()

/** Fails when the list is not whole: a panel must not run with a policy that silently lets everything through. */
export function openCompromisedPasswords(list = compromisedPasswordsList): CompromisedPasswords {
  const known = opened.get(list) ?? readList(list)
  opened.set(list, known)
  return known
}

function readList(list: typeof compromisedPasswordsList): CompromisedPasswords {
  // Held while somebody uses it: passwords are chosen seldom, and unpacking it again takes milliseconds.
  let held = new WeakRef(textOf(list))
  const text = () => {
    const known = held.deref() ?? textOf(list)
    held = new WeakRef(known)
    return known
  }
  return {
    count: list.count,
    includes: password => hasLine(text(), Buffer.from(password.toLowerCase(), 'utf8')),
  }
}

function textOf(list: typeof compromisedPasswordsList): Buffer {
  const text = unpack(list.brotliBase64)
  if (text === null || createHash('sha256').update(text).digest('hex') !== list.sha256) {
    throw new Error('the embedded list of compromised passwords is damaged: install the panel again')
  }
  return text
}

function unpack(brotliBase64: string): Buffer | null {
  try {
    return brotliDecompressSync(Buffer.from(brotliBase64, 'base64'), { chunkSize: unpackedBytes })
  } catch {
    return null
  }
}
