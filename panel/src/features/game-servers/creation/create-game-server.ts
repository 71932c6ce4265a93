// Creates a game server from a draft: finds its ports, stores it, informs its node and queues the first work, or leaves nothing.

import type { TaskKind } from '@rookery/contracts/run-states.ts'
import type { Template } from '@rookery/contracts/template.ts'
import type { DaemonLink } from '../../../platform/daemon-link/daemon-link.ts'
import { PanelError } from '../../../platform/panel-error.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import type { Definitions } from '../definitions.ts'
import type { GameServersStore } from '../game-servers-store.ts'
import { type PortValues, portProblems } from '../logic/claimed-ports.ts'
import { chosenPorts, type GivenPorts, openPorts } from '../logic/open-ports.ts'
import type { RestoredSchedule } from '../logic/restored-schedules.ts'
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

export interface Draft {
  nodeId: number
  templateId: number
  template: Template
  given: { [Name in keyof GivenPorts]: number | undefined }
  /** Variables that hold a further port and are not among these get a free one. */
  chosenVariables: Record<string, string>
  /** It is on the node already, and this panel takes it up. */
  adopted?: { uuid: string; placementEpoch: number }
  /** It is made from a backup of another one. */
  source?: BackupSource
  /** What it had when it was backed up; they come switched off. */
  schedules?: readonly RestoredSchedule[]
  choices: Omit<GameServerChoices, 'port' | 'queryPort' | 'rconPort' | 'variables'> & {
    variables: Record<string, string>
  }
}

interface Placed {
  server: NewGameServer
  claims: PortValues
}

interface CreatorDeps {
  store: GameServersStore
  definitions: Definitions
  findPorts: FindPorts
  tasks: Pick<Tasks, 'create'>
  link: Pick<DaemonLink, 'isOnline' | 'send'>
  now(): number
  randomUuid(): string
}

/** Another panel on the same database may take a port between the look and the write. */
const tries = 3

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
    const known = draft.adopted ?? { uuid: deps.randomUuid() }
    const own = { ...known, nodeId, templateId, state: 'not_installed' } as const
    const server = { ...choices, ...ports, ...own, variables: hideSecrets(template, values) }
    return { server, claims: { ...ports, variables: values } }
  }

  async function storeOf(draft: Draft, triesLeft: number): Promise<number> {
    const { server, claims } = await place(draft)
    try {
      return await store.create(server, now(), neighbors =>
        refuse(portProblems(draft.template, claims, neighbors)),
      )
    } catch (error) {
      if (triesLeft <= 1 || !(error instanceof PanelError) || isAboutGiven(draft, error)) throw error
      return storeOf(draft, triesLeft - 1)
    }
  }

  async function make(draft: Draft, work: readonly DraftTask[], requestedBy: number) {
    const id = await storeOf(draft, tries)
    try {
      if (draft.source) await store.addBackupSource(id, draft.source)
      if (draft.schedules) await store.addSchedules(id, draft.schedules, now())
      const server = await store.find(id)
      if (!server) throw unknownGameServer()
      await definitions.push(server)
      const taskIds: number[] = []
      for (const task of work) {
        taskIds.push(await tasks.create({ ...task, nodeId: draft.nodeId, gameServerId: id, requestedBy }))
      }
      return { id, taskId: taskIds[0] ?? null }
    } catch (error) {
      if (draft.adopted) await store.discard(id)
      else await takeBack(id, draft.nodeId)
      throw error
    }
  }

  async function takeBack(id: number, nodeId: number): Promise<void> {
    const server = await store.find(id)
    await store.remove(id, 'delete', now())
    if (!link.isOnline(nodeId)) return
    const value = { gameServerId: id, uuid: server?.uuid, deleteFiles: true }
    link.send(nodeId, { $case: 'removeGameServer', value })
  }

  /** One at a time, so that they seldom look at the same port; the store sees to it that they never share one. */
  return (draft: Draft, work: readonly DraftTask[], requestedBy: number) => {
    const made = creating.then(() => make(draft, work, requestedBy))
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
  return Object.keys(fields).some(field => [...given, ...chosen].includes(field))
}
