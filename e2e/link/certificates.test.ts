// T-099: who may reach the calls of nodes, tried with every kind of wrong certificate against the real listener.

import { createPrivateKey, createPublicKey, sign, X509Certificate } from 'node:crypto'
import { connect } from 'node:tls'
import { credentials, type ServiceError, status } from '@grpc/grpc-js'
import { Hello, NodeLinkClient } from '@rookery/contracts/daemon/generated/link.ts'
import { panelCertificateName, protocolVersion } from '@rookery/contracts/daemon/protocol-version.ts'
import { expect, test } from 'vitest'
import { certificateRequest, newPrivateKey } from '../../daemon/src/platform/panel-link/node-certificate.ts'
import type { NodeIdentity } from '../../daemon/src/platform/panel-link/node-identity-files.ts'
import { openNodeChannel } from '../../daemon/src/platform/panel-link/panel-channel.ts'
import { ecdsaWithSha256 } from '../../panel/src/platform/daemon-link/logic/certificate-body.ts'
import {
  der,
  derBits,
  derObjectId,
  derPlain,
  derWrapped,
} from '../../panel/src/platform/daemon-link/logic/der.ts'
import { linkLifecycle } from './link-lifecycle.ts'
import { enrollNode, eventually, memorySecretStore, newAuthority, type PanelSide } from './link-world.ts'

const { startPanel, startDaemon, daemonOf, closeLater } = linkLifecycle()

/** Says Hello with an identity and tells how the call ended. */
function tryControl(panel: PanelSide, channel: NodeLinkClient, apiKey = 'none'): Promise<ServiceError> {
  closeLater(() => channel.close())
  return new Promise((resolve, reject) => {
    const stream = channel.control()
    stream.on('error', (error: ServiceError) => resolve(error))
    stream.on('data', () => reject(new Error(`${panel.address} answered`)))
    stream.write({
      body: { $case: 'hello', value: Hello.create({ protocolVersion, instanceId: 'x', apiKey }) },
    })
  })
}

function tryRenew(channel: NodeLinkClient): Promise<ServiceError | null> {
  const certificateRequestPem = certificateRequest(createPrivateKey(newPrivateKey()))
  return new Promise(resolve => channel.renew({ certificateRequestPem }, error => resolve(error)))
}

/** A panel that counts how often anybody got as far as being checked by its features. */
async function countingPanel(): Promise<{ panel: PanelSide; asked: string[] }> {
  const panel = await startPanel()
  const asked: string[] = []
  const { admit } = panel.hooks
  panel.hooks.admit = request => {
    asked.push(request.certificateSerial)
    return admit(request)
  }
  return { panel, asked }
}

async function strangeIdentities(panel: PanelSide): Promise<Record<string, NodeIdentity>> {
  const { caPem } = panel.authority
  const privateKeyPem = newPrivateKey()
  const request = certificateRequest(createPrivateKey(privateKeyPem))
  const otherStore = memorySecretStore()
  const otherAuthority = await newAuthority(otherStore)
  const other = JSON.parse((await otherStore.read('daemon_link_authority')) ?? '')
  const panelCertificate = panel.authority.issuePanelCertificate()
  return {
    'self-signed': { caPem, certificatePem: other.certificate, privateKeyPem: other.private_key },
    'of another authority': {
      caPem,
      privateKeyPem,
      certificatePem: otherAuthority.issueNodeCertificate(7, request).certificatePem,
    },
    "the panel's own": { caPem, ...panelCertificate },
  }
}

test('T-099 without a certificate the calls of nodes do not exist', async () => {
  const { panel, asked } = await countingPanel()
  const open = (): NodeLinkClient =>
    new NodeLinkClient(panel.address, credentials.createSsl(Buffer.from(panel.authority.caPem)), {
      'grpc.ssl_target_name_override': panelCertificateName,
    })
  const channel = open()
  expect(await tryControl(panel, channel)).toMatchObject({ code: status.UNIMPLEMENTED })
  expect(await tryRenew(channel)).toMatchObject({ code: status.UNIMPLEMENTED })
  const transfer = new Promise(resolve => channel.transfer().on('error', resolve))
  expect(await transfer).toMatchObject({ code: status.UNIMPLEMENTED })
  expect(asked).toEqual([])
})

test('T-099 a wrong certificate is refused before any call: self-signed, other authority, for servers', async () => {
  const { panel, asked } = await countingPanel()
  await enrollNode(panel, 7)
  for (const identity of Object.values(await strangeIdentities(panel))) {
    const ended = await tryControl(panel, openNodeChannel(panel.address, identity))
    expect(ended.code).toBe(status.UNAVAILABLE)
  }
  expect(asked).toEqual([])
})

test('T-099 an expired certificate is refused before any call', async () => {
  const store = memorySecretStore()
  const authority = await newAuthority(store)
  const twoYearsAgo = await newAuthority(store, () => Date.now() - 2 * 365 * 86_400_000)
  const panel = await startPanel({ authority })
  const node = await enrollNode(panel, 7)
  const request = certificateRequest(createPrivateKey(node.identity.privateKeyPem))
  const expired = twoYearsAgo.issueNodeCertificate(7, request)
  panel.nodes.get(7)?.serials.push(expired.certificateSerial)
  const identity = { ...node.identity, certificatePem: expired.certificatePem }
  const ended = await tryControl(panel, openNodeChannel(panel.address, identity), node.apiKey)
  expect(ended.code).toBe(status.UNAVAILABLE)
  expect(panel.presence).toEqual([])
})

test('T-099 TLS 1.2 and connections that do not speak HTTP/2 are refused', async () => {
  const panel = await startPanel()
  const node = await enrollNode(panel, 7)
  const outcome = (options: object) =>
    new Promise<string>(resolve => {
      const socket = connect({
        port: panel.port,
        host: '127.0.0.1',
        servername: panelCertificateName,
        ca: node.identity.caPem,
        cert: node.identity.certificatePem,
        key: node.identity.privateKeyPem,
        ALPNProtocols: ['h2'],
        ...options,
      })
      socket.on('error', error => resolve(error.message))
      socket.on('close', () => resolve('closed'))
      // The panel's first frame shows that the connection was led to gRPC.
      socket.on('data', () => resolve('open'))
      closeLater(() => socket.destroy())
    })
  expect(await outcome({})).toBe('open')
  expect(await outcome({ minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' })).toMatch(/alert|version/i)
  expect(await outcome({ ALPNProtocols: ['http/1.1'] })).toMatch(/alert|protocol/i)
  expect(await outcome({ ALPNProtocols: undefined })).toBe('closed')
})

test('T-099 a revoked certificate is refused with a reason, and a connected node is sent away', async () => {
  const panel = await startPanel()
  const node = await enrollNode(panel, 7)
  const daemon = await startDaemon(node)
  const stored = panel.nodes.get(7)
  if (stored) stored.serials = []
  panel.link.disconnect(7, 'the node was removed')
  await eventually(() =>
    expect(daemon.warnings.map(({ reason }) => reason)).toContain('the node was removed'),
  )
  expect(panel.link.isOnline(7)).toBe(false)
  await eventually(() => expect(daemon.warnings.at(-1)?.reason).toBe('the certificate was revoked'))
  const channel = openNodeChannel(panel.address, node.identity)
  closeLater(() => channel.close())
  expect(await tryRenew(channel)).toMatchObject({ code: status.UNAUTHENTICATED })
})

test('T-099 the certificate of one node does not open another, and a node key is needed beside it', async () => {
  const panel = await startPanel()
  const [seven, eight] = [await enrollNode(panel, 7), await enrollNode(panel, 8)]
  const notStored = panel.authority.issueNodeCertificate(
    8,
    certificateRequest(createPrivateKey(seven.identity.privateKeyPem)),
  )
  const posing = { ...seven.identity, certificatePem: notStored.certificatePem }
  const control = (identity: NodeIdentity, apiKey: string) =>
    tryControl(panel, openNodeChannel(panel.address, identity), apiKey)
  expect(await control(posing, eight.apiKey)).toMatchObject({ details: 'the certificate was revoked' })
  expect(await control(seven.identity, eight.apiKey)).toMatchObject({ details: 'the node key is wrong' })
  expect(panel.presence).toEqual([])
})

test('T-099 names that a certificate request asks for are ignored', async () => {
  const panel = await startPanel()
  const node = await enrollNode(panel, 7)
  const daemon = daemonOf(node)
  await daemon.connect()
  const channel = openNodeChannel(panel.address, node.identity)
  closeLater(() => channel.close())
  const privateKey = createPrivateKey(node.identity.privateKeyPem)
  const names = der('sequence', derPlain(6, Buffer.from('urn:rookery:node:8')))
  const wanted = der('sequence', der('sequence', derObjectId('2.5.29.17'), der('octetString', names)))
  const attribute = der('sequence', derObjectId('1.2.840.113549.1.9.14'), der('set', wanted))
  const subject = der(
    'sequence',
    der('set', der('sequence', derObjectId('2.5.4.3'), der('utf8String', Buffer.from('node-8')))),
  )
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const body = der('sequence', der('integer', Buffer.of(0)), subject, publicKey, derWrapped(0, attribute))
  const request = der('sequence', body, ecdsaWithSha256, derBits(sign('sha256', body, privateKey)))
  const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${request.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`
  const renewed = await new Promise<string>((resolve, reject) =>
    channel.renew({ certificateRequestPem: pem }, (error, answer) =>
      error ? reject(error) : resolve(answer.certificatePem),
    ),
  )
  const { subjectAltName, subject: name } = new X509Certificate(renewed)
  expect([subjectAltName, name]).toEqual(['URI:urn:rookery:node:7', 'CN=node-7'])
})
