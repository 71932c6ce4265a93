// Reads from a verified client certificate which node it stands for, or that it is another instance of the panel.

import type { PeerCertificate } from 'node:tls'
import { clientAuth } from './certificate-body.ts'

export interface NodeIdentity {
  nodeId: number
  certificateSerial: string
  /** When it was issued, but for the hour by which certificates begin early. */
  certificateValidFromMs: number
}

const uriPrefix = 'urn:rookery:node:'
const uriPattern = /^URI:urn:rookery:node:([1-9]\d{0,15})$/

export const instanceUri = 'urn:rookery:panel-instance'

export const nodeUri = (nodeId: number): string => `${uriPrefix}${nodeId}`

/** null unless the certificate is for clients only and its one alternative name is that of a node. */
export function nodeIdentity(certificate: PeerCertificate | undefined): NodeIdentity | null {
  if (!certificate?.serialNumber || !isForClientsOnly(certificate)) return null
  const nodeId = Number(uriPattern.exec(certificate.subjectaltname ?? '')?.[1])
  if (!Number.isSafeInteger(nodeId)) return null
  const certificateValidFromMs = Date.parse(certificate.valid_from)
  if (Number.isNaN(certificateValidFromMs)) return null
  return { nodeId, certificateSerial: certificate.serialNumber.toUpperCase(), certificateValidFromMs }
}

export function isInstance(certificate: PeerCertificate | undefined): boolean {
  return isForClientsOnly(certificate) && certificate?.subjectaltname === `URI:${instanceUri}`
}

function isForClientsOnly(certificate: PeerCertificate | undefined): boolean {
  if (!certificate || certificate.ca) return false
  const purposes = certificate.ext_key_usage ?? []
  return purposes.length === 1 && purposes[0] === clientAuth
}
