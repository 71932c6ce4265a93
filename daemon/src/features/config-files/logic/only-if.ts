// Decides from the present value whether a value is set, and what exactly is written then.

import type { ConfigFileValue } from '@rookery/contracts/template/config-files.ts'

/** `text` null: leave it as it is. */
export type Wanted = { text: string | null } | { problem: string }

/** `present` null: the key is missing, and conditions on missing keys are never met. */
export function wantedValue({ value, only_if }: ConfigFileValue, present: string | null): Wanted {
  if (only_if === undefined) return { text: value }
  if (present === null) return { text: null }
  if (!only_if.startsWith('regex:')) return { text: present === only_if ? value : null }
  const expression = compile(only_if.slice('regex:'.length))
  if (!expression) return { problem: 'its condition is not an expression that can be used' }
  if (present.search(expression) === -1) return { text: null }
  return { text: present.replace(expression, (...found) => fillGroups(value, found)) }
}

/** Eggs may begin an expression with flags, `(?i)`, which here stand apart. */
function compile(source: string): RegExp | null {
  const [head = '', flags = ''] = /^\(\?([ims]+)\)/.exec(source) ?? []
  try {
    return new RegExp(source.slice(head.length), `g${[...new Set(flags)].join('')}`)
  } catch {
    return null
  }
}

/** `$1` and `${1}` are what the expression has found; what is put in is not looked through again. */
function fillGroups(value: string, found: unknown[]): string {
  return value.replace(/\$(?:(\d)|\{(\d{1,2})\})/g, (_, short?: string, long?: string) => {
    const group = found[Number(short ?? long)]
    return typeof group === 'string' ? group : ''
  })
}
