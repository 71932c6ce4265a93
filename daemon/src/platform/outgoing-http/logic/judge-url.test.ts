// Which addresses are fetched: public ones, private ones only where they are allowed, a cloud's metadata never.

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { addressKind } from '@rookery/contracts/internet-address.ts'
import { describe, expect, test } from 'vitest'
import { addressProblem, judgeUrl } from './judge-url.ts'

const vectorFile = resolve(import.meta.dirname, '../../../../../../shared/vectors/ssrf/ssrf-targets.json')
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

function isRefused(text: string, allowed: boolean): boolean {
  const verdict = judgeUrl(text, allowed, null)
  if ('problem' in verdict) return true
  const address = known[verdict.url.hostname]
  return address !== undefined && addressProblem(verdict.url.hostname, address, allowed) !== null
}

describe.skipIf(targets.length === 0)('T-113 the list of targets', () => {
  // http is allowed here: game downloads without TLS exist.
  test.for(targets.filter(({ url }) => !url.startsWith('http:')))('$expect $url: $why', target => {
    expect(isRefused(target.url, false)).toBe(target.expect.startsWith('block'))
    if (target.expect === 'block-always') expect(isRefused(target.url, true)).toBe(true)
  })
})

test('E2 a private address is refused with what to do about it, and allowed where the operator says so', () => {
  const refused = judgeUrl('http://10.1.2.3/x', false, null)
  expect(refused).toEqual({
    problem:
      '10.1.2.3 is an address in a private network: the operator of the node can allow it in daemon.yaml (downloads.allow_private_addresses)',
  })
  expect(judgeUrl('http://10.1.2.3/x', true, null)).toHaveProperty('url')
  expect(judgeUrl('http://10.1.2.3/x', ['10.0.0.0/8'], null)).toHaveProperty('url')
  expect(judgeUrl('http://[::ffff:10.1.2.3]/x', ['10.0.0.0/8'], null)).toHaveProperty('url')
  expect(judgeUrl('http://10.1.2.3/x', ['10.2.0.0/16'], null)).toHaveProperty('problem')
  expect(judgeUrl('http://169.254.169.254/', ['0.0.0.0/0'], null)).toHaveProperty('problem')
})

test('T-115 a redirect is judged again: no step down to http, no credentials, relative ones stay on the host', () => {
  const from = new URL('https://files.example.com/a/b')
  expect(judgeUrl('http://files.example.com/c', false, from)).toEqual({
    problem: expect.stringContaining('redirects from https to http'),
  })
  expect(judgeUrl('https://user:pass@files.example.com/', false, from)).toEqual({
    problem: expect.stringContaining('user name or password'),
  })
  expect(judgeUrl('../c', false, from)).toMatchObject({
    url: { href: 'https://files.example.com/c' },
  })
  expect(judgeUrl('//169.254.169.254/latest', true, from)).toEqual({
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
])('E2 %s is %s', (address, kind) => {
  expect(addressKind(address)).toBe(kind)
})
