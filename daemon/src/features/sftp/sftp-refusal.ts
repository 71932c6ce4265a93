// A refusal that an SFTP client is told with a reason.

import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'
import { type SftpStatus, sftpStatus, statusOf } from './logic/sftp-status.ts'

export class SftpRefusal extends Error {
  readonly status: SftpStatus

  constructor(message: string, status: SftpStatus = sftpStatus.failure) {
    super(message)
    this.name = 'SftpRefusal'
    this.status = status
  }
}

/** Null for what is nobody's business outside. */
export function refusalOf(error: unknown): { status: SftpStatus; message: string } | null {
  if (error instanceof SftpRefusal) return { status: error.status, message: error.message }
  if (error instanceof ConfinedFileError) return { status: statusOf(error.code), message: error.message }
  return null
}
