import type { AcmeStatus } from '@rookery/contracts/acme-status.ts'
import { expect, test } from 'vitest'
import { type AcmeState, acmeFinding } from './acme-finding-rules.ts'

const order = { domain: 'panel.example.org', directory: 'https://acme.example/dir' }
const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const nowMs = day('2026-11-17')
const issued = { fromMs: day('2026-11-01'), toMs: day('2027-01-30'), isSelfMade: false }
const selfMade = { ...issued, isSelfMade: true }
const status: AcmeStatus = { ...order, issuedAtMs: issued.fromMs, failure: null }
const failed: AcmeStatus = {
  ...status,
  failure: {
    ...{ kind: 'refused', times: 3, problem: 'connection', detail: 'timeout', advice: 'open port 80' },
    atMs: day('2026-11-16'),
    retryAtMs: day('2026-11-18'),
  },
}
const find = (state: Partial<AcmeState>) =>
  acmeFinding(order, { certificate: issued, status, nowMs, ...state })

test('a certificate of the directory is fine until it ends', () => {
  expect(find({})).toMatchObject({
    verdict: 'ok',
    message: 'one that is valid until 2027-01-30, for panel.example.org from https://acme.example/dir',
  })
  expect(find({ nowMs: day('2027-02-01') })).toMatchObject({
    verdict: 'warning',
    message: expect.stringContaining('one that expired on 2027-01-30'),
  })
})

test('a failed order is a warning while the certificate is good, and a problem when it is not', () => {
  const message =
    'the last order for panel.example.org from https://acme.example/dir failed at 2026-11-16 00:00 UTC (connection, timeout); open port 80. The next try is at 2026-11-18 00:00 UTC; in use is '
  expect(find({ status: failed })).toMatchObject({
    verdict: 'warning',
    message: `${message}one that is valid until 2027-01-30`,
  })
  expect(find({ status: failed, certificate: selfMade })).toMatchObject({
    verdict: 'problem',
    message: `${message}a self-made one, which browsers warn of`,
  })
  expect(find({ status: failed, nowMs: day('2027-02-01') }).verdict).toBe('problem')
})

test('before the first order, and what was written for another name', () => {
  expect(find({ certificate: null, status: null })).toMatchObject({
    verdict: 'ok',
    message: expect.stringContaining('at the first start'),
  })
  const ofAnother = { ...failed, domain: 'old.example.org' }
  for (const written of [null, ofAnother]) {
    expect(find({ certificate: selfMade, status: written })).toMatchObject({
      verdict: 'warning',
      message: expect.stringContaining('look again in a minute'),
    })
  }
})
