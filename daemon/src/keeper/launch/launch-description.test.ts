import { describe, expect, test } from 'vitest'
import { type LaunchDescription, readLaunch } from './launch-description.ts'

const launch: LaunchDescription = {
  argv: ['/bin/cat'],
  cwd: '/tmp',
  env: { A: 'b' },
  uid: 5,
  cgroupProcsFiles: ['/sys/fs/cgroup/x/cgroup.procs'],
  noNewPrivileges: true,
  processLimit: 100,
}

describe('what the launcher is told', () => {
  test('is read, with what a later keeper says more', () => {
    expect(readLaunch(JSON.stringify(launch))).toEqual(launch)
    expect(readLaunch(JSON.stringify({ ...launch, color: 'red' }))).toMatchObject(launch)
  })

  test.each([
    ['no JSON', 'is not JSON'],
    ['null', 'is no object'],
    ['[]', 'the start command is empty'],
    [{ ...launch, env: null }, 'the environment must be an object'],
    [{ ...launch, uid: '0' }, 'user and group id'],
    [{ ...launch, cgroupProcsFiles: ['x'] }, 'absolute paths'],
    [{ ...launch, cgroupProcsFile: 7 }, 'absolute paths'],
    [{ ...launch, noNewPrivileges: 'no' }, 'true or false'],
    [{ ...launch, processLimit: 0 }, 'a whole number'],
  ])('starts nothing when it cannot be read: %j', (value, problem) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    expect(() => readLaunch(text)).toThrow(problem)
  })
})
