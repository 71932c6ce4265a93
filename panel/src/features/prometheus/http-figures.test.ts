import { describe, expect, test } from 'vitest'
import { readExposition } from '../../../test/prometheus/read-exposition.ts'
import { createHttpFigures } from './http-figures.ts'
import { writeExposition } from './logic/exposition.ts'

const read = (figures: ReturnType<typeof createHttpFigures>) =>
  readExposition(writeExposition(figures.families()))

describe('requests by route', () => {
  test('are counted by kind of status, and their time by bounds that hold each other', () => {
    const figures = createHttpFigures()
    const request = { method: 'GET', route: '/api/servers/{server}' }
    figures.count({ ...request, status: 200, seconds: 0.005 })
    figures.count({ ...request, status: 204, seconds: 0.0051 })
    figures.count({ ...request, status: 404, seconds: 60 })
    const { of } = read(figures)
    const counts = (code: string) =>
      of('rookery_http_requests_total', { ...request, code }).map(({ value }) => value)
    expect([counts('2xx'), counts('4xx'), counts('5xx')]).toEqual([[2], [1], []])
    const buckets = of('rookery_http_request_duration_seconds_bucket', request)
    expect(buckets.map(({ labels, value }) => [labels.le, value])).toEqual([
      ['0.005', 1],
      ['0.025', 2],
      ['0.1', 2],
      ['0.5', 2],
      ['2.5', 2],
      ['10', 2],
      ['+Inf', 3],
    ])
    expect(of('rookery_http_request_duration_seconds_count')[0]?.value).toBe(3)
    expect(of('rookery_http_request_duration_seconds_sum')[0]?.value).toBeCloseTo(60.0101)
  })

  test('HEAD counts as GET', () => {
    const figures = createHttpFigures()
    for (const method of ['GET', 'HEAD'])
      figures.count({ method, route: '/api/servers', status: 200, seconds: 0.001 })
    const { of } = read(figures)
    expect(of('rookery_http_requests_total').map(({ labels, value }) => [labels.method, value])).toEqual([
      ['GET', 2],
    ])
  })

  test('a stranger who asks for what is not there makes no series of their own', () => {
    const figures = createHttpFigures()
    for (let at = 0; at < 1_000; at++)
      figures.count({ method: `M${at}`, route: null, status: 404, seconds: 0.001 })
    const { samples } = read(figures)
    expect(samples.filter(({ name }) => name === 'rookery_http_requests_total')).toEqual([
      {
        name: 'rookery_http_requests_total',
        labels: { method: 'other', route: 'other', code: '4xx' },
        value: 1_000,
      },
    ])
  })
})
