// In which order the names of a folder are told.

export interface FoundName {
  name: string
  isFolder: boolean
  /** Where the name on the disk is not what is shown. */
  bytes?: Buffer
}

/** Folders first, then by name. */
export function compareNames(a: FoundName, b: FoundName): number {
  if (a.isFolder !== b.isFolder) return a.isFolder ? -1 : 1
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}

export function mergeSorted(a: readonly FoundName[], b: readonly FoundName[]): FoundName[] {
  const merged: FoundName[] = []
  let nextA = 0
  let nextB = 0
  for (;;) {
    const fromA = a[nextA]
    const fromB = b[nextB]
    if (fromA === undefined) {
      for (; nextB < b.length; nextB += 1) merged.push(b[nextB] as FoundName)
      return merged
    }
    if (fromB !== undefined && compareNames(fromB, fromA) < 0) {
      merged.push(fromB)
      nextB += 1
    } else {
      merged.push(fromA)
      nextA += 1
    }
  }
}
