// The other end of the wire for tests of the whole daemon: speaks the real protocol over real TLS, decides nothing.

import { Server, ServerCredentials, type ServerDuplexStream, status } from '@grpc/grpc-js'
import {
  type FromDaemon,
  type FromPanel,
  NodeLinkService,
  type TransferFromDaemon,
  type TransferFromPanel,
} from '@rookery/contracts/daemon/generated/link.ts'
import { panelCertificateName, protocolVersion } from '@rookery/contracts/daemon/protocol-version.ts'
import { createCertificate } from './create-certificate.ts'
import { until } from './open-test-node.ts'

type Control = ServerDuplexStream<FromDaemon, FromPanel>
type Transfer = ServerDuplexStream<TransferFromDaemon, TransferFromPanel>
type Received = NonNullable<FromDaemon['body']>

export interface FakePanel {
  port: number
  identity: { caPem: string; certificatePem: string; privateKeyPem: string }
  received: Received[]
  send(body: NonNullable<FromPanel['body']>, expiresAtMs?: number): void
  /** Waits for a message of this kind that the check accepts. */
  hear<Kind extends Received['$case']>(
    kind: Kind,
    check?: (value: Extract<Received, { $case: Kind }>['value']) => boolean,
  ): Promise<Extract<Received, { $case: Kind }>['value']>
  openTransfer(
    order: Extract<NonNullable<FromPanel['body']>, { $case: 'openTransfer' }>['value'],
  ): Promise<Transfer>
  close(): void
}

export const nodeId = 5
export const connectionPassword = 'what the panel presents'

export async function openFakePanel(): Promise<FakePanel> {
  const authority = createCertificate('test authority')
  const panel = createCertificate(panelCertificateName, authority)
  const node = createCertificate('node', authority)
  const received: Received[] = []
  const transfers = new Map<string, Transfer>()
  let control: Control | undefined
  const grpcServer = new Server()
  grpcServer.addService(NodeLinkService, {
    renew: (_call: unknown, answer: (error: { code: status }) => void) =>
      answer({ code: status.UNIMPLEMENTED }),
    control(call: Control) {
      call.on('data', ({ body }: FromDaemon) => {
        if (!body) return
        received.push(body)
        if (body.$case !== 'hello') return
        control = call
        const value = {
          protocolVersion,
          nodeId,
          connectionPassword,
          heartbeatSeconds: 5,
          gameServers: [],
          nodeSettings: undefined,
          sentAtMs: Date.now(),
          removed: [],
        }
        call.write({ body: { $case: 'welcome', value } })
      })
      call.on('error', () => {})
      call.on('end', () => call.end())
    },
    transfer(call: Transfer) {
      call.once('data', ({ body }: TransferFromDaemon) => {
        call.pause()
        if (body?.$case === 'opened') transfers.set(body.value.transferId, call)
      })
      call.on('error', () => {})
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    const keys = [{ private_key: Buffer.from(panel.keyPem), cert_chain: Buffer.from(panel.pem) }]
    const credentials = ServerCredentials.createSsl(Buffer.from(authority.pem), keys, true)
    grpcServer.bindAsync('127.0.0.1:0', credentials, (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return {
    port,
    identity: { caPem: authority.pem, certificatePem: node.pem, privateKeyPem: node.keyPem },
    received,
    send: (body, expiresAtMs) => control?.write(expiresAtMs === undefined ? { body } : { body, expiresAtMs }),
    async hear(kind, check = () => true) {
      const find = () => received.find(body => body.$case === kind && check(body.value as never))
      await until(() => find() !== undefined, `the daemon says ${kind}`)
      return find()?.value as never
    },
    async openTransfer(order) {
      control?.write({ body: { $case: 'openTransfer', value: order } })
      await until(() => transfers.has(order.transferId), 'the transfer is open')
      return transfers.get(order.transferId) as Transfer
    },
    close: () => grpcServer.forceShutdown(),
  }
}

/** Reads a console until `wanted` is in it. */
export async function readTransfer(transfer: Transfer, wanted: string): Promise<string> {
  let text = ''
  for await (const { body } of transfer as AsyncIterable<TransferFromDaemon>) {
    if (body?.$case === 'ended') throw new Error(`the transfer ended: ${body.value.message}`)
    if (body?.$case === 'output') text += body.value.bytes.toString()
    if (text.includes(wanted)) break
  }
  return text
}
