// Creates a game server from a draft: finds its ports, stores it, informs its node and queues the first work, or leaves nothing.

import type { TaskKind } from '@rookery/contracts/run-states.ts'
import type { Template } from '@rookery/contracts/template.ts'
import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { DaemonLink } from '../../../platform/daemon-link/daemon-link.ts'
import type { AlsoWrite } from '../../../platform/database/portable.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { madeObject, type Once } from '../../../platform/http/route.ts'
import { PanelError } from '../../../platform/panel-error.ts'
import type { NodeTurn, StoredTask, Tasks } from '../../tasks/tasks.ts'
import type { Definitions } from '../definitions.ts'
import type { Begin, GameServersStore } from '../game-servers-store.ts'
import { type PortValues, portProblems } from '../logic/claimed-ports.ts'
import { chosenPorts, type GivenPorts, openPorts } from '../logic/open-ports.ts'
import type { RestoredSchedule } from '../logic/restored-schedules.ts'
import type { Owned } from '../owners.ts'
import { requireArrival } from '../require-arrival.ts'
import { refuse, unknownGameServer } from '../save-changes.ts'
import { hideSecrets } from '../secret-values.ts'
import type { GameServerChoices, NewGameServer } from '../stored-game-server.ts'
import type { FindPorts } from './find-ports.ts'

export interface DraftTask {
  kind: TaskKind
  payload?: object
}

/** The repository that a game server is made from. */
export interface BackupSource {
  storageId: number
  uuid: string
}

/** A game server that is about to be created. */
export interface ServerToCome {
  uuid: string
  nodeId: number
  template: Template
  /** With the names of the databases that it had, where it comes back. */
  variables: Readonly<Record<string, string>>
}

/** The databases that a template asks for, there on their hosts before there is the game server. */
export interface PreparedDatabases {
  /** Of the variables that say how they are reached. */
  values: Readonly<Record<string, string>>
  /** Makes them its own, in the transaction that creates it. */
  keep(transaction: Transaction<Schema>, gameServerId: number, requestedBy: number): Promise<void>
  takeBack(): Promise<void>
}

export interface Draft {
  nodeId: number
  templateId: number
  template: Template
  given: { [Name in keyof GivenPorts]: number | undefined }
  /** Variables that hold a further port and are not among these get a free one. */
  chosenVariables: Record<string, string>
  /** It is on the node already, and this panel takes it up. */
  adopted?: { uuid: string; placementEpoch: number }
  /** Whether the node takes anything new does not matter. */
  isOnNode?: true
  /** The panel has chosen the node: throws where another one has taken the room since. */
  requireRoom?(transaction: Transaction<Schema>): Promise<void>
  /** Its databases, made on their hosts before it. */
  databases?: Pick<PreparedDatabases, 'keep'> & { uuid: string }
  /** It is made from a backup of another one. */
  source?: BackupSource
  /** What it had when it was backed up; they come switched off. */
  schedules?: readonly RestoredSchedule[]
  /** Set together with it: a part of a change of rights. */
  owner?: {
    begin: Begin
    set(transaction: Transaction<Schema>, made: Owned, server: NewGameServer): Promise<unknown>
  }
  choices: Omit<GameServerChoices, 'port' | 'queryPort' | 'rconPort' | 'variables'> & {
    variables: Record<string, string>
  }
}

export const madeGameServer = madeObject.extend({ task_id: z.int().nullable() })
export type CreateOnce = Once<z.output<typeof madeGameServer>>

interface CreationOrder {
  draft: Draft
  /** Its first tasks. */
  work: readonly DraftTask[]
  requestedBy: number
  once: CreateOnce
}

interface Stored {
  id: number
  queued: readonly StoredTask[]
}

interface Placed {
  server: NewGameServer
  claims: PortValues
}

interface CreatorDeps {
  store: GameServersStore
  definitions: Definitions
  findPorts: FindPorts
  tasks: Pick<Tasks, 'inTurn' | 'remove'>
  link: Pick<DaemonLink, 'isOnline' | 'send'>
  now(): number
  randomUuid(): string
}

/** Another panel on the same database may take a port between the look and the write, and so may the next one. */
const tries = 20

export type CreateGameServer = ReturnType<typeof gameServerCreator>

export function gameServerCreator(deps: CreatorDeps) {
  const { store, definitions, findPorts, tasks, link, now } = deps
  let creating: Promise<unknown> = Promise.resolve()

  async function place(draft: Draft): Promise<Placed> {
    const { template, nodeId, templateId, choices } = draft
    const given = givenOf(draft)
    const open = openPorts(template, given, draft.chosenVariables)
    const found = await findPorts(nodeId, open, Object.values(given))
    const { variables, ...ports } = chosenPorts(template, given, open, found)
    const values = { ...choices.variables, ...variables }
    const known = draft.adopted ?? { uuid: draft.databases?.uuid ?? deps.randomUuid() }
    const own = { ...known, nodeId, templateId, state: 'not_installed' } as const
    const server = { ...choices, ...ports, ...own, variables: hideSecrets(template, values) }
    return { server, claims: { ...ports, variables: values } }
  }

  /** All of it in one transaction, so that a panel that is killed leaves no half of it. */
  async function storeOf(
    { draft, work, requestedBy, once }: CreationOrder,
    { server, claims }: Placed,
    turn: NodeTurn,
  ): Promise<Stored> {
    let queued: StoredTask[] = []
    const id = await store.create(
      server,
      now(),
      (neighbors, node) => {
        if (!draft.isOnNode) requireArrival(node, 'new')
        refuse(portProblems(draft.template, claims, neighbors))
      },
      async (transaction, made) => {
        queued = []
        await draft.requireRoom?.(transaction)
        if (draft.source) await store.addBackupSource(transaction, made, draft.source)
        if (draft.schedules) await store.addSchedules(transaction, made, draft.schedules, now())
        for (const task of work) {
          queued.push(await turn.add({ ...task, gameServerId: made, requestedBy }, transaction))
        }
        await draft.owner?.set(transaction, { id: made, name: server.name }, server)
        await draft.databases?.keep(transaction, made, requestedBy)
        await once.note(transaction, { id: made, task_id: queued[0]?.id ?? null })
      },
      draft.owner?.begin,
    )
    return { id, queued }
  }

  /** The node learns of it before its first tasks. */
  async function inform(order: CreationOrder, stored: Stored, turn: NodeTurn): Promise<void> {
    try {
      const server = await store.find(stored.id)
      if (!server) throw unknownGameServer()
      await definitions.push(server)
    } catch (error) {
      await takeBack(order, stored)
      throw error
    }
    turn.handOver(stored.queued)
  }

  /** Null: another panel has taken a port meanwhile, and a free one can be found. */
  async function storeUnlessTaken(order: CreationOrder, placed: Placed, turn: NodeTurn, isLastTry: boolean) {
    try {
      return await storeOf(order, placed, turn)
    } catch (error) {
      const isAboutFields = error instanceof PanelError && error.code === 'invalid_input'
      if (isLastTry || !isAboutFields || isAboutGiven(order.draft, error)) throw error
      return null
    }
  }

  async function make(
    order: CreationOrder,
    triesLeft = tries,
  ): Promise<{ id: number; taskId: number | null }> {
    const placed = await place(order.draft)
    const stored = await tasks.inTurn(order.draft.nodeId, async turn => {
      if (order.work.length > 0) await turn.requireRoom()
      const made = await storeUnlessTaken(order, placed, turn, triesLeft <= 1)
      if (made) await inform(order, made, turn)
      return made
    })
    if (!stored) return make(order, triesLeft - 1)
    return { id: stored.id, taskId: stored.queued[0]?.id ?? null }
  }

  async function takeBack(
    { draft: { adopted, nodeId }, once }: CreationOrder,
    { id, queued }: Stored,
  ): Promise<void> {
    const forget: AlsoWrite = async transaction => {
      await tasks.remove(
        transaction,
        queued.map(task => task.id),
      )
      await once.forget(transaction)
    }
    if (adopted) return store.discard(id, forget)
    const server = await store.find(id)
    await store.remove(id, 'delete', now(), forget)
    if (!link.isOnline(nodeId)) return
    const value = { gameServerId: id, uuid: server?.uuid, deleteFiles: true }
    link.send(nodeId, { $case: 'removeGameServer', value })
  }

  /** One at a time, so that they seldom look at the same port; the store sees to it that they never share one. */
  return (order: CreationOrder) => {
    const made = creating.then(() => make(order))
    creating = made.catch(() => {})
    return made
  }
}

function givenOf({ given }: Draft): GivenPorts {
  return Object.fromEntries(Object.entries(given).filter(([, port]) => port !== undefined)) as GivenPorts
}

/** Whether somebody chose what is refused: then another try would choose the same. */
function isAboutGiven(draft: Draft, { fields = {} }: PanelError): boolean {
  const given = Object.keys(givenOf(draft)).map(name => (name === 'game' ? 'port' : `${name}_port`))
  const chosen = Object.keys(draft.chosenVariables).map(name => `variables.${name}`)
  return Object.keys(fields).some(field => [...given, ...chosen, 'external_id'].includes(field))
}
