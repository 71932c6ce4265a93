// A node that is connected to one instance of the panel is upgraded by another one, and every instance knows how far it is.

import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnrollmentKey } from '@rookery/contracts/daemon/enrollment-key.ts'
import { NodeFacts, NodeInstallation } from '@rookery/contracts/daemon/generated/link.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EnrolledNode, requestIdentity } from '../../daemon/src/platform/panel-link/enroll.ts'
import { readLinkAddress } from '../../daemon/src/platform/panel-link/link-address-client.ts'
import { newPrivateKey } from '../../daemon/src/platform/panel-link/node-certificate.ts'
import { archiveName } from '../../panel/src/features/node-install/daemon-archives.ts'
import { writeProgramFolder } from '../../panel/src/features/node-install/program-in-test.ts'
import type { OpenCache } from '../../panel/src/platform/cache/cache.ts'
import { startTestPanel, type TestPanel } from '../../panel/test/start-test-panel.ts'
import { openSharedMemoryCache } from '../../panel/test/tokens/shared-cache.ts'
import { linkLifecycle } from '../link/link-lifecycle.ts'
import type { DaemonSide } from '../link/link-world.ts'
import { waitFor } from '../wait-for.ts'

const former = '0.0.0-old'
/** Of every panel in a test. */
const current = '0.0.0-test'
const archive = randomBytes(3 * 1024 ** 2)
const sha256 = createHash('sha256').update(archive).digest('hex')

const { daemonOf } = linkLifecycle()
let cache: OpenCache
let programFolder = ''
let one: TestPanel
let two: TestPanel
let nodeId = 0
let node: EnrolledNode
/** The SHA-256 of what a daemon has received. */
let taken = ''

beforeEach(async () => {
  programFolder = writeProgramFolder(mkdtempSync(join(tmpdir(), 'rookery-program-')), current)
  mkdirSync(join(programFolder, 'daemons'))
  writeFileSync(join(programFolder, 'daemons', archiveName(current, 'x64')), archive)
  cache = openSharedMemoryCache()
  one = await startTestPanel({ cache, programFolder })
  two = await startTestPanel({ cache, programFolder, dataDir: one.dataDir })
  ;({ id: nodeId } = await one.app.nodes.create('Barn'))
  const key = parseEnrollmentKey((await two.app.nodes.issueEnrollment(nodeId)).key)
  if (!key) throw new Error('not a key')
  const { caPem } = await readLinkAddress(two.url)
  const address = `127.0.0.1:${two.grpcPort}`
  node = await requestIdentity({ address, caPem, key, privateKeyPem: newPrivateKey() })
})
afterEach(async () => {
  await two?.halt()
  await one?.stop()
  await cache?.close()
  rmSync(programFolder, { recursive: true, force: true })
})

interface Connecting {
  failedUpgrade?: NodeInstallation['failedUpgrade']
  transfer?: DaemonSide['hooks']['transfer']
}

/** At the second instance, installed by the script. */
async function connect(version: string, options: Connecting = {}): Promise<DaemonSide> {
  const daemon = daemonOf(node)
  const { failedUpgrade, transfer = takeArchive } = options
  const installation = { method: 'script', upgradesFromPanel: true, isSupervised: true, failedUpgrade }
  daemon.hooks.transfer = transfer
  daemon.hooks.describe = () => ({
    facts: NodeFacts.create({ version, arch: 'x64' }),
    gameServers: [],
    tasks: [],
    installation: NodeInstallation.create(installation),
  })
  await daemon.connect()
  await waitFor('both instances know that it is there', async () =>
    (await Promise.all([one, two].map(readNode))).every(({ online }) => online),
  )
  return daemon
}

async function readNode(panel: TestPanel): Promise<Node> {
  return panel.app.nodes.read(nodeId)
}

async function beginAt(panel: TestPanel): Promise<{ status: number; text: string }> {
  const sessionToken = await panel.signIn()
  return panel.request('POST', `/api/nodes/${nodeId}/upgrade`, { sessionToken, body: {} })
}

/** As a daemon does that is about to restart. */
const takeArchive: DaemonSide['hooks']['transfer'] = async (_purpose, transfer) => {
  const answer = (step: string) =>
    transfer.write({ $case: 'fileAnswer', value: { json: JSON.stringify({ step }) } })
  const bodies = transfer.incoming()
  await answer('receiving')
  const hash = createHash('sha256')
  for await (const body of bodies) {
    if (body.$case === 'fileEnd') break
    if (body.$case === 'fileBytes') hash.update(body.value.bytes)
  }
  taken = hash.digest('hex')
  await answer('checking')
  await answer('restarting')
}

const stepAt = async (panel: TestPanel) => (await readNode(panel)).upgrade.running?.step ?? null

test('an instance upgrades a node that is connected to another one, and both see how far it is', async () => {
  const before = await connect(former)
  expect(await beginAt(one)).toMatchObject({ status: 202 })
  await waitFor('both show the last step', async () =>
    (await Promise.all([one, two].map(stepAt))).every(step => step === 'restarting'),
  )
  expect(taken).toBe(sha256)
  expect(await beginAt(two)).toMatchObject({ status: 409, text: expect.stringContaining('already running') })
  await before.link.close()
  await connect(current)
  await waitFor('both show that it is over', async () =>
    (await Promise.all([one, two].map(readNode))).every(
      ({ version, upgrade }) => version === current && !upgrade.running && !upgrade.failed,
    ),
  )
  await waitFor('it is in the audit log of the instance that did it', () =>
    one.logLines.some(line => line.includes('"node.upgraded"') && line.includes('"success"')),
  )
})

test('a node that went back says so at every instance', async () => {
  const before = await connect(former)
  await beginAt(one)
  await waitFor('it would restart', async () => (await stepAt(one)) === 'restarting')
  await before.link.close()
  const reason = 'it ended 3 times before the panel saw it'
  const atMs = one.clock.nowMs
  await connect(former, {
    failedUpgrade: { fromVersion: former, toVersion: current, reason, atMs, lastLines: ['broken'] },
  })
  await waitFor('both show why', async () =>
    (await Promise.all([one, two].map(readNode))).every(({ upgrade }) => upgrade.failed?.reason === reason),
  )
})

test('an instance that ends in the middle leaves nothing under way, and another may begin anew', async () => {
  await connect(former)
  await beginAt(one)
  await waitFor('the other shows it', async () => (await stepAt(two)) === 'restarting')
  await one.halt()
  await waitFor('nothing is under way', async () => (await stepAt(two)) === null)
  expect(await beginAt(two)).toMatchObject({ status: 202 })
  one = await startTestPanel({ cache, programFolder, dataDir: one.dataDir })
})

test('an instance that falls silent in the middle is not believed for ever', async () => {
  await connect(former)
  await beginAt(one)
  await waitFor('the other shows it', async () => (await stepAt(two)) === 'restarting')
  two.clock.nowMs += 3 * 60_000
  expect(await stepAt(two)).toBeNull()
})
