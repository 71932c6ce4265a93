// What is wrong with a value of a request, in our own wording where its schema brings none.

import type * as z from 'zod'

/** Given to a parse as its `error`; a message of the schema itself comes before it. */
export function issueMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : (typeMessages[issue.expected] ?? `must be ${issue.expected}`)
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive ?? true)
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive ?? true)
    case 'invalid_format':
      return (
        formatMessages[issue.format] ?? (issue.pattern ? `must match ${issue.pattern}` : 'has the wrong form')
      )
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return `has fields that are not known here: ${issue.keys.join(', ')}`
    case 'invalid_union':
      return unionMessage(issue.errors)
    case 'invalid_key':
      return 'has a key that is not valid'
    case 'invalid_element':
      return 'has an entry that is not valid'
    case 'custom':
      return 'is not valid'
  }
}

const typeMessages: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  bigint: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be null',
  never: 'must be left out',
}

const ipAddress = 'must be an IP address'
const formatMessages: Readonly<Record<string, string>> = {
  email: 'is not an e-mail address',
  url: 'must be an address such as https://example.com',
  uuid: 'must be a UUID',
  ipv4: ipAddress,
  ipv6: ipAddress,
  date: 'must be a date such as 2026-01-31',
  datetime: 'must be a time such as 2026-01-31T12:00:00Z',
}

function tooSmall(origin: string, minimum: number, isInclusive: boolean): string {
  if (origin === 'string')
    return minimum <= 1 ? 'must not be empty' : `must have at least ${minimum} characters`
  if (origin === 'array' || origin === 'set' || origin === 'map')
    return `must have at least ${minimum} ${minimum === 1 ? 'entry' : 'entries'}`
  return isInclusive ? `must be at least ${minimum}` : `must be more than ${minimum}`
}

function tooBig(origin: string, maximum: number, isInclusive: boolean): string {
  if (origin === 'string') return `must have at most ${maximum} ${maximum === 1 ? 'character' : 'characters'}`
  if (origin === 'array' || origin === 'set' || origin === 'map')
    return `must have at most ${maximum} ${maximum === 1 ? 'entry' : 'entries'}`
  return isInclusive ? `must be at most ${maximum}` : `must be less than ${maximum}`
}

/** What each of its forms misses; where that lies deeper inside, only that none of them fits. */
function unionMessage(forms: readonly (readonly z.core.$ZodIssue[])[]): string {
  const messages = forms
    .flatMap(issues => issues.filter(({ path }) => path.length === 0))
    .map(({ message }) => message)
  return messages.length === 0 ? 'has a form that is not supported' : [...new Set(messages)].join(', or ')
}
