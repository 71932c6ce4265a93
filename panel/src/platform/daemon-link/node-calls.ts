// Answers the calls of enrolled nodes: leads Control, Transfer and Renew to where they belong.

import { type ServerUnaryCall, status } from '@grpc/grpc-js'
import type { NodeLinkServer, RenewAnswer, RenewRequest } from '@rookery/contracts/daemon/generated/link.ts'
import { answerUnary, CallRefusal } from './call-refusal.ts'
import type { CertificateAuthority } from './certificate-authority.ts'
import { ControlConnection, type ControlOptions } from './control-connection.ts'
import { type NodeIdentity, nodeIdentity } from './logic/node-identity.ts'
import type { Transfers } from './transfers.ts'

export interface NodeCallOptions extends ControlOptions {
  authority: CertificateAuthority
  transfers: Transfers
}

export function nodeCalls(options: NodeCallOptions): NodeLinkServer {
  return {
    control(call) {
      const identity = identityOf(call)
      if (identity) new ControlConnection(call, identity, options)
      else call.emit('error', noIdentity())
    },
    transfer(call) {
      const identity = identityOf(call)
      void isAdmitted(identity, options).then(admitted => {
        // Only a connection with the certificate that was admitted may claim transfers.
        if (!identity || !admitted) return void call.emit('error', noIdentity())
        return options.transfers.accept(identity.nodeId, call, options.sharing?.passOn)
      })
    },
    renew(call, answer) {
      answerUnary(renew(call, options), answer, error =>
        options.failed(identityOf(call)?.nodeId ?? 0, 'a certificate could not be renewed', error),
      )
    },
  }
}

const noIdentity = () =>
  new CallRefusal(status.UNAUTHENTICATED, 'this needs a connection that the panel has admitted')

/** Comes from the TLS connection that carries the call, never from what the call says. */
function identityOf(call: Pick<ServerUnaryCall<unknown, unknown>, 'getAuthContext'>): NodeIdentity | null {
  return nodeIdentity(call.getAuthContext().sslPeerCertificate)
}

/** Control may have been admitted by another instance (rule L14). */
export async function isAdmitted(identity: NodeIdentity | null, options: NodeCallOptions): Promise<boolean> {
  if (!identity) return false
  const here = options.connections.of(identity.nodeId)
  if (here || !options.sharing) return here?.certificateSerial === identity.certificateSerial
  return options.sharing.isAdmitted(identity).catch((error: unknown) => {
    options.failed(identity.nodeId, 'whether another instance has admitted the node is not known', error)
    return false
  })
}

async function renew(
  call: ServerUnaryCall<RenewRequest, RenewAnswer>,
  options: NodeCallOptions,
): Promise<RenewAnswer> {
  const identity = identityOf(call)
  if (!identity || !(await isAdmitted(identity, options))) throw noIdentity()
  const { nodeId, certificateSerial } = identity
  const issued = options.authority.issueNodeCertificate(nodeId, call.request.certificateRequestPem)
  const nextCertificateSerial = issued.certificateSerial
  await options.hooks.renewed(nodeId, { certificateSerial, nextCertificateSerial })
  return { certificatePem: issued.certificatePem }
}
