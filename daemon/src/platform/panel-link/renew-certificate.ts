// Gets the node's next certificate over the link, for the key that it already has.

import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { NodeLinkClient, RenewAnswer } from '@rookery/contracts/daemon/generated/link.ts'
import { certificateRequest } from './certificate-request.ts'
import { isRenewalDue } from './logic/renewal-time.ts'
import type { NodeIdentity } from './node-identity-files.ts'

/** null while the present certificate is young enough. */
export async function renewWhenDue(
  channel: NodeLinkClient,
  identity: NodeIdentity,
  nowMs: number,
): Promise<NodeIdentity | null> {
  const present = new X509Certificate(identity.certificatePem)
  const validity = { fromMs: present.validFromDate.getTime(), toMs: present.validToDate.getTime() }
  if (!isRenewalDue(validity, nowMs)) return null
  const privateKey = createPrivateKey(identity.privateKeyPem)
  const { certificatePem } = await new Promise<RenewAnswer>((resolve, reject) => {
    channel.renew({ certificateRequestPem: certificateRequest(privateKey) }, (error, answer) =>
      error ? reject(error) : resolve(answer),
    )
  })
  if (!new X509Certificate(certificatePem).checkPrivateKey(privateKey)) {
    throw new Error('the panel has answered with a certificate for another key')
  }
  return { ...identity, certificatePem }
}
