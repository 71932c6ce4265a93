// The server that is measured, as its own process: one answer behind three rules, recognized by the real panel.

import type { AddressInfo } from 'node:net'
import { endpoint } from '@rookery/contracts/http/endpoint.ts'
import * as z from 'zod'
import { type AccessRule, anyone, loginSession, signedIn } from '../../panel/src/platform/http/access-rule.ts'
import {
  addRoutes,
  createHttpServer,
  type HttpServerOptions,
} from '../../panel/src/platform/http/http-server.ts'
import { route } from '../../panel/src/platform/http/route.ts'
import { createLog } from '../../panel/src/platform/log.ts'
import { startTestPanel } from '../../panel/test/start-test-panel.ts'
import { createToken } from '../../panel/test/tokens/people.ts'

export interface Measured {
  port: number
  sessionToken: string
  personalAccessToken: string
}

const answer = {
  id: 1,
  login: 'admin',
  name: 'Administrator',
  roles: ['admin'],
  language: 'en',
  is_admin: true,
}

const panel = await startTestPanel()
// What is remembered must end here as it does in a running panel.
const clock = setInterval(() => {
  panel.clock.nowMs = Date.now()
}, 10)

const options: HttpServerOptions = {
  log: createLog('info', { write: () => {} }),
  authenticate: panel.app.authenticate,
  spendShortLivedToken: async () => {
    throw new Error('no measured route takes one')
  },
  authorize: panel.app.authorize,
  denied: () => {},
  clientIpHeader: null,
  answerHeaders: () => ({ 'x-content-type-options': 'nosniff' }),
}
const http = await createHttpServer(options)
const answering = (path: string, access: AccessRule) =>
  route(endpoint({ method: 'GET', path, summary: path, answer: z.looseObject({}) }), access, () => answer)
addRoutes(http, options, [
  answering('/open', anyone),
  answering('/for-sessions', loginSession()),
  answering('/for-tokens', signedIn('server:list')),
])
await http.listen({ host: '127.0.0.1', port: 0 })

const sessionToken = await panel.signIn()
const personalAccessToken = await createToken(panel, sessionToken)
const { port } = http.server.address() as AddressInfo
process.send?.({ port, sessionToken, personalAccessToken } satisfies Measured)

async function stop(): Promise<never> {
  clearInterval(clock)
  await http.close()
  await panel.stop()
  process.exit(0)
}
process.once('disconnect', () => void stop())
