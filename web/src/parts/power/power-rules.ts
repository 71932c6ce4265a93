// Which power actions fit the state of a game server, and which the person may use.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
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

/** What the person may use at all: the rest is not shown. */
export const permittedActions = (abilities: Abilities): PowerAction[] =>
  powerActions.filter(action => abilities[permissionFor[action]] === true)

/** Nothing can be done at once on a node that is away. */
export const fitsState = (action: PowerAction, state: RunState, isNodeOnline: boolean): boolean =>
  isNodeOnline && fitting[state].includes(action)

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
