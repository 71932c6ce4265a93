// Which action can succeed in which state of a game server: what cannot is refused at once instead of failing later.
// The node decides in the end, by the same moves (its run states); this table never refuses what it would do.

import type { RunState, TaskKind } from '@rookery/contracts/run-states.ts'

export const stateActions = [
  'start',
  'stop',
  'restart',
  'kill',
  'pause',
  'resume',
  'install',
  'update',
  'reinstall',
  'archive',
  'extract',
  'backup',
  'restore',
] as const satisfies TaskKind[]
export type StateAction = (typeof stateActions)[number]

const all = null
/** The states in which an action does its work; null: in all of them, be it only that nothing is to be done. */
const possibleIn: Record<StateAction, readonly RunState[] | null> = {
  start: ['stopped', 'crashed', 'starting'],
  stop: all,
  restart: ['stopped', 'crashed', 'starting', 'running', 'paused', 'stopping'],
  kill: all,
  pause: ['running'],
  resume: ['paused'],
  install: ['not_installed', 'install_failed', 'stopped', 'crashed'],
  update: ['install_failed', 'stopped', 'crashed'],
  reinstall: ['not_installed', 'install_failed', 'stopped', 'crashed'],
  archive: all,
  extract: all,
  backup: all,
  restore: all,
}

/** Work on files waits for no installation: the node refuses it meanwhile. */
const refusedDuringInstallation: readonly StateAction[] = ['archive', 'extract', 'backup', 'restore']
const installations: Partial<Record<TaskKind, RunState>> = {
  install: 'installing',
  reinstall: 'installing',
  clone: 'installing',
  update: 'updating',
}

/** What a state that passes by itself turns into: an action that is asked for meanwhile waits for that on the node. */
const becomes: Partial<Record<RunState, RunState>> = {
  installing: 'stopped',
  updating: 'stopped',
  stopping: 'stopped',
}

/** The state after a task that succeeds; a kind that is not named leaves it as it is. */
const stateAfter: Partial<Record<TaskKind, RunState>> = {
  install: 'stopped',
  reinstall: 'stopped',
  update: 'stopped',
  clone: 'stopped',
  restore: 'stopped',
  start: 'running',
  restart: 'running',
  resume: 'running',
  pause: 'paused',
  stop: 'stopped',
  kill: 'stopped',
}

const described: Record<RunState, string> = {
  not_installed: 'is not installed',
  installing: 'is being installed',
  install_failed: 'could not be installed',
  stopped: 'is stopped',
  starting: 'is starting',
  running: 'is running',
  paused: 'is paused',
  stopping: 'is stopping',
  updating: 'is being updated',
  crashed: 'has crashed',
}

function adviceFor(action: StateAction, state: RunState): string {
  if (action === 'pause')
    return state === 'starting' ? 'wait until it runs' : 'only a running one can be paused'
  if (action === 'resume') return 'only a paused one can be resumed'
  if (action === 'start' || action === 'restart') {
    if (state === 'not_installed') return 'install it first'
    if (state === 'install_failed') return 'install it again first'
    return state === 'paused' ? 'resume it instead' : 'it need not be started'
  }
  return state === 'not_installed' ? 'install it instead' : 'stop it first'
}

interface Situation {
  state: RunState
  /** The kinds of the tasks that wait or work for this game server, in their order. */
  queued: readonly TaskKind[]
}

/** Why the action cannot succeed; null when it can, now or once what is queued before it is done. */
export function refusedAction(action: StateAction, { state, queued }: Situation): string | null {
  if (refusedDuringInstallation.includes(action)) {
    const states = [state, ...queued.map(kind => installations[kind])]
    const found = states.find(each => each === 'installing' || each === 'updating')
    return found ? `the game server ${described[found]}: wait for the end of that` : null
  }
  const then = queued.reduce<RunState>((before, kind) => stateAfter[kind] ?? before, state)
  if (isPossible(action, state) || isPossible(action, then)) return null
  return `the game server ${described[then]}: ${adviceFor(action, then)}`
}

function isPossible(action: StateAction, state: RunState): boolean {
  const possible = possibleIn[action]
  return possible === null || possible.includes(state) || possible.includes(becomes[state] ?? state)
}
