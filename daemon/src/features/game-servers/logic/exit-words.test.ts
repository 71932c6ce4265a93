import { describe, expect, test } from 'vitest'
import { askedExitWords, unaskedExitWords } from './exit-words.ts'

const exit = (code: number | null, signal: string | null, outOfMemory = false) => ({
  code,
  signal,
  outOfMemory,
})

describe('how a game ended, in words', () => {
  test('a crash tells its code, its signal or that memory ran out', () => {
    expect(unaskedExitWords(exit(3, null))).toBe('ended without being asked, exit code 3')
    expect(unaskedExitWords(exit(127, null))).toContain('exit code 127: the program of the start command')
    expect(unaskedExitWords(exit(0, null))).toContain('although nobody asked it to stop')
    expect(unaskedExitWords(exit(null, 'SIGSEGV'))).toContain('(SIGSEGV)')
    expect(unaskedExitWords(exit(null, 'SIGKILL', true))).toContain('more memory than it may have')
    expect(unaskedExitWords(exit(null, null))).toBe('ended without being asked; how was not seen')
  })

  test('an end that was asked for is told only where it was not clean', () => {
    expect(askedExitWords(exit(0, null))).toBe('')
    expect(askedExitWords(exit(1, null))).toBe('ended with exit code 1')
    expect(askedExitWords(exit(null, 'SIGKILL'))).toBe('ended by SIGKILL')
  })
})
