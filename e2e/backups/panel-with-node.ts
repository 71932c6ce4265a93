// A whole panel and a real daemon's features joined by the real link: what tests of backups all the way share.

import { join } from 'node:path'
import { parseEnrollmentKey } from '@rookery/contracts/daemon/enrollment-key.ts'
import type { BackupEngine } from '../../daemon/src/platform/backups/backup-engine.ts'
import { requestIdentity } from '../../daemon/src/platform/panel-link/enroll.ts'
import { readLinkAddress } from '../../daemon/src/platform/panel-link/link-address-client.ts'
import { newPrivateKey } from '../../daemon/src/platform/panel-link/node-certificate.ts'
import { openTestNode } from '../../daemon/test/open-test-node.ts'
import { startTestPanel, type TestPanel } from '../../panel/test/start-test-panel.ts'
import { DaemonSide } from '../link/link-world.ts'
import { waitFor } from '../wait-for.ts'

export type PanelWithNode = Awaited<ReturnType<typeof startPanelWithNode>>

async function joinNode(panel: TestPanel, name: string, engines: readonly BackupEngine[]) {
  const { id } = await panel.app.nodes.create(name)
  const key = parseEnrollmentKey((await panel.app.nodes.issueEnrollment(id)).key)
  if (!key) throw new Error('not a key')
  const { caPem } = await readLinkAddress(panel.url)
  const address = `127.0.0.1:${panel.grpcPort}`
  const identity = await requestIdentity({ address, caPem, key, privateKeyPem: newPrivateKey() })
  const ofNow: { side: DaemonSide | null } = { side: null }
  const node = await openTestNode(
    undefined,
    {},
    { backupEngines: engines, send: message => void ofNow.side?.link.send(message) },
  )
  async function connect(): Promise<void> {
    ofNow.side = new DaemonSide(identity, { hooks: node.app.hooks })
    await ofNow.side.connect()
  }
  await connect()
  return { node, nodeId: identity.nodeId, connect, disconnect: async () => ofNow.side?.link.close() }
}

export async function startPanelWithNode(engines: readonly BackupEngine[]) {
  const panel = await startTestPanel({ variables: { ENCRYPTION_KEY: 'a key of this test' } })
  // What is asked of a node is good for a while of this clock (L16).
  Object.defineProperty(panel.clock, 'nowMs', { get: Date.now })
  const admin = await panel.signIn()
  const { node, nodeId, connect, disconnect } = await joinNode(panel, 'Able', engines)

  const request = (method: string, path: string, body?: object) =>
    panel.request(method, path, { sessionToken: admin, ...(body && { body }) })
  async function ask(method: string, path: string, body?: object) {
    const answer = await request(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer
  }
  const json = async (method: string, path: string, body?: object) => (await ask(method, path, body)).json
  const definitionOf = (gameServerId: number) =>
    node.app.gameServers.get(node.app.gameServers.numberOf(gameServerId))?.record.definition

  return {
    ...{ panel, node, nodeId, request, ask, json, definitionOf },

    disconnect,
    reconnect: connect,
    /** Another one; whoever takes it ends it. */
    async addNode(name: string, itsEngines: readonly BackupEngine[]) {
      const added = await joinNode(panel, name, itsEngines)
      return {
        nodeId: added.nodeId,
        folderOf: (uuid: string) => join(added.node.folder, 'servers', uuid),
        async end(): Promise<void> {
          await added.disconnect()
          await added.node.end()
        },
      }
    },

    async untilTaskEnds(taskId: number): Promise<{ status: string; message: string }> {
      let task = { status: 'waiting', message: '' }
      await waitFor(`task ${taskId} ends`, async () => {
        task = await json('GET', `/api/tasks/${taskId}`)
        return !['waiting', 'working'].includes(task.status)
      })
      return task
    },

    /** An Arena that was not installed, as soon as its node knows where its backups go. */
    async createArena(
      body: object,
    ): Promise<{ id: number; uuid: string; port: number; rcon_password: string }> {
      const templates = (await json('GET', '/api/templates?per_page=100')) as { id: number; slug: string }[]
      const template_id = templates.find(({ slug }) => slug === 'arena')?.id
      const made = await json('POST', '/api/servers', {
        ...{ node_id: nodeId, template_id, install: false },
        ...body,
      })
      await waitFor('the node has the storage', () => definitionOf(made.id)?.backup_storages.length === 1)
      return made
    },

    folderOf: (uuid: string) => join(node.folder, 'servers', uuid),

    async putFile(gameServerId: number, name: string, text: string): Promise<void> {
      const number = node.app.gameServers.numberOf(gameServerId)
      await node.app.gameServers.workInFolder(number, { make: true, by: 'node' }, async root => {
        await root?.putFile(name, Buffer.from(text))
      })
    },

    async end(): Promise<void> {
      await disconnect()
      await panel.stop()
      await node.end()
    },
  }
}
