import { expect, test } from 'vitest'
import { adviceFor, oneLine, problemIn, retryAfterMs } from './order-problem.ts'

const document = { type: 'urn:ietf:params:acme:error:dns', detail: 'no such name', status: 400 }
const problem = { type: 'dns', detail: 'no such name' }

test('a problem is found in an answer, in an order or challenge, and in the challenges of an authorization', () => {
  expect(problemIn(document)).toEqual(problem)
  expect(problemIn({ status: 'invalid', error: document })).toEqual(problem)
  expect(problemIn({ status: 'invalid', challenges: [{}, { error: document }] })).toEqual(problem)
})

test.each([[null], [''], ['<html>'], [{ status: 'valid' }], [{ type: 'about:blank', detail: 'x' }], [[1]]])(
  'no problem is found in %j',
  answer => {
    expect(problemIn(answer)).toBeNull()
  },
)

test('what a directory writes becomes one line of bounded length', () => {
  expect(oneLine(' a\r\n\u001b[31mb\u202e ')).toBe('a [31mb')
  expect(oneLine('x'.repeat(9_000))).toHaveLength(500)
})

test.each([
  ['120', 120_000],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 59_000],
  ['soon', null],
  [undefined, null],
])('Retry-After %s', (header, expected) => {
  expect(retryAfterMs(header, 1_000)).toBe(expected)
})

const order = { domain: 'panel.example.org', directory: 'https://acme.example/dir' }
test.each([
  ['dns', 'create an A or AAAA record for panel.example.org'],
  ['connection', 'let port 80 reach the panel'],
  ['unauthorized', 'another web server'],
  ['caa', 'CAA record'],
  ['rateLimited', 'wait'],
  ['rejectedIdentifier', 'HTTP_HOST'],
  ['invalidContact', 'TLS_ACME_EMAIL'],
  ['externalAccountRequired', 'TLS_ACME_DIRECTORY'],
  ['somethingNew', 'retried automatically'],
])('%s is answered with what to do', (type, advice) => {
  expect(adviceFor({ kind: 'refused', problem: type }, order)).toContain(advice)
})

test('a directory that cannot be reached is answered with where to look', () => {
  expect(adviceFor({ kind: 'unreachable', problem: null }, order)).toMatch(
    /https:\/\/acme\.example\/dir.*TLS_ACME_DIRECTORY.*NODE_EXTRA_CA_CERTS/,
  )
})
