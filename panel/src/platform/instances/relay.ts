// Passes the Transfer of a node on to the instance that waits for it, directly from here to there (rule L14).

import { once } from 'node:events'
import { createSecureContext } from 'node:tls'
import { type ChannelOptions, type ClientDuplexStream, credentials, Metadata, status } from '@grpc/grpc-js'
import {
  InstanceLinkClient,
  type TransferFromDaemon,
  type TransferFromPanel,
} from '@rookery/contracts/daemon/generated/link.ts'
import { panelCertificateName } from '@rookery/contracts/daemon/protocol-version.ts'
import type { CertificateAuthority } from '../daemon-link/certificate-authority.ts'
import { nodeIdMetadata } from '../daemon-link/daemon-link.ts'
import type { ForeignTransfer } from '../daemon-link/link-sharing.ts'
import type { TransferCall } from '../daemon-link/transfers.ts'

const channelOptions: ChannelOptions = {
  // The panel's certificate has this one name, whatever address an instance has.
  'grpc.ssl_target_name_override': panelCertificateName,
  'grpc.default_authority': panelCertificateName,
  'grpc.enable_http_proxy': 0,
  'grpc.enable_retries': 0,
  'grpc.enable_channelz': 0,
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 10_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  // One connection carries all transfers to that instance.
  'grpc-node.flow_control_window': 1024 * 1024,
}

type Onward = ClientDuplexStream<TransferFromDaemon, TransferFromPanel>

export function createRelay(authority: CertificateAuthority) {
  const channels = new Map<string, InstanceLinkClient>()
  let context: ReturnType<typeof createSecureContext> | undefined

  function channelTo(address: string): InstanceLinkClient {
    const known = channels.get(address)
    if (known) return known
    if (!context) {
      const { certificatePem: cert, privateKeyPem: key } = authority.issueInstanceCertificate()
      context = createSecureContext({ ca: authority.caPem, cert, key, minVersion: 'TLSv1.3' })
    }
    const made = new InstanceLinkClient(address, credentials.createFromSecureContext(context), channelOptions)
    channels.set(address, made)
    return made
  }

  return {
    pass(address: string, transfer: ForeignTransfer): void {
      const metadata = new Metadata()
      metadata.set(nodeIdMetadata, String(transfer.nodeId))
      const onward = channelTo(address).relay(metadata)
      void passToInstance(transfer, onward)
      void passToNode(onward, transfer.call)
    },
    close(): void {
      for (const channel of channels.values()) channel.close()
      channels.clear()
    },
  }
}

async function passToInstance({ call, first, rest }: ForeignTransfer, onward: Onward): Promise<void> {
  call.on('cancelled', () => onward.cancel())
  call.on('error', () => onward.cancel())
  try {
    await write(onward, first)
    for (;;) {
      const { value, done } = await rest.next()
      if (done) break
      await write(onward, value as TransferFromDaemon)
    }
    onward.end()
  } catch {
    // The node's end was cut, or the other instance's: in either case both are.
    onward.cancel()
  }
}

async function passToNode(onward: Onward, call: TransferCall): Promise<void> {
  try {
    for await (const message of onward) await write(call, message as TransferFromPanel)
    if (!call.writableEnded) call.end()
  } catch {
    const details = 'the instance of the panel that waited for this transfer is gone'
    if (!call.cancelled && !call.destroyed) call.emit('error', { code: status.UNAVAILABLE, details })
  }
}

/** Waits when the reader is late, and no longer than the stream lives. */
async function write<Message>(
  stream: NodeJS.EventEmitter & { readonly destroyed: boolean; write(message: Message): boolean },
  message: Message,
): Promise<void> {
  if (stream.write(message) || stream.destroyed) return
  const waiting = new AbortController()
  const { signal } = waiting
  const eitherWay = [once(stream, 'drain', { signal }), once(stream, 'close', { signal })]
  await Promise.race(eitherWay).finally(() => waiting.abort())
}
