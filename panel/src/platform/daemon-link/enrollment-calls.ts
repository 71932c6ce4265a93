// Answers Enroll: a node without a certificate turns a one-time key into its identity, all or nothing.

import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import { hashEnrollmentSecret } from '@rookery/contracts/daemon/enrollment-key.ts'
import type {
  EnrollAnswer,
  EnrollmentServer,
  EnrollRequest,
} from '@rookery/contracts/daemon/generated/link.ts'
import { oldestProtocolVersion, protocolVersion } from '@rookery/contracts/daemon/protocol-version.ts'
import { answerUnary, CallRefusal } from './call-refusal.ts'
import type { CertificateAuthority } from './certificate-authority.ts'
import type { LinkHooks } from './link-hooks.ts'

export interface EnrollmentOptions {
  authority: CertificateAuthority
  hooks: Pick<LinkHooks, 'enroll'>
  randomBytes: (length: number) => Buffer
  /** The node has a new identity: whoever is connected with the old one must go. */
  enrolled: (nodeId: number) => void
  failed: (what: string, error: unknown) => void
}

const refusalDelayMs = 300

export function enrollmentCalls(options: EnrollmentOptions): EnrollmentServer {
  return {
    enroll(call, answer) {
      answerUnary(enroll(call.request, options), answer, error =>
        options.failed('an enrollment failed', error),
      )
    },
  }
}

async function enroll(request: EnrollRequest, options: EnrollmentOptions): Promise<EnrollAnswer> {
  const refusal = versionRefusal(request.protocolVersion)
  if (refusal) throw new CallRefusal(status.FAILED_PRECONDITION, refusal)
  const { authority, hooks, randomBytes } = options
  const apiKey = randomBytes(32).toString('base64url')
  const connectionPassword = randomBytes(32).toString('base64url')
  let certificatePem = ''
  const outcome = await hooks.enroll(
    { keySecretHash: hashEnrollmentSecret(request.keySecret), protocolVersion: request.protocolVersion },
    nodeId => {
      const issued = authority.issueNodeCertificate(nodeId, request.certificateRequestPem)
      certificatePem = issued.certificatePem
      const apiKeyHash = createHash('sha256').update(apiKey).digest('hex')
      const { certificateSerial, certificateValidFromMs } = issued
      return { certificateSerial, certificateValidFromMs, apiKeyHash, connectionPassword }
    },
  )
  if (!outcome) {
    await delay(refusalDelayMs)
    throw new CallRefusal(
      status.PERMISSION_DENIED,
      'the enrollment key is not valid: it is mistyped, used or expired; issue a new one in the panel',
    )
  }
  options.enrolled(outcome.nodeId)
  return { nodeId: outcome.nodeId, certificatePem, caPem: authority.caPem, apiKey, connectionPassword }
}

/** null when this panel and a daemon speak a common version of the link; otherwise what to do about it. */
export function versionRefusal(daemonVersion: number): string | null {
  if (daemonVersion < oldestProtocolVersion) {
    return `the daemon speaks version ${daemonVersion} of the link, this panel needs at least ${oldestProtocolVersion}: update the daemon`
  }
  if (daemonVersion > protocolVersion) {
    return `the daemon speaks version ${daemonVersion} of the link, this panel at most ${protocolVersion}: update the panel`
  }
  return null
}
