// The files and folders that somebody dropped, walked through to the last file, with their structure.

import { mostFiles, type PickedFiles } from './picked-files.ts'

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A browser hands out a folder in portions, until one is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

async function walk(entry: FileSystemEntry, path: string, picked: PickedFiles): Promise<void> {
  // One more than may be: the caller sees that it is too many.
  if (picked.files.length > mostFiles) return
  if (isFile(entry)) {
    picked.files.push({ path, file: await fileOf(entry) })
  } else if (isFolder(entry)) {
    const inside = await entriesOf(entry)
    if (inside.length === 0) picked.emptyFolders.push(path)
    for (const one of inside) await walk(one, `${path}/${one.name}`, picked)
  }
}

/** Call it within the drop event: a moment later the browser has forgotten what was dropped. */
export async function pickedFromDrop(transfer: DataTransfer): Promise<PickedFiles> {
  const held = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map(item => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const picked: PickedFiles = { files: [], emptyFolders: [] }
  for (const { entry, file } of held) {
    if (entry) await walk(entry, entry.name, picked)
    else if (file) picked.files.push({ path: file.name, file })
  }
  return picked
}
