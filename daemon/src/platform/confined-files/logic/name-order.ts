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
