// What each verb needs of the folder: whether it may be missing, and whether somebody else may be filling it.

import type { FileVerb } from '@rookery/contracts/daemon/file-request.ts'

/** `making` has the folder made where there is none yet; the other two find nothing then. */
export type FolderNeed = 'reading' | 'changing' | 'making'

const needs: Record<FileVerb, FolderNeed> = {
  list: 'reading',
  stat: 'reading',
  read: 'reading',
  hash: 'reading',
  search: 'reading',
  pack: 'reading',
  usage: 'reading',
  write: 'making',
  mkdir: 'making',
  rename: 'changing',
  copy: 'changing',
  delete: 'changing',
  chmod: 'changing',
  begin_upload: 'making',
  append_upload: 'making',
  finish_upload: 'making',
  // They touch what lies beside the folder alone.
  read_upload: 'reading',
  remove_upload: 'reading',
}

export function folderNeedOf(verb: FileVerb): FolderNeed {
  return needs[verb]
}
