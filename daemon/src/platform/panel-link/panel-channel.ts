// One TLS connection to the panel, whose authority is the only one it trusts.

import { checkServerIdentity, createSecureContext, type PeerCertificate, type SecureContext } from 'node:tls'
import { type ChannelOptions, credentials } from '@grpc/grpc-js'
import { EnrollmentClient, NodeLinkClient } from '@rookery/contracts/daemon/generated/link.ts'
import { panelCertificateName } from '@rookery/contracts/daemon/protocol-version.ts'
import type { NodeIdentity } from './node-identity-files.ts'

/** Welcome carries the definitions of all game servers of the node. */
const panelMessageLimitBytes = 64 * 1024 * 1024

const channelOptions: ChannelOptions = {
  'grpc.default_authority': panelCertificateName,
  // Without it two channels to one address would share a connection (rule L1).
  'grpc.use_local_subchannel_pool': 1,
  'grpc.enable_http_proxy': 0,
  // Else a name server is asked for settings of the connection, and one that does not answer keeps a program from ending.
  'grpc.service_config_disable_resolution': 1,
  'grpc.enable_retries': 0,
  'grpc.enable_channelz': 0,
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 10_000,
  'grpc.max_receive_message_length': panelMessageLimitBytes,
}

/** The panel's certificate has one name, whatever address the daemon dials, and by which server name. */
export const checkPanelIdentity = (_serverName: string, certificate: PeerCertificate): Error | undefined =>
  checkServerIdentity(panelCertificateName, certificate)

type Presented = { caPem: string } & Partial<NodeIdentity>

/** Reading certificates costs more than a handshake, and one identity is used for every connection. */
const contexts = new WeakMap<Presented, SecureContext>()

function panelCredentials(identity: Presented) {
  const { caPem: ca, certificatePem: cert, privateKeyPem: key } = identity
  const context = contexts.get(identity) ?? createSecureContext({ ca, cert, key, minVersion: 'TLSv1.3' })
  contexts.set(identity, context)
  return credentials.createFromSecureContext(context, { checkServerIdentity: checkPanelIdentity })
}

const optionsFor = (serverName: string): ChannelOptions => ({
  ...channelOptions,
  'grpc.ssl_target_name_override': serverName,
})

export const openEnrollmentChannel = (address: string, caPem: string): EnrollmentClient =>
  new EnrollmentClient(address, panelCredentials({ caPem }), optionsFor(panelCertificateName))

export const openNodeChannel = (
  address: string,
  identity: NodeIdentity,
  serverName = panelCertificateName,
): NodeLinkClient => new NodeLinkClient(address, panelCredentials(identity), optionsFor(serverName))
