import { expect, test } from 'vitest'
import { createAllowedMethods } from './allowed-methods.ts'

const allowedMethods = createAllowedMethods([
  { method: 'GET', path: '/api/servers' },
  { method: 'POST', path: '/api/servers' },
  { method: 'PUT', path: '/api/servers/{server}' },
  { method: 'GET', path: '/api/servers/link' },
  { method: 'GET', path: '/api/openapi.json' },
  { method: 'GET', path: '/api/plugins/{id}/http/*' },
])

test.each([
  ['/api/servers', ['GET', 'HEAD', 'POST']],
  ['/api/servers/7', ['PUT']],
  ['/api/servers/any%20thing', ['PUT']],
  ['/api/servers/link', ['GET', 'HEAD', 'PUT']],
  ['/api/servers/', []],
  ['/api/servers/7/8', []],
  ['/API/servers', []],
  ['/api/openapi.json', ['GET', 'HEAD']],
  ['/api/openapixjson', []],
  ['/api/plugins/1/http/anything', []],
])('4 (C095) %s takes %s', (path, methods) => {
  expect(allowedMethods(path)).toEqual(methods)
})
