// The one address that a Prometheus asks: closed to everybody else, also to administrators.

import { endpoint } from '@rookery/contracts/http/endpoint.ts'
import { anyone } from '../../platform/http/access-rule.ts'
import { bearerTokenOf } from '../../platform/http/request-facts.ts'
import { byteRoute, type Route } from '../../platform/http/route.ts'
import { sendCompressed } from '../../platform/http/send-compressed.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { expositionType } from './logic/exposition.ts'
import type { ScrapeRefusal } from './logic/scrape-access.ts'

export const readMetrics = endpoint({
  method: 'GET',
  path: '/metrics',
  summary: 'What Prometheus reads of this panel, its nodes and its servers',
  bytes: { answer: 'text/plain' },
  status: 200,
  isOutsideApi: true,
})

interface PrometheusRoutesDeps {
  /** Why a scrape with this token, from this address, is refused; null: it is not. */
  refusal(scrape: { token: string | null; address: string }): ScrapeRefusal | null
  write(): Promise<string>
}

export function prometheusRoutes({ refusal, write }: PrometheusRoutesDeps): Route[] {
  return [
    // What opens it is no credential of the panel: the rule lets in whom `refusal` then looks at.
    byteRoute(readMetrics, anyone, async ({ request }, { incoming, reply }) => {
      const bearer = bearerTokenOf(incoming)
      const token = bearer === null || bearer === 'broken' ? null : bearer.token
      const refused = refusal({ token, address: request.trustedIp })
      if (refused === 'address') {
        throw new PanelError('forbidden', {
          message: `${request.trustedIp} may not read the metrics of this panel: PROMETHEUS_ALLOW does not name it`,
        })
      }
      if (refused === 'token') {
        throw new PanelError('not_signed_in', {
          message: 'send the token of PROMETHEUS_TOKEN as Authorization: Bearer',
          headers: { 'www-authenticate': 'Bearer' },
        })
      }
      reply.type(expositionType).header('cache-control', 'no-store')
      return sendCompressed(await write(), reply.request, reply)
    }),
  ]
}
