// Routes of game servers: list, create, change, settings, repair, power, own rights.

import { administratorPermission } from '@rookery/contracts/game-server-permissions.ts'
import {
  listDeletedServers,
  purgeDeletedServer,
  restoreDeletedServer,
} from '@rookery/contracts/http/deleted-servers.ts'
import {
  changeGameServer,
  cloneGameServer,
  createGameServer,
  deleteGameServer,
  installGameServer,
  killGameServer,
  listGameServers,
  pauseGameServer,
  readGameServer,
  readOwnAbilities,
  reinstallGameServer,
  repairGameServer,
  restartGameServer,
  resumeGameServer,
  startGameServer,
  stopGameServer,
  updateGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { checkPorts, proposePorts } from '@rookery/contracts/http/port-check.ts'
import { changeSettings, readSettings } from '@rookery/contracts/http/settings.ts'
import { suspendGameServer, unsuspendGameServer } from '@rookery/contracts/http/suspension.ts'
import {
  adoptedGameServer,
  adoptUnknownServer,
  deleteUnknownServer,
  listUnknownServers,
} from '@rookery/contracts/http/unknown-servers.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import {
  administrator,
  administratorInSection,
  administratorOrPlan,
  onGameServer,
  ownerOfGameServer,
  signedIn,
} from '../../platform/http/access-rule.ts'
import type { CachedAnswers } from '../../platform/http/cached-answers.ts'
import type { EditTags } from '../../platform/http/edit-tags.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import {
  type ByteExchange,
  creatingRoute,
  madeObject,
  type RequestFacts,
  type Route,
  route,
  type WrittenPage,
} from '../../platform/http/route.ts'
import { lacking } from '../../platform/lacking.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { Plans } from '../plans/plans.ts'
import { taskRoute } from '../tasks/tasks.ts'
import { editedDetails, limitFields } from './change-game-server.ts'
import { madeGameServer } from './creation/create-game-server.ts'
import type { GameServers, ListViewer } from './game-servers.ts'
import type { Viewer } from './logic/variable-values.ts'
import { editedSettings } from './settings.ts'

interface Recorded {
  caller: SignedInCaller
  request: RequestFacts
}

type ViewerOf = (caller: SignedInCaller, gameServerId: number, exchange?: ByteExchange) => Promise<Viewer>

interface GameServerRoutesDeps {
  access: Access
  plans: Pick<Plans, 'hasPlan'>
  audit: Audit
  editTags: EditTags
  readList: CachedAnswers<WrittenPage>
}

export function gameServerRoutes(
  gameServers: GameServers,
  { access, plans, audit, editTags, readList }: GameServerRoutesDeps,
): Route[] {
  const viewerOf = createViewerOf(access)
  const readTagged = async (id: number, caller: SignedInCaller, exchange: ByteExchange) =>
    gameServers.read(id, await viewerOf(caller, id, exchange), server =>
      editTags.give(exchange.reply, editedDetails(server)),
    )
  const answerOf = async <TaskId>(made: { id: number; task_id: TaskId }, caller: SignedInCaller) => ({
    ...(await gameServers.read(made.id, await viewerOf(caller, made.id))),
    task_id: made.task_id,
  })
  const recordOwner = ({ caller, request }: Recorded, server: number, ownerId: number | null) => {
    const details = { server_id: server, owner_id: ownerId }
    audit.record({ event: 'user.server_owner_changed', outcome: 'success', request, details }, caller)
  }
  const setSuspension = async (
    id: number,
    wanted: { reason: string } | null,
    { caller, request }: Recorded,
    exchange: ByteExchange,
  ) => {
    const requireState = editTags.requiredBy(exchange.incoming.headers)
    if (await gameServers.setSuspension(id, wanted, { caller, requireState })) {
      const event = wanted ? 'access.server_suspended' : 'access.server_unsuspended'
      const details = { server_id: id, ...(wanted && { reason: wanted.reason }) }
      audit.record({ event, outcome: 'success', request, details }, caller)
    }
    return readTagged(id, caller, exchange)
  }
  return [
    route(listGameServers, signedIn('server:list'), async call => {
      const { q, state, node, owner, external_id: externalId, sort } = call.query
      const visible = await access.gameServersSeenBy(call.caller)
      const viewer = await listViewerOf(access, call.caller)
      if (externalId !== undefined && !viewer.isAdministrator) {
        throw lacking({ permission: administratorPermission })
      }
      const owned = owner && { is: owner, userId: viewer.userId }
      const shown = { q, state, nodeId: node, owner: owned, externalId, sort }
      const filter = { ...shown, visible, searchesExternalIds: viewer.isAdministrator }
      // A token of an administrator sees the same game servers as the session, but neither their owners nor external ids.
      return readList(visible, JSON.stringify([call.query, viewer.isAdministrator]), versionNow =>
        gameServers.listText(filter, windowOf(call.query), viewer, versionNow),
      )
    }),
    route(readGameServer, onGameServer('game-server-common', 'server:list'), (call, exchange) =>
      readTagged(call.params.server, call.caller, exchange),
    ),
    creatingRoute(createGameServer, administratorOrPlan('admin:server:create'), {
      made: madeGameServer,
      async create({ body, caller, request }, once) {
        const forOneself = !(await access.isAdministrator(caller.userId))
        if (forOneself) requireWithinPlan(body)
        // Who owns it holds rights on it, and no token gives rights.
        if (body.owner_id !== undefined && caller.kind === 'personal-access-token') {
          throw lacking({ credential: 'session_or_service_account' })
        }
        const { id, taskId } = await gameServers.create(body, { caller, forOneself, once })
        const ownerId = forOneself ? caller.userId : body.owner_id
        if (ownerId !== undefined) recordOwner({ caller, request }, id, ownerId)
        return answerOf({ id, task_id: taskId }, caller)
      },
      again: (made, { caller }) => answerOf(made, caller),
    }),
    route(changeGameServer, ownerOfGameServer(), async ({ params, body, caller, request }, exchange) => {
      const isBound = !(await access.isAdministrator(caller.userId))
      if (isBound) requireOfOwner(body, await plans.hasPlan(caller.userId))
      const requireState = editTags.requiredBy(exchange.incoming.headers)
      const editor = { caller, requireState, isBound }
      const hasOtherOwner = await gameServers.change(params.server, body, editor)
      if (hasOtherOwner) recordOwner({ caller, request }, params.server, body.owner_id ?? null)
      return readTagged(params.server, caller, exchange)
    }),
    creatingRoute(cloneGameServer, administrator(), {
      made: madeGameServer,
      async create({ params, body, caller }, once) {
        const asking = { requestedBy: caller.userId, once }
        const { id, taskId } = await gameServers.clone(params.server, body, asking)
        return answerOf({ id, task_id: taskId }, caller)
      },
      again: ({ id, task_id }, { caller }) => answerOf({ id, task_id: task_id ?? 0 }, caller),
    }),
    route(checkPorts, administrator(), call => gameServers.checkPorts(call.params.server, call.query)),
    route(proposePorts, administrator(), ({ params, query }) =>
      gameServers.proposePorts(params.id, query.template_id),
    ),
    route(deleteGameServer, ownerOfGameServer(), async ({ params, query, caller }) => {
      const refusal = await gameServers.suspensionRefusalOf(params.server)
      if (refusal && !(await access.isAdministrator(caller.userId))) throw refusal
      return gameServers.remove(params.server, query.files, caller.userId)
    }),
    route(suspendGameServer, administrator(), ({ params, body, caller, request }, exchange) =>
      setSuspension(params.server, body, { caller, request }, exchange),
    ),
    route(unsuspendGameServer, administrator(), ({ params, caller, request }, exchange) =>
      setSuspension(params.server, null, { caller, request }, exchange),
    ),
    route(readOwnAbilities, onGameServer('game-server-common', 'any ability'), async call => {
      await gameServers.requireExisting(call.params.server)
      return access.onGameServer(call.caller, call.params.server)
    }),
    ...unknownServerRoutes(gameServers.unknown, audit),
    ...deletedServerRoutes(gameServers.deleted, { access, audit }),
    ...settingsRoutes(gameServers, viewerOf, editTags),
    ...powerRoutes(gameServers),
  ]
}

/** What an owner changes; the rest, from ports to limits, is about the machine and others on it. */
const fieldsOfOwner: readonly string[] = ['name', 'description', 'tags']

function requireOfOwner(body: object, hasPlan: boolean): void {
  const own = hasPlan ? [...fieldsOfOwner, ...limitFields] : fieldsOfOwner
  const others = Object.keys(body).filter(field => !own.includes(field))
  if (others.length === 0) return
  const message = `only administrators change ${others.join(', ')} of a server`
  throw lacking({ permission: administratorPermission }, message)
}

/** What whoever creates a game server for themselves leaves to the panel. */
const fieldsOfPanel: readonly string[] = ['owner_id', 'external_id', 'ip', 'port', 'query_port', 'rcon_port']

function requireWithinPlan(body: object): void {
  const others = Object.keys(body).filter(field => fieldsOfPanel.includes(field))
  if (others.length === 0) return
  const message = `only administrators choose ${others.join(', ')}: leave that out, and the panel chooses`
  throw lacking({ permission: administratorPermission }, message)
}

function unknownServerRoutes(unknown: GameServers['unknown'], audit: Audit): Route[] {
  return [
    route(listUnknownServers, administratorInSection('node', 'edit'), call => unknown.list(call.params.id)),
    creatingRoute(adoptUnknownServer, administratorInSection('node', 'edit'), {
      made: adoptedGameServer,
      async create(call, once) {
        const { id: nodeId, uuid } = call.params
        const asking = { requestedBy: call.caller.userId, once }
        const adopted = await unknown.adopt({ nodeId, uuid }, call.body, asking)
        const details = { node_id: nodeId, uuid, game_server_id: adopted.id }
        audit.record(
          { event: 'node.server_adopted', outcome: 'success', request: call.request, details },
          call.caller,
        )
        return adopted
      },
      again: adopted => adopted,
    }),
    route(deleteUnknownServer, administratorInSection('node', 'edit'), async call => {
      const { id: nodeId, uuid } = call.params
      await unknown.remove(nodeId, uuid)
      const details = { node_id: nodeId, uuid }
      audit.record(
        { event: 'node.server_deleted', outcome: 'success', request: call.request, details },
        call.caller,
      )
    }),
  ]
}

function deletedServerRoutes(
  deleted: GameServers['deleted'],
  { access, audit }: Pick<GameServerRoutesDeps, 'access' | 'audit'>,
): Route[] {
  /** Of whoever is no administrator, for whose plan it counts. Gives whether that is so. */
  const requireOwn = async (uuid: string, { userId }: SignedInCaller): Promise<boolean> => {
    if (await access.isAdministrator(userId)) return false
    await deleted.requireOwnedBy(uuid, userId)
    return true
  }
  return [
    route(listDeletedServers, signedIn('refused'), async ({ caller: { userId } }) =>
      deleted.list((await access.isAdministrator(userId)) ? 'all' : { ownedBy: userId }),
    ),
    creatingRoute(restoreDeletedServer, administratorOrPlan(), {
      made: madeObject,
      async create(call, once) {
        const { uuid } = call.params
        if (await requireOwn(uuid, call.caller)) requireWithinPlan(call.body)
        const asking = { userId: call.caller.userId, once }
        const { id, name } = await deleted.restore(uuid, call.body, asking)
        const details = { uuid, name, game_server_id: id }
        audit.record(
          { event: 'node.server_adopted', outcome: 'success', request: call.request, details },
          call.caller,
        )
        return { id }
      },
      again: made => made,
    }),
    route(purgeDeletedServer, administratorOrPlan(), async call => {
      const { uuid } = call.params
      await requireOwn(uuid, call.caller)
      const { name } = await deleted.purge(uuid)
      audit.record(
        { event: 'node.server_deleted', outcome: 'success', request: call.request, details: { uuid, name } },
        call.caller,
      )
    }),
  ]
}

async function listViewerOf(access: Access, { kind, userId }: SignedInCaller): Promise<ListViewer> {
  return {
    userId,
    isAdministrator: kind !== 'personal-access-token' && (await access.isAdministrator(userId)),
  }
}

function createViewerOf(access: Access): ViewerOf {
  return async (caller, gameServerId, exchange) => {
    const held = await access.onGameServer(caller, gameServerId)
    return {
      ...(await listViewerOf(access, caller)),
      mayChangeSettings: held['game-server-settings'],
      mayReadConsole: held['game-server-console-view'],
      mayUpdate: held['game-server-update'],
      mayStart: held['game-server-start'],
      language: exchange ? readerLanguage(exchange) : null,
    }
  }
}

function settingsRoutes(gameServers: GameServers, viewerOf: ViewerOf, editTags: EditTags): Route[] {
  const maySet = onGameServer('game-server-settings', 'server:settings-manage')
  return [
    route(readSettings, maySet, async ({ params, caller }, exchange) =>
      gameServers.readSettings(params.server, await viewerOf(caller, params.server, exchange), server =>
        editTags.give(exchange.reply, editedSettings(server)),
      ),
    ),
    route(changeSettings, maySet, async ({ params, body, caller }, exchange) => {
      const { incoming, reply } = exchange
      const viewer = await viewerOf(caller, params.server, exchange)
      return gameServers.changeSettings(params.server, body, viewer, {
        userId: caller.userId,
        requireState: editTags.requiredBy(incoming.headers),
        see: server => editTags.give(reply, editedSettings(server)),
      })
    }),
    taskRoute(
      repairGameServer,
      onGameServer(['game-server-settings', 'game-server-start']),
      async (call, also) => {
        const { repair } = call.body
        const viewer = await viewerOf(call.caller, call.params.server)
        const isInstallation = repair.do === 'reinstall' || repair.do === 'update'
        if (isInstallation && !viewer.mayUpdate) {
          throw lacking({ permission: 'game-server-update', object_type: 'server' })
        }
        return gameServers.repair(call.params.server, repair, {
          viewer,
          requestedBy: call.caller.userId,
          also,
        })
      },
    ),
  ]
}

function powerRoutes(gameServers: GameServers): Route[] {
  const actions = [
    [startGameServer, 'start', onGameServer('game-server-start', 'server:start')],
    [stopGameServer, 'stop', onGameServer('game-server-stop', 'server:stop')],
    [restartGameServer, 'restart', onGameServer('game-server-restart', 'server:restart')],
    [killGameServer, 'kill', onGameServer('game-server-stop', 'server:stop')],
    [pauseGameServer, 'pause', onGameServer('game-server-pause')],
    [resumeGameServer, 'resume', onGameServer('game-server-pause')],
    [installGameServer, 'install', onGameServer('game-server-update', 'server:update')],
    [updateGameServer, 'update', onGameServer('game-server-update', 'server:update')],
    [reinstallGameServer, 'reinstall', onGameServer('game-server-update')],
  ] as const
  return actions.map(([endpoint, kind, access]) =>
    taskRoute(endpoint, access, (call, also) =>
      gameServers.act(call.params.server, kind, call.caller.userId, { also }),
    ),
  )
}
