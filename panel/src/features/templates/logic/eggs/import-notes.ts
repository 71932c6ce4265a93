// What was made of an egg, line by line: the preview of an import.

import type { ImportNote } from '@rookery/contracts/http/templates.ts'

export interface ImportNotes {
  understood(field: string, words: string): void
  mapped(field: string, words: string): void
  warning(field: string, words: string): void
  /** Each note once, in the order in which they were made. */
  list(): ImportNote[]
}

export function collectNotes(): ImportNotes {
  const notes = new Map<string, ImportNote>()
  const keep = (kind: ImportNote['kind']) => (field: string, words: string) => {
    notes.set(`${kind} ${field} ${words}`, { kind, field, words })
  }
  return {
    understood: keep('understood'),
    mapped: keep('mapped'),
    warning: keep('warning'),
    list: () => [...notes.values()],
  }
}

/** A value of the egg inside a sentence: never so long that the sentence is lost. */
export function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 80 ? `"${line.slice(0, 77)}…"` : `"${line}"`
}
