// Tests of the addresses of a plugin's routes.

import { expect, test } from 'vitest'
import { routeAddress } from './public-address.ts'

test('the address is whole, whatever the path looks like', () => {
  const at = (path: string) => routeAddress('https://panel.example', 3, path)
  expect(at('/')).toBe('https://panel.example/api/plugins/3/http/')
  expect(at('')).toBe('https://panel.example/api/plugins/3/http/')
  expect(at('/status.json')).toBe('https://panel.example/api/plugins/3/http/status.json')
  expect(at('/files/*')).toBe('https://panel.example/api/plugins/3/http/files/')
})
