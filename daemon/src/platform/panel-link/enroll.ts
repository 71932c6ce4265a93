// Joins this machine to a panel: turns a one-time key into the node's identity.

import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { type EnrollmentKey, parseEnrollmentKey } from '@rookery/contracts/daemon/enrollment-key.ts'
import type { EnrollAnswer } from '@rookery/contracts/daemon/generated/link.ts'
import { protocolVersion } from '@rookery/contracts/daemon/protocol-version.ts'
import { readLinkAddress } from './link-address-client.ts'
import { certificateRequest, newPrivateKey } from './node-certificate.ts'
import { type IdentityFiles, identityFiles, type NodeIdentity, prepareFiles } from './node-identity-files.ts'
import { openEnrollmentChannel } from './panel-channel.ts'

/** What went wrong and what to do, in words for the person at the keyboard. */
export class EnrollmentError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'EnrollmentError'
  }
}

export interface EnrolledNode {
  nodeId: number
  apiKey: string
  connectionPassword: string
  /** host:port of the link. */
  address: string
  identity: NodeIdentity
}

const enrollDeadlineMs = 15_000

/** Leaves three files in the folder, or none. The other values belong into daemon.yaml. */
export async function enroll(request: {
  panelUrl: string
  key: string
  folder: string
}): Promise<EnrolledNode & { files: IdentityFiles }> {
  const key = readKey(request.key)
  const link = await readLinkAddress(request.panelUrl).catch(error => {
    throw new EnrollmentError(`the panel at ${request.panelUrl} does not answer: ${reasonOf(error)}`, error)
  })
  checkAuthority(link.caPem, key)
  const files = identityFiles(request.folder)
  const prepared = await prepareFiles(request.folder)
  try {
    const privateKeyPem = newPrivateKey()
    // Written before the key is spent: a folder that cannot be written to must not cost the key.
    await prepared.add(files.keyFile, privateKeyPem)
    await prepared.add(files.caFile, link.caPem)
    const node = await requestIdentity({ ...link, key, privateKeyPem })
    await prepared.add(files.certificateFile, node.identity.certificatePem)
    await prepared.commit()
    return { ...node, files }
  } finally {
    await prepared.discard()
  }
}

/** The same without HTTP and files. */
export async function requestIdentity(request: {
  address: string
  caPem: string
  key: EnrollmentKey
  privateKeyPem: string
}): Promise<EnrolledNode> {
  const { address, caPem, key, privateKeyPem } = request
  checkAuthority(caPem, key)
  const privateKey = createPrivateKey(privateKeyPem)
  const answer = await callEnroll(address, caPem, key.secret, certificateRequest(privateKey))
  const certificate = new X509Certificate(answer.certificatePem)
  if (!certificate.checkPrivateKey(privateKey) || !certificate.verify(new X509Certificate(caPem).publicKey)) {
    throw new EnrollmentError(
      'the panel has answered with a certificate for another key; try again with a new key',
    )
  }
  const { nodeId, apiKey, connectionPassword, certificatePem } = answer
  return { nodeId, apiKey, connectionPassword, address, identity: { caPem, certificatePem, privateKeyPem } }
}

function readKey(text: string): EnrollmentKey {
  const key = parseEnrollmentKey(text)
  if (!key) {
    throw new EnrollmentError('this is no enrollment key: it begins with rk1_ and must be copied as a whole')
  }
  return key
}

function checkAuthority(caPem: string, key: EnrollmentKey): void {
  const fingerprint = createHash('sha256').update(derOf(caPem)).digest('hex')
  if (fingerprint !== key.caFingerprint) {
    throw new EnrollmentError(
      'this is not the panel that issued the key: check the address, or issue a new key in that panel',
    )
  }
}

function derOf(caPem: string): Buffer {
  try {
    return new X509Certificate(caPem).raw
  } catch (error) {
    throw new EnrollmentError('the panel has answered with something that is no certificate', error)
  }
}

function callEnroll(address: string, caPem: string, keySecret: string, certificateRequestPem: string) {
  const channel = openEnrollmentChannel(address, caPem)
  const deadline = Date.now() + enrollDeadlineMs
  return new Promise<EnrollAnswer>((resolve, reject) => {
    channel.enroll(
      { protocolVersion, keySecret, certificateRequestPem },
      new Metadata(),
      { deadline },
      (error, answer) => (error ? reject(refusalMessage(error, address)) : resolve(answer)),
    )
  }).finally(() => channel.close())
}

function refusalMessage(error: ServiceError, address: string): EnrollmentError {
  const isUnreachable = error.code === status.UNAVAILABLE || error.code === status.DEADLINE_EXCEEDED
  return new EnrollmentError(
    isUnreachable
      ? `the daemon link of the panel at ${address} cannot be reached (${error.details}): open GRPC_PORT and check GRPC_BIND_IP`
      : error.details,
    error,
  )
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message : message
}
