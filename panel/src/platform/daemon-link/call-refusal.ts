// How unary calls of the link are answered, and refused with a reason.

import { type sendUnaryData, status } from '@grpc/grpc-js'
import { CertificateRequestError } from './certificate-authority.ts'

/** Ends a call with a status in words. */
export class CallRefusal extends Error {
  readonly code: status
  readonly details: string

  constructor(code: status, details: string) {
    super(details)
    this.code = code
    this.details = details
  }
}

/** Turns a promise into a unary answer; what was not refused on purpose is told without its details. */
export function answerUnary<Answer>(
  work: Promise<Answer>,
  answer: sendUnaryData<Answer>,
  failed: (error: unknown) => void,
): void {
  work.then(
    value => answer(null, value),
    (error: unknown) => {
      if (error instanceof CallRefusal) return answer({ code: error.code, details: error.details })
      if (error instanceof CertificateRequestError) {
        return answer({ code: status.INVALID_ARGUMENT, details: error.message })
      }
      failed(error)
      answer({ code: status.UNAVAILABLE, details: 'the panel cannot answer this right now, try again' })
    },
  )
}
