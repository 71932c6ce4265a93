// What every editor of a config file format is: text and wanted values in, text with as few changes as possible out.

import type { ConfigFileValue } from '@rookery/contracts/template/config-files.ts'
import { applySplices, type Splice } from './text/splice.ts'

export interface EditOptions {
  /** Whether the file holds one byte for each character: others must be escaped, or cannot be written. */
  isLatin1?: boolean
  /** Whether plain lines that are missing are added. */
  addsLines?: boolean
}

export interface Edited {
  text: string
  /** For people; they name keys and never values, which may be secret. */
  warnings: string[]
}

export type Editor = (text: string, values: readonly ConfigFileValue[], options?: EditOptions) => Edited

/** Nothing to change is an empty list. */
export type Change = Splice[] | { problem: string }

/** How one format is read, and how one value is set in what was read. */
export interface Format<Document extends object> {
  read(text: string, options: EditOptions): Document | { problem: string }
  change(document: Document, value: ConfigFileValue): Change
}

/** One value after the other, each in the text that the one before it has left. */
export function createEditor<Document extends object>(format: Format<Document>): Editor {
  return (text, values, options = {}) => {
    const warnings: string[] = []
    let current = text
    let document = format.read(current, options)
    for (const value of values) {
      if ('problem' in document) return { text: current, warnings: [...warnings, document.problem] }
      const change = format.change(document, value)
      if ('problem' in change) {
        warnings.push(`${JSON.stringify(value.key)}: ${change.problem}`)
        continue
      }
      if (change.length === 0) continue
      const changed = applySplices(current, change)
      const read = format.read(changed, options)
      if ('problem' in read) warnings.push(`${JSON.stringify(value.key)}: setting it would break the file`)
      else [current, document] = [changed, read]
    }
    return { text: current, warnings }
  }
}
