import { describe, expect, test } from 'vitest'
import {
  describeEdit,
  describeState,
  describeTask,
  type Memory,
  nothingKnown,
  type ReportedState,
  type ReportedTask,
} from './describe-change.ts'

const nowMs = 1_800_000_000_000
const task = (more: Partial<ReportedTask>): ReportedTask => ({
  ...{ taskId: 7, gameServerId: 1, taskKind: 'stop', requestedBy: 5, plugin: null },
  ...{ status: 'working', message: null, exitCode: null },
  ...more,
})
const state = (more: Partial<ReportedState>): ReportedState => ({
  ...{ gameServerId: 1, state: 'stopped', reason: null, changedAtMs: nowMs, exitCode: null, isNews: true },
  ...more,
})

/** Tells one after the other and gives the lines. */
function reported(...changes: (ReportedTask | ReportedState)[]) {
  let memory: Memory = nothingKnown
  return changes.flatMap(change => {
    const next =
      'taskId' in change ? describeTask(memory, change, nowMs) : describeState(memory, change, nowMs)
    memory = next.memory
    return next.line ? [next.line] : []
  })
}

describe('power actions', () => {
  test('a stop that somebody asked for is one line with who asked', () => {
    const lines = reported(
      task({}),
      state({ state: 'stopping' }),
      state({}),
      task({ status: 'success', message: 'x' }),
    )
    expect(lines).toEqual([
      {
        ...{ gameServerId: 1, userId: 5, kind: 'run', fact: 'task 7', atMs: nowMs },
        details: {
          what: 'task',
          task_id: 7,
          task: 'stop',
          status: 'success',
          message: null,
          exit_code: null,
        },
      },
    ])
  })

  test('its last state may come just after its end', () => {
    expect(reported(task({}), task({ status: 'success' }), state({}))).toHaveLength(1)
  })

  test('a start that ends in a crash is told once, with the reason and the exit code', () => {
    const start = { taskKind: 'start' } as const
    const end = { ...start, status: 'error', message: 'it ended', exitCode: 3 } as const
    const lines = reported(task(start), state({ state: 'crashed', exitCode: 3 }), task(end))
    expect(lines.map(({ details }) => details)).toMatchObject([
      { what: 'task', message: 'it ended', exit_code: 3 },
    ])
  })
})

describe('states that nobody asked for', () => {
  test('a crash is told with its reason and exit code, at the time of the node', () => {
    const crash = state({
      state: 'crashed',
      reason: 'exit code 139',
      exitCode: 139,
      changedAtMs: nowMs - 5_000,
    })
    expect(reported(state({ state: 'running', isNews: false }), crash)).toEqual([
      {
        ...{
          gameServerId: 1,
          userId: null,
          kind: 'run',
          fact: `crashed ${nowMs - 5_000}`,
          atMs: nowMs - 5_000,
        },
        details: { what: 'state', state: 'crashed', reason: 'exit code 139', exit_code: 139 },
      },
    ])
  })

  test('a crash just after a start that went well is told, and so is one while files are packed', () => {
    const start = task({ taskKind: 'start' })
    const crash = state({ state: 'crashed', exitCode: 1 })
    const lines = reported(start, state({ state: 'running' }), { ...start, status: 'success' }, crash)
    expect(lines.map(({ details }) => details)).toMatchObject([{ what: 'task' }, { state: 'crashed' }])
    expect(reported(task({ taskKind: 'archive' }), crash)).toHaveLength(1)
  })

  test('it runs again after a crash: told with the reason that the start had', () => {
    const lines = reported(
      state({ state: 'crashed' }),
      state({ state: 'starting', reason: 'started again after a crash' }),
      state({ state: 'running' }),
    )
    expect(lines.map(({ details }) => details)).toMatchObject([
      { state: 'crashed' },
      { state: 'running', reason: 'started again after a crash' },
    ])
  })

  test('a schedule that stops it is named instead of the exit code', () => {
    const stopping = state({ state: 'stopping', reason: 'a schedule asked for it' })
    const lines = reported(
      state({ state: 'running', isNews: false }),
      stopping,
      state({ reason: 'exit code 0' }),
    )
    expect(lines.map(({ details }) => details)).toMatchObject([
      { state: 'stopped', reason: 'a schedule asked for it' },
    ])
  })

  test('after an update on a schedule it rests as before: it has not been stopped', () => {
    expect(reported(state({ state: 'updating' }), state({}))).toEqual([])
  })

  test('a crash on the way up is told with its own reason', () => {
    const starting = state({ state: 'starting', reason: 'a schedule asked for it' })
    const lines = reported(starting, state({ state: 'crashed', reason: 'exit code 1', exitCode: 1 }))
    expect(lines.map(({ details }) => details)).toMatchObject([{ state: 'crashed', reason: 'exit code 1' }])
  })

  test('what a node that came back tells again is no news', () => {
    expect(reported(state({ isNews: false }), state({}))).toEqual([])
  })

  test('states on the way are not told', () => {
    const onTheWay = ['starting', 'stopping', 'installing', 'updating', 'not_installed'] as const
    expect(reported(...onTheWay.map(name => state({ state: name })))).toEqual([])
  })

  test('a clock that runs ahead makes no line of days to come', () => {
    expect(reported(state({ changedAtMs: nowMs + 86_400_000 }))[0]?.atMs).toBe(nowMs)
  })
})

test('work that belongs to no game server is no line', () => {
  expect(reported(task({ gameServerId: null, status: 'success' }))).toEqual([])
})

test('two edits of one moment are two lines; a game server is made once', () => {
  const edit = { what: 'schedule', deed: 'created', name: 'Nightly' } as const
  const by = { gameServerId: 1, userId: 5 }
  expect(describeEdit(by, edit, nowMs, 1).fact).not.toBe(describeEdit(by, edit, nowMs, 2).fact)
  expect(describeEdit(by, { what: 'created' }, nowMs, 1).fact).toBe(
    describeEdit(by, { what: 'created' }, nowMs, 2).fact,
  )
})
