// The moves of a game server from one run state to the next: one table, and nothing moves outside of it.
//
//        not_installed ─install_began─► installing ─install_done─► stopped
//                                        │   ▲
//                            install_broke   └─install_began─ install_failed, stopped, crashed
//                                        ▼
//                                 install_failed ◄─install_broke─ updating ◄─update_began─ stopped, crashed,
//                                                                    │                     install_failed
//                                                                    └─install_done─► stopped
//
//   stopped, crashed ─start_asked─► starting ─ready─► running ─pause_asked─► paused
//                                      │                │  ▲                   │
//                                      │                │  └──resume_asked─────┤
//                                      ├──stop_asked────┴──────stop_asked──────┤
//                                      │                                       ▼
//                                      │                                    stopping ─exited─► stopped
//                                      └─exited (also running, paused), start_failed─► crashed ─stop_asked─► stopped
//
// A crashed game waits to be started again, or for a person; a stop that is asked for then ends the waiting.
// `found` is the daemon's own return: the process is there although the last written state says that it ended.
// `node_rebooted` is the opposite: whatever ran before the machine went down is stopped, and nobody is to blame.

import type { RunState } from '@rookery/contracts/run-states.ts'

export const runInputs = [
  'install_began',
  'update_began',
  'install_done',
  'install_broke',
  'start_asked',
  'start_failed',
  'ready',
  'stop_asked',
  'pause_asked',
  'resume_asked',
  'exited',
  'found',
  'node_rebooted',
] as const
export type RunInput = (typeof runInputs)[number]

const moves: Record<RunState, Partial<Record<RunInput, RunState>>> = {
  not_installed: { install_began: 'installing', found: 'running' },
  installing: { install_done: 'stopped', install_broke: 'install_failed' },
  install_failed: { install_began: 'installing', update_began: 'updating', found: 'running' },
  stopped: {
    install_began: 'installing',
    update_began: 'updating',
    start_asked: 'starting',
    found: 'running',
  },
  starting: {
    ready: 'running',
    stop_asked: 'stopping',
    start_failed: 'crashed',
    exited: 'crashed',
    node_rebooted: 'stopped',
  },
  running: { pause_asked: 'paused', stop_asked: 'stopping', exited: 'crashed', node_rebooted: 'stopped' },
  paused: { resume_asked: 'running', stop_asked: 'stopping', exited: 'crashed', node_rebooted: 'stopped' },
  stopping: { stop_asked: 'stopping', exited: 'stopped', node_rebooted: 'stopped' },
  updating: { install_done: 'stopped', install_broke: 'install_failed' },
  crashed: {
    install_began: 'installing',
    update_began: 'updating',
    start_asked: 'starting',
    stop_asked: 'stopped',
    found: 'running',
  },
}

/** The state that follows, or null when this cannot happen in this state. */
export function nextRunState(state: RunState, input: RunInput): RunState | null {
  return moves[state][input] ?? null
}

const stateLabels: Record<RunState, string> = {
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

const adviceTexts: Partial<Record<RunInput, Partial<Record<RunState, string>>>> = {
  start_asked: {
    not_installed: 'install it first',
    install_failed: 'install it again first',
    paused: 'resume it instead',
  },
  update_began: { not_installed: 'install it instead' },
  pause_asked: { starting: 'wait until it runs' },
}

/** Why an input is refused in a state: what is the case, and what to do where there is something to do. */
export function refusalMessage(state: RunState, input: RunInput): string {
  const needsItStopped = input === 'install_began' || input === 'update_began'
  const advice =
    adviceTexts[input]?.[state] ?? (needsItStopped && occupiesProcess(state) ? 'stop it first' : undefined)
  return `the game server ${stateLabels[state]}${advice ? `: ${advice}` : ''}`
}

/** Why the files of a game server in this state are not copied. */
export function refusalToRead(state: RunState): string {
  const advice = isBeingInstalled(state) ? 'wait for the end of that' : 'install it first'
  return `the game server to copy from ${stateLabels[state]}: ${advice}`
}

/** Why the files of a game server in this state are not changed by people; null: they may be. */
export function refusalToChange(state: RunState): string | null {
  if (!isBeingInstalled(state)) return null
  return `the game server ${stateLabels[state]}: its files can be read now, and changed after the end of that`
}

/** States in which a process of the game is expected to exist. */
export function occupiesProcess(state: RunState): boolean {
  return state === 'starting' || state === 'running' || state === 'paused' || state === 'stopping'
}

export function isBeingInstalled(state: RunState): boolean {
  return state === 'installing' || state === 'updating'
}
