// Game servers: created here, run on a node; their state is what the node last told.

import type { BackupManifest } from '@rookery/contracts/backups.ts'
import type { GameServerState } from '@rookery/contracts/daemon/generated/link.ts'
import { administratorPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import type { NodePort } from '@rookery/contracts/http/nodes.ts'
import type { proposePorts } from '@rookery/contracts/http/port-check.ts'
import type { GameServerSettings } from '@rookery/contracts/http/settings.ts'
import type { RunState, TaskKind } from '@rookery/contracts/run-states.ts'
import { canCountPlayers } from '@rookery/contracts/template/control.ts'
import type { CrashRepair } from '@rookery/contracts/template/crash-hints.ts'
import { filledVariables } from '@rookery/contracts/template/databases.ts'
import { portNames } from '@rookery/contracts/template.ts'
import type { Kysely } from 'kysely'
import type { OpenCache } from '../../platform/cache/cache.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Change, Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { type AlsoCreate, inTransaction } from '../../platform/database/portable.ts'
import { createRowsByVersion, type VersionNow } from '../../platform/database/rows-by-version.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { TableVersions } from '../../platform/database/versions/table-versions.ts'
import { cachedMs, createCachedAnswers } from '../../platform/http/cached-answers.ts'
import type { EditTags, RequireState } from '../../platform/http/edit-tags.ts'
import type { WrittenPage } from '../../platform/http/route.ts'
import { lacking } from '../../platform/lacking.ts'
import type { Log } from '../../platform/log.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { BackupStorages } from '../backup-storages/backup-storages.ts'
import type { EventFeed } from '../event-feed/event-feed.ts'
import type { Nodes, StoredNode } from '../nodes/nodes.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { addedLimits, amountsOf, type Bounds, newServerProblems, noAmounts } from '../plans/plan-rules.ts'
import type { Plans } from '../plans/plans.ts'
import type { NewTask, Tasks } from '../tasks/tasks.ts'
import type { TemplateTranslations } from '../template-translations/template-translations.ts'
import type { Templates } from '../templates/templates.ts'
import { chooseChanges, editedDetails, type GameServerChanges, isAboutLimits } from './change-game-server.ts'
import { createCheckPorts, type PortInput } from './check-ports.ts'
import { crashReportOf, findLine } from './crashes/crash-report.ts'
import { offeredFailure } from './crashes/offered-failure.ts'
import { createRepair } from './crashes/repair-game-server.ts'
import { cloneDraft, cloneTask } from './creation/clone-draft.ts'
import {
  type BackupSource,
  type CreateOnce,
  type Draft,
  type DraftTask,
  gameServerCreator,
  type PreparedDatabases,
  type ServerToCome,
} from './creation/create-game-server.ts'
import { createFindPorts } from './creation/find-ports.ts'
import { type GameServerInput, newGameServerDraft, tasksOf } from './creation/new-game-server-draft.ts'
import { planOfferRoutes } from './creation/plan-offer.ts'
import {
  broughtBackDraft,
  type RestoredServerInput,
  restoredDraft,
  restoredSettings,
} from './creation/restored-draft.ts'
import { createDefinitions, startCommandOf } from './definitions.ts'
import { createDeletedServers } from './deleted-servers/deleted-servers.ts'
import { createDeletedServersStore } from './deleted-servers/deleted-servers-store.ts'
import { detailedGameServer, listedGameServer, readerOf } from './game-server-answers.ts'
import { type Begin, createGameServersStore } from './game-servers-store.ts'
import type { GameServerFilter } from './list-game-servers-store.ts'
import { arrayOf, type ListedRow } from './listed-rows.ts'
import { refusedAction, stateActions } from './logic/action-states.ts'
import { claimedPorts } from './logic/claimed-ports.ts'
import { chosenPorts, openPorts } from './logic/open-ports.ts'
import type { Viewer } from './logic/variable-values.ts'
import { createSetOwner, writeOwner } from './owners.ts'
import { createPlaceFinder, wishOf } from './placing/place-finder.ts'
import { placementRoute } from './placing/placement-route.ts'
import { createReadySettings, createTemplateOf, type ReadySettings } from './ready-settings.ts'
import { createReportedRunStates } from './reported-run-states.ts'
import { gameServerRoutes } from './routes.ts'
import { type Choose, createSaveChanges, refuse, unknownGameServer, unlessChanged } from './save-changes.ts'
import { hideSecrets, requireReadable, unreadableSecrets } from './secret-values.ts'
import { chooseSettings, editedSettings, type SettingsInput, settingsOf } from './settings.ts'
import type { StoredGameServer } from './stored-game-server.ts'
import { createSetSuspension, requireNotSuspended, suspendedError } from './suspension.ts'
import { createUnknownServers } from './unknown-servers.ts'
import { createWelcome } from './welcome.ts'

export { madeGameServer, type PreparedDatabases, type ServerToCome } from './creation/create-game-server.ts'
export { requireNotSuspended } from './suspension.ts'

type See = (server: StoredGameServer) => void

interface Editor {
  userId: number
  requireState: RequireState | null
  see?: See
}

/** Of what administrators and owners alone change. */
interface DetailsEditor extends Omit<Editor, 'userId'> {
  caller: SignedInCaller
  /** By an owner, who is no administrator. */
  isBound: boolean
}

/** Who asks for a new game server. */
export interface Asking {
  requestedBy: number
  once: CreateOnce
}

/** Who is shown a list: whether every owner is told, or only what is their own. */
export type ListViewer = Pick<Viewer, 'isAdministrator' | 'userId'>

interface GameServersDeps {
  db: Kysely<Schema>
  versions: TableVersions
  cache: OpenCache
  boxes: {
    /** Seals RCON passwords and secret variables. */
    general: SecretBox
  }
  access: Access
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  plans: Pick<Plans, 'boundsOf' | 'hasPlan' | 'requireRoomFor'>
  nodes: Nodes
  backupStorages: Pick<BackupStorages, 'definedFor' | 'sourcesFor' | 'isSupportedBy'>
  /** Given by a later feature. */
  prepareDatabases(of: ServerToCome): Promise<PreparedDatabases>
  templates: Templates
  translations: TemplateTranslations
  tasks: Tasks
  eventFeed: Pick<EventFeed, 'write'>
  changes: Changes
  editTags: EditTags
  link: Pick<DaemonLink, 'isOnline' | 'send' | 'call'>
  log: Log
  now(): number
  random(bytes: number): Buffer
  randomUuid(): string
  /** TRASH_DAYS. */
  trashDays: number
}

/** Two of the longest pages. */
const rememberedRows = 2_000
const nodeOrPlacement = 'name a node, or leave it out and give a placement: {} for any node that has room'
/** What needs nothing of the definition. */
const needsNoSecrets: TaskKind[] = ['stop', 'kill', 'pause', 'resume', 'delete']
const busyStates: RunState[] = ['installing', 'starting', 'running', 'paused', 'stopping', 'updating']

export function openGameServers(deps: GameServersDeps) {
  const gameServers = createGameServers(deps)
  const readList = createCachedAnswers<WrittenPage>(deps, {
    name: 'game-servers',
    of: ['game_servers', 'templates', 'nodes'],
    isChangedBy: change => change.kind === 'node-presence' || isPlan(change) || isOfPerson(change),
  })
  const routes = [
    ...gameServerRoutes(gameServers, { ...deps, readList }),
    ...planOfferRoutes(deps),
    placementRoute(deps),
  ]
  return { ...gameServers, routes }
}

function isPlan(change: Change): boolean {
  return change.kind === 'task' && (change.taskKind === 'stop' || change.taskKind === 'restart')
}

/** An owner may have another name, or be gone. By this and not by their row, which every sign-in changes. */
function isOfPerson(change: Change): boolean {
  return change.kind === 'user-changed' || change.kind === 'user-removed'
}

export type GameServers = ReturnType<typeof createGameServers>

function createGameServers(deps: GameServersDeps) {
  const store = createGameServersStore(deps.db, deps.boxes.general)
  const { access, plans, nodes, templates, translations, tasks, changes, link, now, random } = deps
  const reuseRows = createRowsByVersion<ListedRow>({
    idOf: ({ server }) => server.id,
    ...{ now, longestMs: cachedMs, capacity: rememberedRows },
  })
  const templateOf = createTemplateOf(templates)
  const ready = createReadySettings({ ...deps, box: deps.boxes.general, store, templateOf })
  const states = createReportedRunStates(store, changes, ready.remember, deps.eventFeed)
  const definitions = createDefinitions({ ...deps, store, templateOf })
  const saveChanges = createSaveChanges({ store, templates, definitions, changes, now })
  const findPorts = createFindPorts(store, link)
  const checkPorts = createCheckPorts({ store, templateOf, findPorts, link })
  const places = createPlaceFinder(deps)
  const createGameServer = gameServerCreator({ ...deps, store, definitions, findPorts })
  const deletedStore = createDeletedServersStore(deps.db, deps.boxes.general)
  const deleted = createDeletedServers({ ...deps, deletedStore, store, days: deps.trashDays, cameBack })
  const setOwner = createSetOwner(deps)
  const setSuspension = createSetSuspension({ ...deps, store, definitions })
  const repairGameServer = createRepair({ saveChanges, findPorts, findLine, tasks })

  changes.listen((change, origin) => {
    if (change.kind !== 'template-changed' || origin === 'elsewhere') return
    redefineAllOf(change.templateId).catch(error =>
      deps.log.error({ err: error, template_id: change.templateId }, 'game servers were not defined anew'),
    )
  })

  async function find(id: number): Promise<StoredGameServer> {
    const server = await store.find(id)
    if (!server) throw unknownGameServer()
    return server
  }

  /** Of a node that is away nobody knows the state: what is asked of it waits, and the node decides. */
  async function requirePossible(server: StoredGameServer, kind: TaskKind): Promise<void> {
    requireNotSuspended(server, kind)
    const { id, nodeId, state } = server
    const action = stateActions.find(each => each === kind)
    if (action === undefined || !link.isOnline(nodeId)) return
    const message = refusedAction(action, { state, queued: await tasks.queuedFor(id) })
    if (message !== null) throw new PanelError('conflict', { message })
  }

  async function redefineAllOf(templateId: number): Promise<void> {
    await store.redefine({ templateId })
    for (const server of await store.ofTemplate(templateId)) await definitions.push(server)
  }

  async function make(draft: Draft, work: readonly DraftTask[], { requestedBy, once }: Asking) {
    const made = await createGameServer({ draft, work, requestedBy, once })
    const news = { exitCode: null, isNews: true }
    const reported = { state: 'not_installed', reason: null, changedAtMs: now(), ...news } as const
    changes.announce({ kind: 'game-server-state', gameServerId: made.id, ...reported })
    const edit = { what: 'created' } as const
    changes.publish({ kind: 'game-server-edited', gameServerId: made.id, userId: requestedBy, edit })
    return made
  }

  /** With the databases that its template asks for, or not at all. */
  async function makeWithDatabases(draft: Draft, work: readonly DraftTask[], asking: Asking) {
    const { nodeId, template, choices, adopted } = draft
    if (!template.databases?.length) return make(draft, work, asking)
    const uuid = adopted?.uuid ?? deps.randomUuid()
    const of = { uuid, nodeId, template, variables: choices.variables }
    const { values, keep, takeBack } = await deps.prepareDatabases(of)
    const variables = { ...choices.variables, ...values }
    const whole = { ...draft, databases: { uuid, keep }, choices: { ...choices, variables } }
    try {
      return await make(whole, work, asking)
    } catch (error) {
      await takeBack()
      throw error
    }
  }

  async function cameBack(id: number, userId: number): Promise<void> {
    const server = await find(id)
    await definitions.push(server)
    const news = { exitCode: null, isNews: true }
    const reported = { state: server.state, reason: null, changedAtMs: now(), ...news }
    changes.announce({ kind: 'game-server-state', gameServerId: id, ...reported })
    changes.publish({ kind: 'game-server-edited', gameServerId: id, userId, edit: { what: 'created' } })
  }

  /** Of a failed installation: whether a start was asked for with it. */
  async function isStartAsked({ id, state }: StoredGameServer): Promise<boolean> {
    return state === 'install_failed' && (await tasks.newestKindOf(id)) === 'start'
  }

  const readTemplate = async (server: StoredGameServer, { language }: Viewer) =>
    templates.inLanguage(await templateOf(server), language)

  /** `see` is shown what is stored. */
  async function read(id: number, viewer: Viewer, see?: See): Promise<GameServerDetail> {
    const server = await find(id)
    see?.(server)
    const template = await templateOf(server)
    const translator = await translations(viewer.language, template)
    return detailedGameServer(server, {
      nodeOnline: link.isOnline(server.nodeId),
      template,
      viewer,
      translator,
      crash: crashReportOf(server, template, viewer, findLine),
      installFailure: offeredFailure(server, template, viewer, await isStartAsked(server)),
      planned: await tasks.plannedFor(id),
      forAdministrator: viewer.isAdministrator
        ? {
            command: unreadableSecrets(server).length > 0 ? null : startCommandOf(template, server),
            directory: server.nodeWorkPath ? `${server.nodeWorkPath}/${server.uuid}` : null,
          }
        : null,
    })
  }

  /** Both owners hold other rights afterwards; who it was before is known only when it is done. */
  const beginOwnerChange =
    (caller: SignedInCaller): Begin =>
    work =>
      access.changeRights('everybody', caller, work)

  async function requireBounds(userId: number): Promise<Bounds> {
    const bounds = await plans.boundsOf(userId)
    if (!bounds) throw lacking({ permission: administratorPermission })
    return bounds
  }

  async function saveWithinPlan(id: number, choose: Choose, userId: number): Promise<void> {
    let asked = noAmounts
    const chooseCounted: Choose = (present, template) => {
      const chosen = choose(present, template)
      asked = addedLimits(present, { ...present, ...chosen })
      return chosen
    }
    const begin: Begin = work =>
      inTransaction(deps.db, async transaction => {
        const changed = await work(transaction)
        await plans.requireRoomFor(transaction, userId, asked, () => {})
        return changed
      })
    await saveChanges(id, chooseCounted, userId, begin)
  }

  /** What the plan is by then counts, and whatever else was created meanwhile. */
  function ownWithinPlan(draft: Draft, caller: SignedInCaller): Draft['owner'] {
    const { nodeId, templateId, choices } = draft
    return {
      begin: beginOwnerChange(caller),
      async set(transaction, made, server) {
        await writeOwner(transaction, made.id, caller.userId)
        await plans.requireRoomFor(transaction, caller.userId, amountsOf(server), bounds =>
          refuse(newServerProblems(bounds, { ...choices, nodeId, templateId })),
        )
      },
    }
  }

  return {
    find,
    async requireExisting(id: number): Promise<void> {
      if ((await store.nodeOf(id)) === null) throw unknownGameServer()
    },
    read,
    deleted,
    requirePossible,
    /** For administrators and the panel itself: with owners. */
    async list(filter: GameServerFilter, window: { limit: number; offset: number }) {
      const { items, total } = await store.list(filter, window)
      const planned = await tasks.allPlanned()
      const listed = ({ server }: ListedRow) => {
        const plan = planned.get(server.id)
        const told = { nodeOnline: link.isOnline(server.nodeId), reader: 'administrator' } as const
        return { ...listedGameServer(server, told), ...(plan && { planned: plan }) }
      }
      return { items: items.map(listed), total }
    },
    /** The same as JSON. */
    async listText(
      filter: GameServerFilter,
      window: { limit: number; offset: number },
      viewer: ListViewer,
      versionNow: VersionNow,
    ) {
      const { items, total } = await store.list(filter, window, (ids, read) =>
        reuseRows(ids, versionNow, read),
      )
      const planned = await tasks.allPlanned()
      const rows = items.map(row => {
        const { id, nodeId } = row.server
        return row.bytes(link.isOnline(nodeId), readerOf(viewer, row.server), planned.get(id))
      })
      return { json: arrayOf(rows), total }
    },
    /** `forOneself`: by a person within their plan, and theirs from then on. */
    async create(
      input: GameServerInput,
      { caller, forOneself, once }: { caller: SignedInCaller; forOneself: boolean; once: CreateOnce },
    ) {
      const bounds = forOneself ? await requireBounds(caller.userId) : null
      const { node_id: nodeId, owner_id: ownerId } = input
      const named = nodeId === undefined ? undefined : await nodes.find(nodeId).catch(() => null)
      const stored = await templates.find(input.template_id).catch(() => null)
      refuse({
        ...(named === null && { node_id: ['there is no such node'] }),
        ...(named === undefined && !input.placement && { node_id: [nodeOrPlacement] }),
        ...(named && input.placement && { placement: [nodeOrPlacement] }),
        ...(!stored && { template_id: ['there is no such template'] }),
      })
      if (!stored) throw new Error('refused above')
      const { id: templateId, template } = stored
      const makeOn = (node: StoredNode, requireRoom?: Draft['requireRoom']) => {
        const draft = newGameServerDraft(input, { node, templateId, template, bounds, random })
        if (requireRoom) draft.requireRoom = requireRoom
        if (bounds) draft.owner = ownWithinPlan(draft, caller)
        else if (ownerId !== undefined) {
          draft.owner = {
            begin: beginOwnerChange(caller),
            set: (transaction, made) => setOwner(transaction, made, ownerId, caller),
          }
        }
        return makeWithDatabases(draft, tasksOf(input), { requestedBy: caller.userId, once })
      }
      if (named) return makeOn(named)
      const wish = wishOf(template, input.placement ?? {}, input, bounds)
      return places.useBest(wish, forOneself, async ({ id }, requireRoom) =>
        makeOn(await nodes.find(id), requireRoom),
      )
    },
    async clone(id: number, { name, files }: { name: string; files: boolean }, asking: Asking) {
      const source = await find(id)
      const template = await templateOf(source)
      const task = cloneTask(source, files)
      const draft = cloneDraft(source, template, name, random)
      const { id: cloneId, taskId } = await makeWithDatabases(draft, [task], asking)
      return { id: cloneId, taskId: taskId ?? 0 }
    },
    /** With the settings that a backup holds; its files come by the first task. */
    async createFromBackup(
      input: RestoredServerInput,
      {
        manifest,
        source,
        task,
      }: {
        manifest: BackupManifest
        /** Null: it is the same game server again. */
        source: BackupSource | null
        task: DraftTask
      },
      asking: Asking,
    ) {
      const node = await nodes.find(input.node_id).catch(() => {
        throw invalidField('node_id', 'there is no such node')
      })
      const { origin } = restoredSettings(manifest)
      const templateId = await templates.idOfSlug(origin.template)
      if (templateId === null) {
        const message = `the template "${origin.template}" of this backup is gone: create or import it again under the same name, then try again`
        throw new PanelError('conflict', { message })
      }
      const { template } = await templates.find(templateId)
      const found = { node, templateId, template, random }
      if (source) {
        return makeWithDatabases({ ...restoredDraft(input, manifest, found), source }, [task], asking)
      }
      const removal = (await store.placementsOf([manifest.uuid])).get(manifest.uuid)?.removal
      const draft = broughtBackDraft(input, manifest, found, removal?.epoch ?? 0)
      return makeWithDatabases(draft, [task], asking)
    },
    placementsOf: store.placementsOf,
    /** As a part of a change of rights. */
    writeOwner,
    /** What a template of this panel is for; null: there is none of this slug. */
    async gameOfTemplate(slug: string): Promise<string | null> {
      const id = await templates.idOfSlug(slug)
      return id === null ? null : (await templates.find(id)).template.game
    },
    /** Gives whether it has another owner now. */
    async change(
      id: number,
      input: GameServerChanges,
      { caller, requireState, isBound }: DetailsEditor,
    ): Promise<boolean> {
      const { nodeId, name } = await find(id)
      const node = await nodes.find(nodeId)
      const { userId } = caller
      const bounds = isBound && isAboutLimits(input) ? await requireBounds(userId) : null
      const choose = unlessChanged(chooseChanges(input, node, bounds), editedDetails, requireState)
      const { owner_id: ownerId } = input
      if (bounds) {
        await saveWithinPlan(id, choose, userId)
        return false
      }
      if (ownerId === undefined) {
        await saveChanges(id, choose, userId)
        return false
      }
      let isOther = false
      const begin: Begin = work =>
        beginOwnerChange(caller)(async transaction => {
          const changed = await work(transaction)
          isOther = await setOwner(transaction, { id, name: input.name ?? name }, ownerId, caller)
          return changed
        })
      await saveChanges(id, choose, userId, begin)
      return isOther
    },
    setSuspension,
    /** How a suspended game server refuses what its suspension closes; null: it is not suspended. */
    async suspensionRefusalOf(id: number): Promise<PanelError | null> {
      const suspended = (await store.find(id))?.suspended
      return suspended ? suspendedError(suspended) : null
    },
    async checkPorts(id: number, input: PortInput) {
      return checkPorts(await find(id), input)
    },
    /** As the node would give them; 409 where it has none left. */
    async proposePorts(nodeId: number, templateId: number): Promise<AnswerOf<typeof proposePorts>> {
      const node = await nodes.find(nodeId)
      const { template } = await templates.find(templateId)
      const open = openPorts(template, {}, {})
      const found = await findPorts(node.id, open, [])
      const { port, queryPort, rconPort } = chosenPorts(template, {}, open, found)
      return { port, query_port: queryPort, rcon_port: rconPort }
    },
    async readSettings(id: number, viewer: Viewer, see?: See): Promise<GameServerSettings> {
      const server = await find(id)
      see?.(server)
      return settingsOf(server, await readTemplate(server, viewer), viewer)
    },
    async changeSettings(
      id: number,
      input: SettingsInput,
      viewer: Viewer,
      { userId, requireState, see }: Editor,
    ): Promise<GameServerSettings> {
      const choose = unlessChanged(chooseSettings(input, viewer), editedSettings, requireState)
      const server = await saveChanges(id, choose, userId)
      see?.(server)
      return settingsOf(server, await readTemplate(server, viewer), viewer)
    },
    async repair(
      id: number,
      repair: CrashRepair,
      asking: { viewer: Viewer; requestedBy: number; also: AlsoCreate | undefined },
    ) {
      const server = await find(id)
      requireNotSuspended(server, 'start')
      return repairGameServer({ server, template: await templateOf(server), repair, ...asking })
    },
    readySettingsOf: ready.find,
    /** Settings and template as they were when it was ready last. What updates it by itself would bring it forward again. */
    async takeBackSettings(
      id: number,
      { template, variables, image }: ReadySettings,
      userId: number,
    ): Promise<void> {
      const current = await templates.find((await find(id)).template.id)
      const isSame = JSON.stringify(current.template) === JSON.stringify(template)
      const heldTemplate = isSame ? null : JSON.stringify(template)
      const filled = new Set(filledVariables(template.databases))
      const choose: Choose = present => {
        // A database has the password that it has now.
        const kept = Object.entries(present.variables).filter(([name]) => filled.has(name))
        const former = { ...variables, ...Object.fromEntries(kept) }
        return { variables: former, image, heldTemplate, updateBeforeStart: false }
      }
      await saveChanges(id, choose, userId)
    },
    templateOf,
    /** What the panel fills in itself, whoever may edit it. `userId`: null for what it had left to do. */
    async fillVariables(
      id: number,
      values: Readonly<Record<string, string>>,
      userId: number | null,
    ): Promise<void> {
      const choose: Choose = (present, template) => ({
        variables: { ...present.variables, ...hideSecrets(template, values) },
      })
      await saveChanges(id, choose, userId)
    },
    /** What its node must know has changed elsewhere, as a schedule does: the node is told, and its run goes on. */
    async redefine(id: number): Promise<void> {
      await store.redefine({ gameServerId: id })
      await definitions.push(await find(id))
    },
    /** All on these nodes, or on every one where none are named. A node that is away is told when it comes back. */
    async redefineOnNodes(nodeIds: readonly number[] | null): Promise<void> {
      for (const nodeId of nodeIds ?? (await store.nodeIdsInUse())) {
        await store.redefine({ nodeId })
        if (link.isOnline(nodeId)) await definitions.pushAll(nodeId, await store.ofNode(nodeId))
      }
    },
    /** `plugin`: the name of the one that asks, with permissions that `requestedBy` granted. */
    async act(
      id: number,
      kind: TaskKind,
      requestedBy: number | null,
      { plugin = null, ...order }: Pick<NewTask, 'plugin' | 'payload' | 'also'> = {},
    ): Promise<{ task_id: number }> {
      const server = await find(id)
      await requirePossible(server, kind)
      if (!needsNoSecrets.includes(kind)) requireReadable(server)
      const isBroughtForward = kind === 'update' || kind === 'reinstall'
      if (server.heldTemplate !== null && isBroughtForward && requestedBy !== null) {
        await saveChanges(id, () => ({ heldTemplate: null }), requestedBy)
      }
      const asked = { nodeId: server.nodeId, gameServerId: id, kind, requestedBy, plugin }
      return { task_id: await tasks.create({ ...asked, ...order }) }
    },
    async remove(id: number, files: 'keep' | 'delete', userId: number | null = null): Promise<void> {
      const server = await find(id)
      if (busyStates.includes(server.state)) {
        throw new PanelError('conflict', { message: `the game server is ${server.state}: stop it first` })
      }
      if (files === 'delete' && !link.isOnline(server.nodeId)) {
        throw new PanelError('node_offline', {
          message: 'the node is not connected, so its files cannot be deleted now',
        })
      }
      await store.remove(id, files, now(), async transaction => {
        if (files === 'keep') await deletedStore.put(transaction, id, { userId, nowMs: now() })
        await deps.eventFeed.write(transaction, {
          ...{ kind: 'server.deleted', fact: `deleted ${server.uuid} ${now()}`, userId },
          ...{ gameServerId: id, nodeId: server.nodeId, gameServerName: server.name },
          data: { files },
        })
      })
      await access.forgetObject('server', id)
      states.forget(id)
      if (link.isOnline(server.nodeId)) {
        link.send(server.nodeId, {
          $case: 'removeGameServer',
          value: { gameServerId: id, uuid: server.uuid, deleteFiles: files === 'delete' },
        })
      }
      await changes.publishEverywhere({ kind: 'game-server-removed', gameServerId: id })
    },
    /** Whether the game can be asked how many play. */
    async canCountPlayers(id: number): Promise<boolean> {
      return canCountPlayers(await templateOf(await find(id)))
    },
    nodeOf: store.nodeOf,
    namesOf: store.namesOf,
    countOfNode: store.countOfNode,
    /** In the order of their numbers. */
    async portsOf(nodeId: number): Promise<NodePort[]> {
      const ports = (await store.neighborsOf(nodeId)).flatMap(server =>
        claimedPorts(server.plan, server).map(({ name, port }) => {
          const purpose = portNames.find(known => known === name) ?? ('further' as const)
          return { port, purpose, server_id: server.id, server_name: server.name }
        }),
      )
      return ports.toSorted((a, b) => a.port - b.port)
    },
    visibleOnNode: store.idsOfNode,
    welcomeOf: createWelcome({ store, definitions }),
    unknown: createUnknownServers({
      ...deps,
      store,
      make: (draft, asking) => make(draft, [], asking),
    }),
    definitionsOf: async (nodeId: number) => definitions.ofNode(nodeId, await store.ofNode(nodeId)),
    receiveState: (state: GameServerState) => states.receive(state),
    reconcile: (reported: GameServerState[]) => states.reconcile(reported),
  }
}
