// How many requests were answered and how long that took, by route: no more series than there are routes.

import { type MetricFamily, type Sample, writeLabels } from './logic/exposition.ts'

export interface AnsweredRequest {
  /** The path of the route with its placeholders; null where there is none. */
  route: string | null
  method: string
  status: number
  seconds: number
}

interface RouteFigures {
  method: string
  route: string
  byCode: Map<string, number>
  /** One for each bound, and one for what took longer. */
  counts: number[]
  sumSeconds: number
}

export const secondsBounds = [0.005, 0.025, 0.1, 0.5, 2.5, 10] as const
/** What has no route: its method is a stranger's choice. */
const other = 'other'

export function createHttpFigures() {
  const routes = new Map<string, RouteFigures>()

  function figuresOf({ route, method }: AnsweredRequest): RouteFigures {
    // HEAD is a GET without a body: told apart, it would double the series.
    const told = method === 'HEAD' ? 'GET' : method
    const labels = route === null ? { method: other, route: other } : { method: told, route }
    const key = `${labels.method} ${labels.route}`
    const known = routes.get(key)
    if (known) return known
    const counts = Array.from({ length: secondsBounds.length + 1 }, () => 0)
    const fresh = { ...labels, byCode: new Map<string, number>(), counts, sumSeconds: 0 }
    routes.set(key, fresh)
    return fresh
  }

  return {
    count(request: AnsweredRequest): void {
      const figures = figuresOf(request)
      const code = `${Math.floor(request.status / 100)}xx`
      figures.byCode.set(code, (figures.byCode.get(code) ?? 0) + 1)
      const at = secondsBounds.findIndex(bound => request.seconds <= bound)
      const bucket = at === -1 ? secondsBounds.length : at
      figures.counts[bucket] = (figures.counts[bucket] ?? 0) + 1
      figures.sumSeconds += request.seconds
    },
    families(): MetricFamily[] {
      const all = [...routes.values()]
      return [
        {
          name: 'rookery_http_requests_total',
          help: 'Answered requests by route and kind of status.',
          type: 'counter',
          samples: all.flatMap(({ method, route, byCode }) =>
            [...byCode].map(([code, value]) => ({ labels: writeLabels({ method, route, code }), value })),
          ),
        },
        {
          name: 'rookery_http_request_duration_seconds',
          help: 'How long requests took until the last byte was sent.',
          type: 'histogram',
          samples: all.flatMap(durationSamples),
        },
      ]
    },
  }
}

function durationSamples({ method, route, counts, sumSeconds }: RouteFigures): Sample[] {
  let sum = 0
  const buckets = counts.map((count, at): Sample => {
    sum += count
    const le = secondsBounds[at] === undefined ? '+Inf' : String(secondsBounds[at])
    return { part: '_bucket', labels: writeLabels({ method, route, le }), value: sum }
  })
  const labels = writeLabels({ method, route })
  return [...buckets, { part: '_sum', labels, value: sumSeconds }, { part: '_count', labels, value: sum }]
}
