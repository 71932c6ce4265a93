import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readExposition } from '../../../../test/prometheus/read-exposition.ts'
import { type MetricFamily, single, writeExposition, writeLabels } from './exposition.ts'

const named = (name: string): MetricFamily => ({
  name: 'rookery_named',
  help: 'A thing with a name.',
  type: 'gauge',
  samples: [{ labels: writeLabels({ id: 7, name }), value: 1 }],
})

describe('the text format of Prometheus', () => {
  test('is written as it is specified', () => {
    const families: MetricFamily[] = [
      single('rookery_things_total', 'counter', 'Things so far.', 12),
      { name: 'rookery_empty', type: 'gauge', help: 'Without a sample.', samples: [] },
      {
        name: 'rookery_took_seconds',
        type: 'histogram',
        help: 'How long it took.',
        samples: [
          { part: '_bucket', labels: writeLabels({ le: '0.5' }), value: 1 },
          { part: '_bucket', labels: writeLabels({ le: '+Inf' }), value: 2 },
          { part: '_sum', labels: '', value: 1.25 },
          { part: '_count', labels: '', value: 2 },
        ],
      },
    ]
    expect(writeExposition(families)).toBe(
      [
        '# HELP rookery_things_total Things so far.',
        '# TYPE rookery_things_total counter',
        'rookery_things_total 12',
        '# HELP rookery_took_seconds How long it took.',
        '# TYPE rookery_took_seconds histogram',
        'rookery_took_seconds_bucket{le="0.5"} 1',
        'rookery_took_seconds_bucket{le="+Inf"} 2',
        'rookery_took_seconds_sum 1.25',
        'rookery_took_seconds_count 2',
        '',
      ].join('\n'),
    )
  })

  test.each([
    [0.1, '0.1'],
    [1e21, '1e+21'],
    [Number.POSITIVE_INFINITY, '+Inf'],
    [Number.NEGATIVE_INFINITY, '-Inf'],
    [Number.NaN, 'NaN'],
  ])('writes %d as %s', (value, written) =>
    expect(writeExposition([single('rookery_value', 'gauge', 'A value.', value)])).toContain(
      `\nrookery_value ${written}\n`,
    ),
  )

  test.each([
    ['Wolfpack "survival"', String.raw`Wolfpack \"survival\"`],
    [String.raw`C:\games`, String.raw`C:\\games`],
    ['two\nlines', String.raw`two\nlines`],
    ['two\r\nlines', `two\uFFFD${String.raw`\nlines`}`],
    ['ends\0here', 'ends\uFFFDhere'],
    ['Жук 甲虫 🐞', 'Жук 甲虫 🐞'],
    ['half a \uD83D character', 'half a \uFFFD character'],
    ['x"} 1\nrookery_forged 1', String.raw`x\"} 1\nrookery_forged 1`],
  ])('the name %j cannot leave its label', (name, written) => {
    expect(writeLabels({ name })).toBe(`{name="${written}"}`)
  })

  test('whatever a name is, one sample is read, with no other label', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), name => {
        const { samples } = readExposition(writeExposition([named(name)]))
        expect(samples).toHaveLength(1)
        expect(Object.keys(samples[0]?.labels ?? {})).toEqual(['id', 'name'])
      }),
    )
  })

  test('a name without control characters is read as it is, up to 200 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), name => {
        const readable = name.replaceAll(/\p{Cc}/gu, '')
        const [sample] = readExposition(writeExposition([named(readable)])).samples
        expect(sample?.labels.name).toBe(Array.from(readable).slice(0, 200).join(''))
      }),
    )
    const [long] = readExposition(writeExposition([named('🐞'.repeat(5_000))])).samples
    expect(long?.labels.name).toBe('🐞'.repeat(200))
  })
})
