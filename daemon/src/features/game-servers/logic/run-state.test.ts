// The move table of run states: complete, closed, and every state can be reached and left.

import { type RunState, runStates } from '@rookery/contracts/run-states.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextRunState, occupiesProcess, type RunInput, refusalMessage, runInputs } from './run-state.ts'

const expected: [RunState, RunInput, RunState][] = [
  ['not_installed', 'install_began', 'installing'],
  ['not_installed', 'found', 'running'],
  ['installing', 'install_done', 'stopped'],
  ['installing', 'install_broke', 'install_failed'],
  ['install_failed', 'install_began', 'installing'],
  ['install_failed', 'update_began', 'updating'],
  ['install_failed', 'found', 'running'],
  ['stopped', 'install_began', 'installing'],
  ['stopped', 'update_began', 'updating'],
  ['stopped', 'start_asked', 'starting'],
  ['stopped', 'found', 'running'],
  ['starting', 'ready', 'running'],
  ['starting', 'stop_asked', 'stopping'],
  ['starting', 'start_failed', 'crashed'],
  ['starting', 'exited', 'crashed'],
  ['starting', 'node_rebooted', 'stopped'],
  ['running', 'pause_asked', 'paused'],
  ['running', 'stop_asked', 'stopping'],
  ['running', 'exited', 'crashed'],
  ['running', 'node_rebooted', 'stopped'],
  ['paused', 'resume_asked', 'running'],
  ['paused', 'stop_asked', 'stopping'],
  ['paused', 'exited', 'crashed'],
  ['paused', 'node_rebooted', 'stopped'],
  ['stopping', 'stop_asked', 'stopping'],
  ['stopping', 'exited', 'stopped'],
  ['stopping', 'node_rebooted', 'stopped'],
  ['updating', 'install_done', 'stopped'],
  ['updating', 'install_broke', 'install_failed'],
  ['crashed', 'install_began', 'installing'],
  ['crashed', 'update_began', 'updating'],
  ['crashed', 'start_asked', 'starting'],
  ['crashed', 'stop_asked', 'stopped'],
  ['crashed', 'found', 'running'],
]

describe('run states of a game server', () => {
  it('moves exactly as the table says, in every pair of state and input', () => {
    for (const state of runStates) {
      for (const input of runInputs) {
        const row = expected.find(([from, by]) => from === state && by === input)
        expect(nextRunState(state, input), `${state} + ${input}`).toBe(row?.[2] ?? null)
      }
    }
  })

  it('reaches every state from not_installed and can leave every state', () => {
    const reached = new Set<RunState>(['not_installed'])
    for (const state of reached) {
      for (const input of runInputs) {
        const next = nextRunState(state, input)
        if (next) reached.add(next)
      }
    }
    expect([...reached].sort()).toEqual([...runStates].sort())
    for (const state of runStates) {
      expect(
        runInputs.some(input => ![null, state].includes(nextRunState(state, input))),
        state,
      ).toBe(true)
    }
  })

  it('calls an exit that nobody asked for a crash, and only an asked one stopped', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...runInputs), { maxLength: 60 }), inputs => {
        let state: RunState = 'not_installed'
        for (const input of inputs) {
          const next: RunState | null = nextRunState(state, input)
          if (input === 'exited' && next) expect(next).toBe(state === 'stopping' ? 'stopped' : 'crashed')
          if (input === 'exited') expect(next !== null).toBe(occupiesProcess(state))
          state = next ?? state
        }
      }),
    )
  })

  it('says why something is refused and what to do', () => {
    expect(refusalMessage('running', 'install_began')).toBe('the game server is running: stop it first')
    expect(refusalMessage('not_installed', 'start_asked')).toBe(
      'the game server is not installed: install it first',
    )
    expect(refusalMessage('running', 'start_asked')).toBe('the game server is running')
  })
})
