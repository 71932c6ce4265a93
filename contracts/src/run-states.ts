// The run states of a game server and the states of a task, as every program names them.

export const runStates = [
  'not_installed',
  'installing',
  'install_failed',
  'stopped',
  'starting',
  'running',
  'paused',
  'stopping',
  'updating',
  'crashed',
] as const
export type RunState = (typeof runStates)[number]

export const taskStatuses = ['waiting', 'working', 'success', 'error', 'canceled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** An end is never followed by another status. */
export function hasEnded(status: TaskStatus): boolean {
  return status === 'success' || status === 'error' || status === 'canceled'
}

export const taskKinds = [
  'install',
  'reinstall',
  'update',
  'start',
  'stop',
  'restart',
  'pause',
  'resume',
  'kill',
  'delete',
  'clone',
  'archive',
  'extract',
  'backup',
  'restore',
] as const
export type TaskKind = (typeof taskKinds)[number]
