// Tries an expression of a template on the last lines of a game, and gives up one that takes too long.

import { createContext, Script } from 'node:vm'
import type { FindLine } from '../logic/crash-causes.ts'

/** The time that one expression may cost; backtracking ones can otherwise take for ever. */
const limitMs = 250
/** A busy machine can make an innocent one slow once. */
const triesLimit = 2
/** So many slow ones are remembered. */
const rememberedLimit = 1_000

const tryLines = new Script('lines.findLast(line => expression.test(line))')

export function createFindLine(): FindLine {
  const timesTooSlow = new Map<string, number>()
  return (pattern, lines) => {
    const expression = readExpression(pattern)
    const times = timesTooSlow.get(pattern) ?? 0
    if (!expression || times >= triesLimit) return null
    try {
      // Only what runs in a context of its own can be told to give up.
      const found = tryLines.runInContext(createContext({ expression, lines }), { timeout: limitMs })
      return typeof found === 'string' ? found : null
    } catch {
      if (timesTooSlow.size >= rememberedLimit) timesTooSlow.clear()
      timesTooSlow.set(pattern, times + 1)
      return null
    }
  }
}

function readExpression(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern)
  } catch {
    return null
  }
}
