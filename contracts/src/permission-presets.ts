// The presets of an invitation: four named sets of permissions on a game server, and what each holds unless changed.

import { type GameServerPermission, gameServerPermissionNames } from './game-server-permissions.ts'

export const presetNames = ['viewer', 'moderator', 'operator', 'manager'] as const
export type PresetName = (typeof presetNames)[number]

const viewer = [
  'game-server-common',
  'game-server-console-view',
  'game-server-metrics',
] as const satisfies GameServerPermission[]
const moderator = [...viewer, 'game-server-rcon-players'] as const satisfies GameServerPermission[]
const operator = [
  ...moderator,
  'game-server-start',
  'game-server-stop',
  'game-server-restart',
  'game-server-pause',
  'game-server-console-send',
  'game-server-rcon-console',
] as const satisfies GameServerPermission[]

export const defaultPresets: Readonly<Record<PresetName, readonly GameServerPermission[]>> = {
  viewer,
  moderator,
  operator,
  manager: gameServerPermissionNames,
}
