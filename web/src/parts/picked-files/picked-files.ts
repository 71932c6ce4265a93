// The files that somebody chose with a dialog, with the folders they came in.

export interface PickedFiles {
  /** `path` is relative to what was chosen: `world/level.dat`. */
  files: { path: string; file: File }[]
  /** Folders that would otherwise be lost. */
  emptyFolders: string[]
}

/** More than this at once is better packed into an archive first. */
export const mostFiles = 10_000

export const pickedFromDialog = (list: Iterable<File>): PickedFiles => ({
  files: [...list].map(file => ({ path: file.webkitRelativePath || file.name, file })),
  emptyFolders: [],
})
