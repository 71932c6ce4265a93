// Tests of the ready call.

import { type TokenAbility, tokenAbilities } from '@rookery/contracts/token-abilities.ts'
import { expect, test } from 'vitest'
import { curlExample } from './curl-example.ts'

const example = (...abilities: TokenAbility[]) => curlExample('https://panel.test', '7|abc', abilities)

test('5.2.3 the whole value is sent, the bar safe from the shell', () => {
  expect(example('server:start', 'server:list')).toBe(
    "curl -H 'Authorization: Bearer 7|abc' 'https://panel.test/api/servers'",
  )
  expect(curlExample('https://p', "7|a'b", ['server:list'])).toContain("'Authorization: Bearer 7|a'\\''b'")
})

test('5.2 the call is one that the abilities allow', () => {
  expect(example('server:stop')).toBe(
    "curl -X POST -H 'Authorization: Bearer 7|abc' 'https://panel.test/api/servers/1/stop'",
  )
  expect(example('admin:server:create')).toContain('-d \'{"name"')
  const calls = (Object.keys(tokenAbilities) as TokenAbility[]).map(ability => example(ability))
  expect(new Set(calls).size).toBe(calls.length)
})
