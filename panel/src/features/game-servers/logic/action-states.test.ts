import { type RunState, runStates } from '@rookery/contracts/run-states.ts'
import { describe, expect, test } from 'vitest'
import { refusedAction, type StateAction, stateActions } from './action-states.ts'

/** yes: can succeed. no: cannot, whatever comes. */
const table = `
          not_installed installing install_failed stopped starting running paused stopping updating crashed
start     no            yes        no             yes     yes      no      no     yes      yes      yes
stop      yes           yes        yes            yes     yes      yes     yes    yes      yes      yes
restart   no            yes        no             yes     yes      yes     yes    yes      yes      yes
kill      yes           yes        yes            yes     yes      yes     yes    yes      yes      yes
pause     no            no         no             no      no       yes     no     no       no       no
resume    no            no         no             no      no       no      yes    no       no       no
install   yes           yes        yes            yes     no       no      no     yes      yes      yes
update    no            yes        yes            yes     no       no      no     yes      yes      yes
reinstall yes           yes        yes            yes     no       no      no     yes      yes      yes
archive   yes           no         yes            yes     yes      yes     yes    yes      no       yes
extract   yes           no         yes            yes     yes      yes     yes    yes      no       yes
backup    yes           no         yes            yes     yes      yes     yes    yes      no       yes
restore   yes           no         yes            yes     yes      yes     yes    yes      no       yes
`
const [head = [], ...rows] = table
  .trim()
  .split('\n')
  .map(line => line.trim().split(/\s+/))

describe('4.2 actions and states', () => {
  test('the table names every action and every state', () => {
    expect(head).toEqual([...runStates])
    expect(rows.map(([action]) => action)).toEqual([...stateActions])
  })

  test.each(rows.map(([action, ...cells]) => [action as StateAction, cells] as const))(
    '%s',
    (action, cells) => {
      const met = runStates.map(state =>
        refusedAction(action, { state, queued: [] }) === null ? 'yes' : 'no',
      )
      expect(met).toEqual(cells)
    },
  )

  test('a refusal says what is the case and what to do', () => {
    const refused = (action: StateAction, state: RunState) => refusedAction(action, { state, queued: [] })
    expect(refused('update', 'running')).toBe('the game server is running: stop it first')
    expect(refused('start', 'not_installed')).toBe('the game server is not installed: install it first')
    expect(refused('start', 'paused')).toBe('the game server is paused: resume it instead')
    expect(refused('update', 'not_installed')).toBe('the game server is not installed: install it instead')
    expect(refused('pause', 'starting')).toBe('the game server is starting: wait until it runs')
  })

  test('what is queued before it counts: a stop makes an update possible, a second start joins the first', () => {
    const update = (state: RunState, ...queued: StateAction[]) => refusedAction('update', { state, queued })
    expect(update('running', 'stop')).toBeNull()
    expect(update('running', 'restart')).toBe('the game server is running: stop it first')
    expect(update('running', 'restart', 'kill')).toBeNull()
    expect(refusedAction('start', { state: 'stopped', queued: ['start'] })).toBeNull()
    expect(refusedAction('start', { state: 'not_installed', queued: ['install'] })).toBeNull()
    expect(refusedAction('pause', { state: 'stopped', queued: ['start'] })).toBeNull()
    expect(refusedAction('pause', { state: 'running', queued: ['archive'] })).toBeNull()
    expect(refusedAction('archive', { state: 'stopped', queued: ['update'] })).toBe(
      'the game server is being updated: wait for the end of that',
    )
  })
})
