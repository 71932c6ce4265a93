// Which status of the protocol a refusal becomes: clients know a handful of codes, the words tell the rest.

import type { ConfinedFileProblem } from '../../../platform/confined-files/confined-file-error.ts'

export const sftpStatus = {
  ok: 0,
  endOfFile: 1,
  noSuchFile: 2,
  permissionDenied: 3,
  failure: 4,
  unsupported: 8,
} as const
export type SftpStatus = (typeof sftpStatus)[keyof typeof sftpStatus]

const byProblem: Partial<Record<ConfinedFileProblem, SftpStatus>> = {
  not_found: sftpStatus.noSuchFile,
  escapes: sftpStatus.permissionDenied,
  root_protected: sftpStatus.permissionDenied,
  protected: sftpStatus.permissionDenied,
  not_permitted: sftpStatus.permissionDenied,
}

export function statusOf(problem: ConfinedFileProblem): SftpStatus {
  return byProblem[problem] ?? sftpStatus.failure
}
