// The verbs that make, move, copy, remove and change the rights of what is there.

import { ConfinedFileError } from '../../../platform/confined-files/confined-file-error.ts'
import type { FileWork } from '../logic/file-work.ts'

export const createFolder: FileWork<'mkdir'> = async ({ root }, { path }, talk) => {
  await root.mkdir(path)
  await talk.answer({})
}

export const renameFile: FileWork<'rename'> = async ({ root }, { from, to }, talk) => {
  await root.rename(from, to)
  await talk.answer({})
}

/** Ends when the panel leaves; nothing of it stays then. */
export const copyFiles: FileWork<'copy'> = async ({ root, quota }, { from, to }, talk) => {
  const reservation = quota.reserve()
  try {
    await root.copy(from, to, {
      signal: talk.signal,
      onProgress: () => {},
      take: bytes => reservation.take(bytes),
    })
  } finally {
    reservation.release()
  }
  await talk.answer({})
}

/** One that is missing or protected is told before anything goes. */
export const deleteFiles: FileWork<'delete'> = async ({ root, quota }, { paths }, talk) => {
  for (const path of paths) await root.checkRemoval(path)
  try {
    // One of them may have gone with another that held it.
    for (const path of paths) await root.remove(path).catch(ignoreMissing)
  } finally {
    quota.hasShrunk()
  }
  await talk.answer({})
}

export const changeMode: FileWork<'chmod'> = async ({ root }, { path, mode }, talk) => {
  await root.chmod(path, mode)
  await talk.answer({})
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof ConfinedFileError) || error.code !== 'not_found') throw error
}
