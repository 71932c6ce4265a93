import { expect, test } from 'vitest'
import { challengeToken, secureAddress } from './plain-request.ts'

const origin = 'https://panel.example.org:8443'

test.each([
  ['/', `${origin}/`],
  ['/servers/1?x=a b', `${origin}/servers/1?x=a%20b`],
  ['//evil.example/x', `${origin}//evil.example/x`],
  ['/\\evil.example', `${origin}//evil.example`],
  ['http://evil.example/x', `${origin}/`],
  ['@evil.example', `${origin}/`],
  ['.evil.example/', `${origin}/`],
  ['*', `${origin}/`],
])('%s is sent to the configured address', (target, address) => {
  expect(secureAddress(origin, target)).toBe(address)
  const usualPort = 'https://panel.example.org'
  expect(secureAddress(usualPort, target)).toBe(address.replace(origin, usualPort))
})

test.each([
  ['/.well-known/acme-challenge/a-B_9', 'a-B_9'],
  ['/.well-known/acme-challenge/', ''],
  ['/.well-known/acme-challenge/a/b', ''],
  ['/.well-known/acme-challenge/a?b', ''],
  [`/.well-known/acme-challenge/${'a'.repeat(129)}`, ''],
  ['/.well-known/other', null],
  ['/', null],
])('the token in %s', (target, token) => {
  expect(challengeToken(target)).toBe(token)
})
