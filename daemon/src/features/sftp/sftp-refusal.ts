// A refusal that an SFTP client is told in words.

import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'
import { type SftpStatus, sftpStatus, statusOf } from './logic/sftp-status.ts'

export class SftpRefusal extends Error {
  readonly status: SftpStatus

  constructor(words: string, status: SftpStatus = sftpStatus.failure) {
    super(words)
    this.name = 'SftpRefusal'
    this.status = status
  }
}

/** Null for what is nobody's business outside. */
export function refusalOf(error: unknown): { status: SftpStatus; words: string } | null {
  if (error instanceof SftpRefusal) return { status: error.status, words: error.message }
  if (error instanceof ConfinedFileError) return { status: statusOf(error.code), words: error.message }
  return null
}
