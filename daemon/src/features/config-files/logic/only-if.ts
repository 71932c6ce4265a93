// Decides from the present value whether a value is set, and what exactly is written then.

import type { ConfigFileValue } from '@rookery/contracts/template/config-files.ts'
import {
  compilePattern,
  type Pattern,
  type PatternMatch,
  PatternTooSlow,
} from '@rookery/primitives/patterns/pattern.ts'

/** `text` null: leave it as it is. */
export type Wanted = { text: string | null } | { problem: string }

/** `present` null: the key is missing, and conditions on missing keys are never met. */
export function wantedValue({ value, only_if }: ConfigFileValue, present: string | null): Wanted {
  if (only_if === undefined) return { text: value }
  if (present === null) return { text: null }
  if (!only_if.startsWith('regex:')) return { text: present === only_if ? value : null }
  const expression = compile(only_if.slice('regex:'.length))
  if (!expression) return { problem: 'its condition is not an expression that can be used' }
  try {
    const found = [...expression.matchAll(present)]
    return { text: found.length === 0 ? null : replaced(present, value, found) }
  } catch (error) {
    if (error instanceof PatternTooSlow) return { problem: error.message }
    throw error
  }
}

function replaced(present: string, value: string, found: readonly PatternMatch[]): string {
  let text = ''
  let end = 0
  for (const match of found) {
    text += present.slice(end, match.index) + fillGroups(value, match.groups)
    end = match.index + match.text.length
  }
  return text + present.slice(end)
}

/** Eggs may begin an expression with flags, `(?i)`, which here stand apart. */
function compile(source: string): Pattern | null {
  const [head = '', flags = ''] = /^\(\?([ims]+)\)/.exec(source) ?? []
  return compilePattern(source.slice(head.length), [...new Set(flags)].join(''))
}

/** `$1` and `${1}` are what the expression has found; what is put in is not looked through again. */
function fillGroups(value: string, found: PatternMatch['groups']): string {
  return value.replace(/\$(?:(\d)|\{(\d{1,2})\})/g, (_, short?: string, long?: string) => {
    return found[Number(short ?? long)] ?? ''
  })
}
