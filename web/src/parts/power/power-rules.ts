// Which power actions fit the state of a game server, and which the person may use.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { OfferedInstallFailure } from '@rookery/contracts/install-failure.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'

export const powerActions = [
  'install',
  'start',
  'stop',
  'restart',
  'pause',
  'resume',
  'kill',
  'update',
  'reinstall',
] as const
export type PowerAction = (typeof powerActions)[number]

const fitting: Record<RunState, readonly PowerAction[]> = {
  not_installed: ['install'],
  installing: [],
  install_failed: ['install', 'update', 'reinstall'],
  stopped: ['start', 'update', 'reinstall'],
  starting: ['stop', 'restart', 'kill'],
  running: ['stop', 'restart', 'pause', 'kill'],
  paused: ['resume', 'stop', 'kill'],
  stopping: ['kill'],
  updating: [],
  crashed: ['start', 'update', 'reinstall'],
}

export const permissionFor: Readonly<Record<PowerAction, GameServerPermission>> = {
  install: 'game-server-update',
  start: 'game-server-start',
  stop: 'game-server-stop',
  restart: 'game-server-restart',
  pause: 'game-server-pause',
  resume: 'game-server-pause',
  kill: 'game-server-stop',
  update: 'game-server-update',
  reinstall: 'game-server-update',
}

export type Abilities = Partial<Record<GameServerPermission, boolean>>

/** Of a suspended server, which nothing starts. */
export const withoutRunning = (abilities: Abilities): Abilities => ({
  ...abilities,
  'game-server-start': false,
  'game-server-restart': false,
  'game-server-pause': false,
  'game-server-update': false,
})

/** What the person may use at all: the rest is not shown. */
export const permittedActions = (abilities: Abilities): PowerAction[] =>
  powerActions.filter(action => abilities[permissionFor[action]] === true)

/** The state of the server, or of its node, in which an action cannot be done. */
export type Obstacle = RunState | 'away'

/** What a new try of a failed installation does. */
export type InstallRetry = NonNullable<OfferedInstallFailure['retry']>

/** What keeps an action from being done now; null where it can be done. */
export const obstacleTo = (action: PowerAction, state: RunState, isNodeOnline: boolean): Obstacle | null => {
  if (!isNodeOnline) return 'away'
  return fitting[state].includes(action) ? null : state
}

/** Nothing can be done at once on a node that is away. */
export const fitsState = (action: PowerAction, state: RunState, isNodeOnline: boolean): boolean =>
  obstacleTo(action, state, isNodeOnline) === null

const needsInstall = (state: RunState) => state === 'not_installed' || state === 'install_failed'

/** Update and reinstall have a place of their own on the overview. */
const neverInRow: readonly PowerAction[] = ['update', 'reinstall']

/** What stands side by side: install takes the place of start, and resume that of pause, so the row never changes its width. */
export function actionsInRow(state: RunState, abilities: Abilities): PowerAction[] {
  const hidden: PowerAction[] = [
    needsInstall(state) ? 'start' : 'install',
    state === 'paused' ? 'pause' : 'resume',
    ...neverInRow,
  ]
  return permittedActions(abilities).filter(action => !hidden.includes(action))
}

/** While it is up it has one set of buttons, whichever of them can be pressed at the moment: none moves on the way. */
const upStates: readonly RunState[] = ['starting', 'running', 'paused', 'stopping']

/** From the left: what brings it up or ends it in order stands last, at the edge, and never moves. */
const pageOrder: readonly PowerAction[] = ['kill', 'pause', 'resume', 'restart', 'install', 'start', 'stop']

/** On its own page: what the state allows, and nothing at all where this person can do nothing in it. */
export function actionsOnPage(state: RunState, isNodeOnline: boolean, abilities: Abilities): PowerAction[] {
  const inRow = actionsInRow(state, abilities)
  const fits = (action: PowerAction) => fitsState(action, state, isNodeOnline)
  if (!inRow.some(fits)) return []
  const offered = upStates.includes(state) ? inRow.filter(action => action !== 'start') : inRow.filter(fits)
  return pageOrder.filter(action => offered.includes(action))
}

/** What has a place in a row of the list: what brings it up, what ends it, and both. Null: the place is empty. */
export interface RowPower {
  up: PowerAction | null
  stop: PowerAction | null
  restart: PowerAction | null
  /** What has no place, for a menu. */
  more: PowerAction[]
}

/** Only what can be done now. */
export function rowPower(state: RunState, abilities: Abilities, isNodeOnline: boolean): RowPower {
  const possible = permittedActions(abilities).filter(
    action => fitsState(action, state, isNodeOnline) && !neverInRow.includes(action),
  )
  const first = (...actions: PowerAction[]) => actions.find(action => possible.includes(action)) ?? null
  const places = { up: first('start', 'install', 'resume'), stop: first('stop'), restart: first('restart') }
  return { ...places, more: possible.filter(action => !Object.values(places).includes(action)) }
}

const mainActions: readonly PowerAction[] = ['install', 'start', 'resume', 'stop']

/** The one that has a button where there is room for one only: what brings the server up, else what ends it. */
export const mainAction = (
  actions: readonly PowerAction[],
  state: RunState,
  isNodeOnline: boolean,
): PowerAction | null =>
  mainActions.find(action => actions.includes(action) && fitsState(action, state, isNodeOnline)) ?? null

/** An administrator may do everything everywhere, unless an explicit deny says otherwise. */
export const administratorAbilities: Abilities = {
  'game-server-update': true,
  'game-server-start': true,
  'game-server-stop': true,
  'game-server-restart': true,
  'game-server-pause': true,
  'game-server-metrics': true,
  'game-server-console-view': true,
  'game-server-console-send': true,
  'game-server-settings': true,
  'game-server-files': true,
  'game-server-tasks': true,
  'game-server-rcon-console': true,
  'game-server-rcon-players': true,
}
