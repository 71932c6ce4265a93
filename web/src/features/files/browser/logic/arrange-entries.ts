// Puts the names of a folder in order, folders first, and narrows them down.

import type { FileEntry } from '@rookery/contracts/http/files.ts'

export const sortColumns = ['name', 'size', 'modified', 'mode'] as const
export type SortColumn = (typeof sortColumns)[number]

export interface Sort {
  column: SortColumn
  isDescending: boolean
}

export const byName: Sort = { column: 'name', isDescending: false }

/** As people count: file 2 before file 10, case aside; equal ones by their very characters. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const compareNames = (one: FileEntry, other: FileEntry) =>
  collator.compare(one.name, other.name) || (one.name < other.name ? -1 : 1)

const comparisons: Record<SortColumn, (one: FileEntry, other: FileEntry) => number> = {
  name: compareNames,
  size: (one, other) => one.size - other.size,
  modified: (one, other) => Date.parse(one.modified_at) - Date.parse(other.modified_at),
  mode: (one, other) => collator.compare(one.mode, other.mode),
}

const rank = (entry: FileEntry) => (entry.type === 'directory' ? 0 : 1)

/** Folders have no size worth comparing: among them the name decides. */
const isComparable = (column: SortColumn, one: FileEntry) => !(column === 'size' && one.type === 'directory')

export function arrangeEntries(entries: readonly FileEntry[], sort: Sort): FileEntry[] {
  const sign = sort.isDescending ? -1 : 1
  return entries.toSorted((one, other) => {
    if (rank(one) !== rank(other)) return rank(one) - rank(other)
    const compared = isComparable(sort.column, one) ? comparisons[sort.column](one, other) * sign : 0
    return compared || compareNames(one, other)
  })
}

export function nextSort(sort: Sort, column: SortColumn): Sort {
  if (sort.column === column) return { column, isDescending: !sort.isDescending }
  // What is large or new is looked for more often.
  return { column, isDescending: column === 'size' || column === 'modified' }
}

/** Every word must occur in the name, case aside. */
export function narrowEntries(entries: readonly FileEntry[], searchText: string): readonly FileEntry[] {
  const wanted = searchText.toLocaleLowerCase('en').split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return entries
  return entries.filter(({ name }) => {
    const lower = name.toLocaleLowerCase('en')
    return wanted.every(label => lower.includes(label))
  })
}
