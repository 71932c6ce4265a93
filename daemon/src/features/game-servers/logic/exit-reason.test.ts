import { describe, expect, test } from 'vitest'
import { crashReason, exitReason } from './exit-reason.ts'

const exit = (code: number | null, signal: string | null, outOfMemory = false) => ({
  code,
  signal,
  outOfMemory,
})

describe('how a game ended, in words', () => {
  test('a crash tells its code, its signal or that memory ran out', () => {
    expect(crashReason(exit(3, null))).toBe('stopped unexpectedly, exit code 3')
    expect(crashReason(exit(127, null))).toContain('exit code 127: the program of the start command')
    expect(crashReason(exit(0, null))).toContain('although no one stopped it')
    expect(crashReason(exit(null, 'SIGSEGV'))).toContain('(SIGSEGV)')
    expect(crashReason(exit(null, 'SIGKILL', true))).toContain('more memory than it is allowed to use')
    expect(crashReason(exit(null, null))).toBe('stopped unexpectedly; the cause is not known')
  })

  test('an end that was asked for is told only where it was not clean', () => {
    expect(exitReason(exit(0, null))).toBe('')
    expect(exitReason(exit(1, null))).toBe('ended with exit code 1')
    expect(exitReason(exit(null, 'SIGKILL'))).toBe('ended by SIGKILL')
  })
})
