// Sends one file in resumable parts (tus), with its hash, so that the node can compare at the end.

import { largeTransfer, resumableUpload } from '@rookery/contracts/http/files.ts'
import { DetailedError, Upload as TusUpload } from 'tus-js-client'
import { ApiError, refusedAnswer } from '../../../../platform/api-error.ts'
import { fillPath } from '../../../../platform/logic/request-address.ts'
import { loginSession } from '../../../../platform/login-session.ts'
import { isTransient, isUploadThere, retryDelaysMs } from '../logic/is-transient.ts'
import { begunUploads, forgetBegunUpload } from './begun-uploads.ts'
import { hashFile } from './hash-in-worker.ts'

export interface FileToSend {
  file: File
  gameServerId: number
  path: string
  mayReplace: boolean
  /** Too large for an upload. */
  isTransfer: boolean
}

export interface SendingEvents {
  onChecking: (bytes: number) => void
  onSending: (bytes: number) => void
  onWaiting: (because: 'connection' | 'node') => void
}

const partBytes = 8 * 1024 * 1024

function failedRequest(error: DetailedError) {
  return { method: error.originalRequest.getMethod(), status: error.originalResponse?.getStatus() ?? 0 }
}

/** The same errors as every other call to the panel throws. */
function asApiError(error: unknown): unknown {
  if (!(error instanceof DetailedError)) return error
  const answer = error.originalResponse
  if (!answer) return new ApiError({ code: 'unreachable', status: 0, message: 'the panel does not answer' })
  let body: unknown = null
  try {
    body = JSON.parse(answer.getBody())
  } catch {
    // A proxy in front of the panel answered in its own way.
  }
  return refusedAnswer(answer.getStatus(), body, {
    retryAfter: answer.getHeader('retry-after') ?? null,
    requestId: answer.getHeader('x-request-id') ?? null,
  })
}

/** Ends as soon as the file is in its place; throws an ApiError when it is refused, and ends early when aborted. */
export async function sendFile(input: FileToSend, events: SendingEvents, signal: AbortSignal): Promise<void> {
  const sha256 = await hashFile(input.file, events.onChecking)
  signal.throwIfAborted()
  const sessionToken = loginSession.sessionToken()
  const fingerprint = [input.gameServerId, input.path, sha256, input.mayReplace].join(' ')
  try {
    await sendParts(input, sha256, fingerprint, events, signal)
  } catch (error) {
    const problem = asApiError(error)
    if (problem instanceof ApiError && problem.status !== 0) forgetBegunUpload(fingerprint)
    if (problem instanceof ApiError && problem.status === 401 && sessionToken) {
      loginSession.endIfStill(sessionToken)
    }
    throw problem
  }
}

function sendParts(
  { file, gameServerId, path, mayReplace, isTransfer }: FileToSend,
  sha256: string,
  fingerprint: string,
  events: SendingEvents,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isWaiting = false
    const upload = new TusUpload(file, {
      endpoint: fillPath((isTransfer ? largeTransfer : resumableUpload).begin.path, { server: gameServerId }),
      metadata: { path, sha256, overwrite: String(mayReplace) },
      chunkSize: partBytes,
      retryDelays: retryDelaysMs,
      urlStorage: begunUploads,
      fingerprint: async () => fingerprint,
      removeFingerprintOnSuccess: true,
      onBeforeRequest(request) {
        request.setHeader('accept', 'application/json')
        const sessionToken = loginSession.sessionToken()
        if (sessionToken) request.setHeader('authorization', `Bearer ${sessionToken}`)
      },
      onAfterResponse(request, answer) {
        const answered = { method: request.getMethod(), status: answer.getStatus() }
        if (isUploadThere(answered)) throw new Error('the upload cannot be read right now')
      },
      onShouldRetry(error) {
        const failed = failedRequest(error)
        if (!isTransient(failed)) return false
        isWaiting = true
        events.onWaiting(failed.status === 0 ? 'connection' : 'node')
        return true
      },
      onProgress(bytes) {
        isWaiting = false
        events.onSending(bytes)
      },
      onSuccess: () => end(resolve),
      onError: error => end(() => reject(error)),
    })
    /** The browser knows sooner than any timer that the network is back. */
    const goOn = () => {
      if (isWaiting) void upload.abort().then(() => upload.start())
    }
    const giveUp = () =>
      end(
        () =>
          void upload
            .abort(true)
            .catch(() => undefined)
            .then(() => reject(signal.reason)),
      )
    const end = (settle: () => void) => {
      window.removeEventListener('online', goOn)
      signal.removeEventListener('abort', giveUp)
      settle()
    }
    window.addEventListener('online', goOn)
    signal.addEventListener('abort', giveUp)
    void upload.findPreviousUploads().then(([begun]) => {
      if (signal.aborted) return
      if (begun) upload.resumeFromPreviousUpload(begun)
      upload.start()
    })
  })
}
