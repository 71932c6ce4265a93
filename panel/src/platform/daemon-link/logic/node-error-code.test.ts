// A node cannot end anybody's session, nor answer with what is no error at all.

import { errors } from '@rookery/contracts/errors.ts'
import { expect, test } from 'vitest'
import { nodeErrorCode } from './node-error-code.ts'

test.each(['__proto__', 'constructor', 'toString', '', 'of a later version'])(
  'a node that answers with the error %j is read as unavailable',
  code => expect(nodeErrorCode(code)).toBe('unavailable'),
)

test('no error of a node says that the caller is not signed in, or must prove who they are', () => {
  const statuses = Object.keys(errors).map(code => errors[nodeErrorCode(code)].status as number)
  expect(statuses).not.toContain(401)
  expect(statuses).not.toContain(429)
  expect(nodeErrorCode('session_restricted')).toBe('unavailable')
})

test('what a node says about files and games arrives as it is', () => {
  for (const code of ['forbidden', 'not_found', 'conflict', 'precondition_failed', 'no_space'])
    expect(nodeErrorCode(code)).toBe(code)
})
