import { describe, expect, test } from 'vitest'
import { processorMsOf } from '../../../../test-services/processor-time.ts'
import { describeDevice } from './device-rules.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('the device of a user agent', () => {
  test.each([
    [`${windows} ${webkit} Chrome/131.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
    [`${windows} ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge', 'Windows'],
    [`${windows} ${webkit} Chrome/131.0.0.0 Safari/537.36 OPR/115.0.0.0`, 'Opera', 'Windows'],
    [`${windows.slice(0, -1)}; rv:132.0) Gecko/20100101 Firefox/132.0`, 'Firefox', 'Windows'],
    [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, 'Safari', 'macOS'],
    [`${mac} ${webkit} Chrome/131.0.0.0 Safari/537.36`, 'Chrome', 'macOS'],
    [`${iPhone} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
    [`${iPhone} CriOS/131.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
    [`${iPhone} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone'],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPad',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webkit} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
    ],
    ['Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 'Firefox', 'Android'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/131.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/131.0.0.0 Safari/537.36`,
      'Chrome',
      'ChromeOS',
    ],
    ['curl/8.5.0', 'curl', null],
    ['python-requests/2.32.3', 'python-requests', null],
    ['node', 'node', null],
    ['Wget/1.21.4 (linux-gnu)', 'Wget', null],
    [`${windows} something new`, null, 'Windows'],
    ['Mozilla/5.0', null, null],
    ['', null, null],
    ['<script>alert(1)</script>', null, null],
    ['ﾃ漢字', null, null],
    ['x'.repeat(500), null, null],
  ])('%s', (userAgent, browser, system) => {
    expect(describeDevice(userAgent)).toEqual({ browser, system })
  })

  test('is found in no time for hostile text', () => {
    const hostile = `Mozilla/5.0 ${'Version/1 '.repeat(5_000)}`
    const tookMs = processorMsOf(() => {
      expect(describeDevice(hostile)).toEqual({ browser: null, system: null })
    })
    expect(tookMs).toBeLessThan(1_000)
  })
})
