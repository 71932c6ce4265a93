// Which addresses are fetched: public ones, private ones only where they are allowed, a cloud's metadata never.

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkAddresses, checkUrl, type OutgoingRules } from './check-url.ts'
import { addressKind } from './internet-address.ts'

const vectorFile = resolve(import.meta.dirname, '../../../shared/vectors/ssrf/ssrf-targets.json')
interface Target {
  url: string
  expect: string
  why: string
}
const targets = existsSync(vectorFile)
  ? (JSON.parse(readFileSync(vectorFile, 'utf8')) as { cases: Target[] }).cases
  : []
/** What these names are at; a resolver would say so. */
const known: Record<string, string> = {
  '127.0.0.1.nip.io': '127.0.0.1',
  'localtest.me': '127.0.0.1',
  'example.com': '93.184.215.14',
}

const web = ['http', 'https']
const rules = (allowedPrivate: OutgoingRules['allowedPrivate'], allowedSchemes = web): OutgoingRules => ({
  ...{ allowedSchemes, allowedHosts: [], allowedPrivate, privateAdvice: 'ask the operator' },
})
const check = (text: string, allowedPrivate: OutgoingRules['allowedPrivate'], from: URL | null = null) =>
  checkUrl(text, rules(allowedPrivate), from)

function isRefused(text: string, outgoing: OutgoingRules): boolean {
  const checked = checkUrl(text, outgoing, null)
  if ('problem' in checked) return true
  const { hostname } = checked.url
  const address = known[hostname]
  return address !== undefined && checkAddresses(hostname, [address], outgoing) !== null
}

describe.skipIf(targets.length === 0)('T-113 the list of targets', () => {
  test.for(targets)('$expect $url: $why', target => {
    expect(isRefused(target.url, rules(false, ['https']))).toBe(target.expect.startsWith('block'))
    if (target.expect === 'block-always') expect(isRefused(target.url, rules(true))).toBe(true)
  })
})

test('a private address is refused with what to do about it, and allowed where the operator says so', () => {
  const refused = check('http://10.1.2.3/x', false)
  expect(refused).toEqual({
    problem: '10.1.2.3 is an address in a private network: ask the operator',
  })
  expect(check('http://10.1.2.3/x', true)).toHaveProperty('url')
  expect(check('http://10.1.2.3/x', ['10.0.0.0/8'])).toHaveProperty('url')
  expect(check('http://[::ffff:10.1.2.3]/x', ['10.0.0.0/8'])).toHaveProperty('url')
  expect(check('http://10.1.2.3/x', ['10.2.0.0/16'])).toHaveProperty('problem')
  expect(check('http://169.254.169.254/', ['0.0.0.0/0'])).toHaveProperty('problem')
})

test('T-115 a redirect is checked again: no step down to http, whoever asks, no credentials, relative ones stay on the host', () => {
  const from = new URL('https://files.example.com/a/b')
  expect(check('http://files.example.com/c', false, from)).toEqual({
    problem: expect.stringContaining('redirects from https to http'),
  })
  expect(check('https://user:pass@files.example.com/', false, from)).toEqual({
    problem: expect.stringContaining('user name or password'),
  })
  expect(check('../c', false, from)).toMatchObject({
    url: { href: 'https://files.example.com/c' },
  })
  expect(check('//169.254.169.254/latest', true, from)).toEqual({
    problem: expect.stringContaining('metadata'),
  })
})

test.each([
  ['1.1.1.1', 'public'],
  ['2606:4700:4700::1111', 'public'],
  ['64:ff9b::101:101', 'public'],
  ['2002:101:101::', 'public'],
  ['nonsense', 'private'],
  ['', 'private'],
  ['fe80::1%eth0', 'private'],
])('%s is %s', (address, kind) => {
  expect(addressKind(address)).toBe(kind)
})

test('C331 with a list of hosts only those are fetched, in whatever spelling', () => {
  const listed = { ...rules(false), allowedHosts: ['api.example', '2606:4700::1'] }
  for (const url of ['https://API.EXAMPLE./', 'https://ａpi.example/', 'https://[2606:4700::1]/'])
    expect(checkUrl(url, listed, null)).toHaveProperty('url')
  expect(checkUrl('https://sub.api.example/', listed, null)).toEqual({
    problem: 'sub.api.example is not among the hosts that are allowed',
  })
})

test('T-113 one private address among public ones spoils a name', () => {
  expect(checkAddresses('mixed.example', ['93.184.215.14'], rules(false))).toBeNull()
  expect(checkAddresses('mixed.example', ['93.184.215.14', '::1'], rules(false))).toBe(
    'mixed.example is at an address in a private network: ask the operator',
  )
})
