// The plugin: what it does when something happens, and what it answers when somebody asks.

import { Json, load, log, onEvent, onRequest, Request, Response, save } from './sdk'

export { abi_version, alloc, call } from './sdk'

onEvent((event: Json): void => {
  if (event.get('state').asText() != 'crashed') return
  const count = I32.parseInt('0' + load('crashes')) + 1
  save('crashes', count.toString())
  log(event.get('server').get('name').asText() + ' has crashed')
})

onRequest((_request: Request): Response => {
  const count = I32.parseInt('0' + load('crashes'))
  return Response.json(Json.object().setNumber('crashes', count))
})
