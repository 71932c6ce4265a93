// Enrollment as an administrator does it: over HTTP and the link, with files, and every way in which it is refused.

import { createPrivateKey } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServiceError, status } from '@grpc/grpc-js'
import { parseEnrollmentKey } from '@rookery/contracts/daemon/enrollment-key.ts'
import { EnrollRequest } from '@rookery/contracts/daemon/generated/link.ts'
import { expect, test } from 'vitest'
import { enroll } from '../../daemon/src/platform/panel-link/enroll.ts'
import { certificateRequest, newPrivateKey } from '../../daemon/src/platform/panel-link/node-certificate.ts'
import { readIdentity } from '../../daemon/src/platform/panel-link/node-identity-files.ts'
import { openEnrollmentChannel } from '../../daemon/src/platform/panel-link/panel-channel.ts'
import { linkLifecycle } from './link-lifecycle.ts'
import { type PanelSide, sha256, spendKey } from './link-world.ts'

const { startPanel, startDaemon, closeLater } = linkLifecycle()

/** The one HTTP route that enrollment needs, as the panel answers it. */
async function serveLinkAddress(answer: { grpc_port: number; ca_pem: string }): Promise<string> {
  const httpServer = createServer((request, response) => {
    response.statusCode = request.url === '/api/nodes/link' ? 200 : 404
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>(resolve => httpServer.listen(0, '127.0.0.1', resolve))
  closeLater(() => new Promise(resolve => httpServer.close(resolve)))
  return `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-enroll-'))
  closeLater(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const linkOf = (panel: PanelSide) => ({ grpc_port: panel.port, ca_pem: panel.authority.caPem })

test('a node enrolls with address and key, and what it wrote is enough to connect', async () => {
  const panel = await startPanel()
  const folder = join(await newFolder(), 'identity')
  const node = await enroll({
    panelUrl: await serveLinkAddress(linkOf(panel)),
    key: panel.issueKey(7),
    folder,
  })
  expect(node).toMatchObject({ nodeId: 7, address: panel.address })
  expect((await readdir(folder)).sort()).toEqual(['node-certificate.pem', 'node-key.pem', 'panel-ca.pem'])
  expect((await stat(node.files.keyFile)).mode & 0o777).toBe(0o600)
  expect(panel.nodes.get(7)).toMatchObject({ keyHash: null, apiKeyHash: sha256(node.apiKey) })
  await startDaemon({ ...node, identity: await readIdentity(node.files) })
  expect(panel.link.isOnline(7)).toBe(true)
})

test('an enrollment that fails says why in words and leaves no file and an unspent key', async () => {
  const [panel, otherPanel] = [await startPanel(), await startPanel()]
  const key = panel.issueKey(7)
  const panelUrl = await serveLinkAddress(linkOf(panel))
  const otherUrl = await serveLinkAddress(linkOf(otherPanel))
  const folder = await newFolder()
  const tampered = await serveLinkAddress({ grpc_port: otherPanel.port, ca_pem: panel.authority.caPem })
  const closedPort = await serveLinkAddress({ grpc_port: 1, ca_pem: panel.authority.caPem })
  const wrongSecret = key.replace(/^rk1_.{5}/, 'rk1_AAAAA')
  const cases: [{ panelUrl: string; key: string }, RegExp][] = [
    [{ panelUrl, key: 'rk1_short' }, /this is no enrollment key/],
    [{ panelUrl: otherUrl, key }, /this is not the panel that issued the key/],
    [{ panelUrl: tampered, key }, /cannot be reached/],
    [{ panelUrl: closedPort, key }, /cannot be reached .* open GRPC_PORT/],
    [{ panelUrl: `${panelUrl}/nowhere`, key: wrongSecret }, /the enrollment key is not valid/],
    [{ panelUrl: 'http://127.0.0.1:1', key }, /does not answer/],
  ]
  for (const [request, args] of cases) {
    await expect(enroll({ ...request, folder })).rejects.toThrow(args)
    expect(await readdir(folder)).toEqual([])
  }
  const file = join(folder, 'file')
  await writeFile(file, '')
  await expect(enroll({ panelUrl, key, folder: file })).rejects.toThrow()
  expect((await spendKey(panel, key)).nodeId).toBe(7)
})

test('5.9 versions and certificate requests that do not fit are refused before the key is spent', async () => {
  const panel = await startPanel()
  const key = panel.issueKey(7)
  const channel = openEnrollmentChannel(panel.address, panel.authority.caPem)
  closeLater(() => channel.close())
  const fitting = {
    protocolVersion: 1,
    keySecret: parseEnrollmentKey(key)?.secret ?? '',
    certificateRequestPem: certificateRequest(createPrivateKey(newPrivateKey())),
  }
  const attempt = (change: Partial<EnrollRequest>) =>
    new Promise<ServiceError | null>(resolve =>
      channel.enroll(EnrollRequest.create({ ...fitting, ...change }), error => resolve(error)),
    )
  expect(await attempt({ protocolVersion: 99 })).toMatchObject({
    code: status.FAILED_PRECONDITION,
    details: expect.stringContaining('update the panel'),
  })
  expect(await attempt({ protocolVersion: 0 })).toMatchObject({
    details: expect.stringContaining('update the daemon'),
  })
  const forged = fitting.certificateRequestPem.replace(/\n(.{10})/, '\nMIIBAAAAAA')
  for (const certificateRequestPem of ['', 'nonsense', forged, 'x'.repeat(20_000)]) {
    expect(await attempt({ certificateRequestPem })).toMatchObject({ code: status.INVALID_ARGUMENT })
  }
  expect(await attempt({ keySecret: 'x'.repeat(40_000) })).toMatchObject({ code: status.RESOURCE_EXHAUSTED })
  expect(await attempt({})).toBeNull()
})
