// A panel whose database is older than the certificate of a node: who comes back by itself, and who does not (L19).

import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnrollmentKey } from '@rookery/contracts/daemon/enrollment-key.ts'
import { afterEach, expect, test } from 'vitest'
import { type EnrolledNode, requestIdentity } from '../../daemon/src/platform/panel-link/enroll.ts'
import { readLinkAddress } from '../../daemon/src/platform/panel-link/link-address-client.ts'
import { newPrivateKey } from '../../daemon/src/platform/panel-link/node-certificate.ts'
import { startTestPanel, type TestPanel } from '../../panel/test/start-test-panel.ts'
import { linkLifecycle } from './link-lifecycle.ts'
import { type DaemonSide, eventually } from './link-world.ts'

const dayMs = 86_400_000
/** A certificate of this age is due for renewal, and still valid. */
const ageMs = 300 * dayMs

const { daemonOf } = linkLifecycle()
let panel: TestPanel | null = null
afterEach(async () => panel?.stop())

const file = (dataDir: string, ending: string) => join(dataDir, `panel.sqlite${ending}`)

/** Files as they are while the panel does not run. */
function copyDatabase(dataDir: string, from: string, to: string): void {
  for (const log of ['', '-wal', '-shm']) {
    rmSync(file(dataDir, to + log), { force: true })
    if (existsSync(file(dataDir, from + log))) cpSync(file(dataDir, from + log), file(dataDir, to + log))
  }
}

async function restart(change: (dataDir: string) => void): Promise<TestPanel> {
  const { dataDir } = panel as TestPanel
  await panel?.halt()
  change(dataDir)
  panel = await startTestPanel({ dataDir })
  return panel
}

const addressOf = ({ grpcPort }: TestPanel) => `127.0.0.1:${grpcPort}`

async function enrollAt(on: TestPanel, nodeId: number): Promise<EnrolledNode> {
  const key = parseEnrollmentKey((await on.app.nodes.issueEnrollment(nodeId)).key)
  if (!key) throw new Error('not a key')
  const { caPem } = await readLinkAddress(on.url)
  return requestIdentity({ address: addressOf(on), caPem, key, privateKeyPem: newPrivateKey() })
}

/** A panel with a node whose certificate was issued long ago. */
async function oldInstallation(): Promise<{ node: EnrolledNode; nodeId: number }> {
  panel = await startTestPanel()
  const { id: nodeId } = await panel.app.nodes.create('Barn')
  panel.clock.nowMs -= ageMs
  const node = await enrollAt(panel, nodeId)
  panel.clock.nowMs += ageMs
  return { node, nodeId }
}

/** Connects, and resolves with the certificate that the daemon got. */
async function renewedBy(daemon: DaemonSide): Promise<string> {
  daemon.link.start()
  await eventually(() => expect(daemon.savedCertificates).toHaveLength(1))
  await eventually(() => expect(daemon.link.isConnected).toBe(true))
  return daemon.savedCertificates[0] ?? ''
}

const auditLines = (on: TestPanel) => on.logLines.filter(line => line.includes('node.certificate_accepted'))

test('L19 a node that has renewed its certificate returns to a database from before that', async () => {
  const { node, nodeId } = await oldInstallation()
  // It was connected before the backup, as nodes are.
  await restart(dataDir => copyDatabase(dataDir, '', '-backup'))
  const before = daemonOf({ ...node, address: addressOf(panel as TestPanel) })
  const certificatePem = await renewedBy(before)
  await before.link.close()
  const restored = await restart(dataDir => copyDatabase(dataDir, '-backup', ''))
  const identity = { ...node.identity, certificatePem }
  const after = daemonOf({ ...node, address: addressOf(restored), identity })
  await after.connect()
  expect(auditLines(restored)).toHaveLength(1)
  await after.link.close()

  // From now on it is the only one: a copy of the node from before the renewal is of no use.
  const copy = daemonOf({ ...node, address: addressOf(restored) })
  copy.link.start()
  await eventually(() =>
    expect(copy.warnings.at(-1)?.reason).toMatch(/older than the one .* Enroll the node/),
  )
  await expect
    .poll(() => restored.app.nodes.read(nodeId), { timeout: 20_000 })
    .toMatchObject({
      online: false,
      refusal: { reason: expect.stringMatching(/older than the one .* Enroll the node/) },
    })
  await copy.link.close()
  const again = daemonOf({ ...node, address: addressOf(restored), identity })
  await again.connect()
  expect(auditLines(restored)).toHaveLength(1)
  expect(await restored.app.nodes.read(nodeId)).toMatchObject({ refusal: null })
})

test('L19 a certificate is not enough: who was enrolled anew after the backup must be enrolled once more', async () => {
  const { node, nodeId } = await oldInstallation()
  await restart(dataDir => copyDatabase(dataDir, '', '-backup'))
  const second = await enrollAt(panel as TestPanel, nodeId)
  const restored = await restart(dataDir => copyDatabase(dataDir, '-backup', ''))
  const daemon = daemonOf({ ...second, address: addressOf(restored) })
  daemon.link.start()
  await eventually(() => expect(daemon.warnings.at(-1)?.reason).toMatch(/another key.* Enroll the node/))
  await daemon.link.close()
  // The certificate of the second with the key of the first: what nobody was ever given together.
  const mixed = daemonOf({ ...second, apiKey: 'stolen', address: addressOf(restored) })
  mixed.link.start()
  await eventually(() => expect(mixed.warnings.at(-1)?.reason).toMatch(/another key/))
  await mixed.link.close()
  await daemonOf({ ...node, address: addressOf(restored) }).connect()
})
