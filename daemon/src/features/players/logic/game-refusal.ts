// What a game's answer to a command about players says: whether it refused, and how that is reported.

import { compilePattern, PatternTooSlow } from '@rookery/primitives/patterns/pattern.ts'

/** Whether a template's pattern is in the answer; one that cannot be used, or takes too long, never is. */
export function isInAnswer(answer: string, pattern: string | undefined): boolean {
  try {
    return pattern !== undefined && (compilePattern(pattern, 'm')?.test(answer) ?? false)
  } catch (error) {
    if (error instanceof PatternTooSlow) return false
    throw error
  }
}

/** What consoles of many games say to a command that they do not know. */
const unknownCommand =
  /^(?:unknown (?:or incomplete )?command|invalid command|no such command|command '[^']*' not found|command not found)\b/im

export function isUnknownCommand(answer: string): boolean {
  return unknownCommand.test(answer)
}

/** Shorter texts could be part of anything that the game says itself. */
const shortestEcho = 8

/** Without the reason or message that a person wrote, which games repeat: it must not pass for the game's own words. */
export function withoutEcho(answer: string, text: string, isMessage: boolean): string {
  const mayBeRemoved = text.trim() !== '' && (isMessage || text.length >= shortestEcho)
  return mayBeRemoved ? answer.replaceAll(text, '…') : answer
}

const visibleCharacters = 200

/** The answer as the end of a sentence: one line, and never so long that the sentence is lost. */
export function quoteAnswer(answer: string): string {
  const line = answer.replaceAll(/\p{Cc}+/gu, ' ').trim()
  if (line === '') return 'it answered nothing'
  return `it answered: ${line.length > visibleCharacters ? `${line.slice(0, visibleCharacters)}…` : line}`
}
