// A whole panel and nodes that a test answers for, joined by the real link: what the tests of backups share.

import type { NodeBackup, RepositoryReport } from '@rookery/contracts/backups.ts'
import { type BackupRequest, backupRequest } from '@rookery/contracts/daemon/backup-request.ts'
import { parseEnrollmentKey } from '@rookery/contracts/daemon/enrollment-key.ts'
import {
  type GameServerDefinition,
  gameServerDefinition,
} from '@rookery/contracts/daemon/game-server-definition.ts'
import type { BackupReportKnown, BackupWork, RunTask } from '@rookery/contracts/daemon/generated/link.ts'
import { NodeFacts, TaskUpdate } from '@rookery/contracts/daemon/generated/link.ts'
import { requestIdentity } from '../../daemon/src/platform/panel-link/enroll.ts'
import { readLinkAddress } from '../../daemon/src/platform/panel-link/link-address-client.ts'
import { newPrivateKey } from '../../daemon/src/platform/panel-link/node-certificate.ts'
import type { OutgoingTransfer } from '../../daemon/src/platform/panel-link/outgoing-transfer.ts'
import { startTestPanel, type TestPanel } from '../../panel/test/start-test-panel.ts'
import { DaemonSide } from '../link/link-world.ts'
import { waitFor } from '../wait-for.ts'

type Answer = (request: BackupRequest, transfer: OutgoingTransfer, work: BackupWork) => Promise<void>

export const json = (value: object) =>
  ({ $case: 'fileAnswer', value: { json: JSON.stringify(value) } }) as const

/** A node whose daemon names these capabilities; what it is told is looked at, what it is asked a test answers. */
export class BackupNode extends DaemonSide {
  readonly asked: { request: BackupRequest; work: BackupWork }[] = []
  answer: Answer = async () => {}

  #ports = 31_000

  #nextPort(): number {
    this.#ports += 1
    return this.#ports
  }

  static async join(panel: TestPanel, name: string, capabilities: string[]): Promise<BackupNode> {
    const { id } = await panel.app.nodes.create(name)
    const key = parseEnrollmentKey((await panel.app.nodes.issueEnrollment(id)).key)
    if (!key) throw new Error('not a key')
    const { caPem } = await readLinkAddress(panel.url)
    const address = `127.0.0.1:${panel.grpcPort}`
    const node = new BackupNode(
      await requestIdentity({ address, caPem, key, privateKeyPem: newPrivateKey() }),
    )
    node.hooks.describe = () => ({
      facts: NodeFacts.create({ version: '1', runtimes: ['process'] }),
      gameServers: node.gameServers,
      tasks: node.tasks,
      capabilities,
    })
    node.hooks.answer = async body => ({
      ports: body.$case === 'findFreePorts' ? body.value.requests.map(() => node.#nextPort()) : [],
    })
    node.hooks.transfer = async (purpose, transfer) => {
      if (purpose.$case !== 'backupWork') return
      const request = backupRequest.parse(JSON.parse(purpose.value.request))
      node.asked.push({ request, work: purpose.value })
      await node.answer(request, transfer, purpose.value)
    }
    return node.connect()
  }

  get nodeId(): number {
    return this.node.nodeId
  }

  /** The newest definition that it was told of a game server. */
  definitionOf(gameServerId: number): (GameServerDefinition & { revision: number }) | null {
    const told = [
      ...this.welcomes.flat(),
      ...this.received.flatMap(body => (body.$case === 'putGameServer' ? [body.value] : [])),
    ]
    const last = told.findLast(put => put.gameServerId === gameServerId)
    if (!last) return null
    return { ...gameServerDefinition.parse(JSON.parse(last.definition)), revision: last.revision }
  }

  async untilDefined(
    gameServerId: number,
    what: string,
    isSo: (definition: GameServerDefinition) => boolean,
  ): Promise<GameServerDefinition> {
    await waitFor(what, () => {
      const definition = this.definitionOf(gameServerId)
      return definition !== null && isSo(definition)
    })
    const definition = this.definitionOf(gameServerId)
    if (!definition) throw new Error(what)
    return definition
  }

  async taskOf(kind: string, taskId: number): Promise<RunTask> {
    const find = () =>
      this.received
        .flatMap(body => (body.$case === 'runTask' ? [body.value] : []))
        .find(task => task.taskId === taskId)
    await waitFor(`the task ${taskId} is handed over`, () => find() !== undefined)
    const task = find()
    if (task?.kind !== kind) throw new Error(`task ${taskId} is ${task?.kind}`)
    return task
  }

  endTask({ taskId, runKey }: RunTask, status: 'success' | 'error', message = 'done'): void {
    const value = TaskUpdate.create({ taskId, runKey, status, message })
    this.link.send({ $case: 'taskUpdate', value })
  }

  report(gameServerId: number, report: object): void {
    const value = { gameServerId, report: JSON.stringify(report) }
    this.link.send({ $case: 'backupReport', value })
  }

  known(): BackupReportKnown[] {
    return this.received.flatMap(body => (body.$case === 'backupReportKnown' ? [body.value] : []))
  }

  /** Resolves when the panel has stored it. */
  async reported(gameServerId: number, report: RepositoryReport): Promise<void> {
    this.report(gameServerId, report)
    await waitFor(`report ${report.sequence} is known`, () =>
      this.known().some(
        ({ gameServerId: id, storageId, sequence }) =>
          id === gameServerId && storageId === report.storage_id && sequence === report.sequence,
      ),
    )
  }
}

export const nodeBackup = (snapshot: string, more: Partial<NodeBackup> = {}): NodeBackup => ({
  snapshot,
  taken_at_ms: Date.parse('2026-11-10T04:00:00Z'),
  kind: 'scheduled',
  before: null,
  run_key: '',
  files: 12,
  bytes: 3_000_000,
  bytes_added: 40_000,
  consistency: 'flushed',
  warnings: [],
  ...more,
})

export const reportOf = (
  storage_id: number,
  sequence: number,
  backups: NodeBackup[],
  more: Partial<RepositoryReport> = {},
): RepositoryReport => ({
  storage_id,
  sequence,
  engine: 'restic',
  backups,
  is_listed: true,
  stored_bytes: 900_000,
  last_check: null,
  last_drill: null,
  problem: '',
  ...more,
})

/** With a clock that goes on by itself: what is asked of a node is good for a while of it (L16). */
export async function startBackupsPanel(variables: Record<string, string> = {}): Promise<TestPanel> {
  const panel = await startTestPanel({ variables })
  Object.defineProperty(panel.clock, 'nowMs', { get: Date.now, configurable: true })
  return panel
}
