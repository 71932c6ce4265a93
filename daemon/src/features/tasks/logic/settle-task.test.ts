// Tasks that a daemon's death interrupted end with the truth.

import { describe, expect, it } from 'vitest'
import { settleRun, settleTask } from './settle-task.ts'

const running = { state: 'running', processStartedAtMs: 2_000 } as const
const stopped = { state: 'stopped', processStartedAtMs: null } as const

describe('settling of interrupted tasks', () => {
  it('T-095 goes by what is found on the node', () => {
    expect(settleTask('start', 1_000, running)).toMatchObject({ status: 'success' })
    expect(settleTask('start', 1_000, stopped)).toMatchObject({ status: 'error' })
    expect(settleTask('restart', 1_000, running)).toMatchObject({ status: 'success' })
    expect(settleTask('restart', 3_000, running)).toMatchObject({
      status: 'error',
      message: expect.stringContaining('still runs'),
    })
    expect(settleTask('restart', 3_000, stopped)).toMatchObject({ status: 'error' })
    expect(settleTask('stop', 1_000, running)).toBe('again')
    expect(settleTask('stop', 1_000, stopped)).toMatchObject({ status: 'success' })
    expect(settleTask('kill', 1_000, running)).toBe('again')
    expect(settleTask('pause', 1_000, { ...running, state: 'paused' })).toMatchObject({ status: 'success' })
    expect(settleTask('pause', 1_000, running)).toMatchObject({ status: 'error' })
    expect(settleTask('resume', 1_000, running)).toMatchObject({ status: 'success' })
    expect(settleTask('delete', 1_000, { state: null, processStartedAtMs: null })).toMatchObject({
      status: 'success',
    })
    expect(settleTask('delete', 1_000, stopped)).toBe('again')
    for (const kind of ['install', 'reinstall', 'update'] as const) {
      expect(settleTask(kind, 1_000, stopped)).toMatchObject({ status: 'error' })
    }
  })

  it('a run of a schedule in the middle of its work has failed, with what is the case now', () => {
    const interrupted = 'the daemon was restarted while this was at work'
    expect(settleRun(running)).toEqual({ status: 'error', message: `${interrupted}; the game runs` })
    expect(settleRun(stopped)).toMatchObject({ message: `${interrupted}; the game does not run` })
    expect(settleRun({ state: null, processStartedAtMs: null })).toMatchObject({
      message: `${interrupted}; the game server is not here any more`,
    })
  })
})
