// Edits the bytes of a config file and gives up when that takes too long: what a game has written, and expressions of
// a template, can be made to take for ever.

import { createContext, Script } from 'node:vm'
import type { ConfigFile } from '@rookery/contracts/template/config-files.ts'
import { editConfig } from './logic/edit-config.ts'
import { decodeFile, encodeFile } from './logic/text/file-text.ts'

/** Trees of large files take many times their size in memory. */
const limitBytesOf = { yaml: 1 << 20, json: 4 << 20 } as const
export const fileLimitBytes = 8 << 20

const callWork = new Script('work()')

export interface EditedFile {
  /** Null: nothing has changed. */
  bytes: Buffer | null
  warnings: string[]
}

export interface EditOrder {
  bytes: Uint8Array
  file: Pick<ConfigFile, 'format' | 'values' | 'create'>
  limitMs: number
}

export const tookTooLong = 'reading it takes too long, so it is left alone'

/** Nobody else is served meanwhile in the thread that calls it. */
export function editWithinLimits(
  bytes: Buffer,
  { format, values, create }: EditOrder['file'],
  limitMs: number,
): EditedFile {
  const limitBytes = format === 'yaml' || format === 'json' ? limitBytesOf[format] : fileLimitBytes
  if (bytes.length > limitBytes) return leftAlone(`it is larger than ${limitBytes >> 20} MiB`)
  const file = decodeFile(bytes)
  if (file.text.includes('\0')) return leftAlone('it is not a text file')
  let result: EditedFile | null = null
  const work = () => {
    const { text, warnings } = editConfig(format, file.text, values, {
      isLatin1: file.encoding === 'latin1',
      addsLines: create,
    })
    const edited = encodeFile({ ...file, text })
    result = { bytes: edited.equals(bytes) ? null : edited, warnings }
  }
  try {
    // Only what runs in a context of its own can be told to give up.
    callWork.runInContext(createContext({ work }), { timeout: limitMs })
  } catch {
    return { bytes: null, warnings: [tookTooLong] }
  }
  return result ?? leftAlone('it could not be read')
}

export function leftAlone(reason: string): EditedFile {
  return { bytes: null, warnings: [`${reason}, so it is left alone`] }
}
