// How an egg's game is asked to end: a console command, or a signal written as `^C`, `^^C`, `^SIGINT` …

import type { StopMethod } from '@rookery/contracts/daemon/stop-method.ts'
import { type ImportNotes, quoted } from '../import-notes.ts'

type Signal = Extract<StopMethod, { by: 'signal' }>['signal']

const signals: Record<string, Signal> = {
  C: 'SIGINT',
  SIGINT: 'SIGINT',
  INT: 'SIGINT',
  SIGTERM: 'SIGTERM',
  TERM: 'SIGTERM',
  SIGHUP: 'SIGHUP',
  HUP: 'SIGHUP',
  SIGQUIT: 'SIGQUIT',
  QUIT: 'SIGQUIT',
  '\\': 'SIGQUIT',
}

export function stopOf(stop: string, notes: ImportNotes): StopMethod {
  const field = 'config.stop'
  const bySignal = (signal: Signal): StopMethod => ({ by: 'signal', signal })
  if (stop === '') {
    notes.warning(field, 'is missing: the game is ended by SIGTERM')
    return bySignal('SIGTERM')
  }
  if (!stop.startsWith('^')) {
    notes.understood(field, `types ${quoted(stop)} into the console`)
    return { by: 'command', command: stop }
  }
  const written = stop.replace(/^\^+/, '').toUpperCase()
  const signal = Object.hasOwn(signals, written) ? signals[written] : undefined
  if (signal) {
    notes.mapped(field, `${stop} is ${signal}, then SIGTERM, then SIGKILL after the grace time`)
    return bySignal(signal)
  }
  const instead = /KILL/.test(written) ? 'SIGTERM' : 'SIGINT'
  notes.warning(field, `${quoted(stop)} is no signal that a game can be ended by; ${instead} is sent instead`)
  return bySignal(instead)
}
