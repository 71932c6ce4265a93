// Which certificates stand for a node.

import type { PeerCertificate } from 'node:tls'
import { expect, test } from 'vitest'
import { instanceUri, isInstance, nodeIdentity } from './node-identity.ts'

const good = {
  serialNumber: '4a',
  subjectaltname: 'URI:urn:rookery:node:7',
  ext_key_usage: ['1.3.6.1.5.5.7.3.2'],
  valid_from: 'Nov 17 01:02:03 2026 GMT',
}
const identityOf = (change: object) => nodeIdentity({ ...good, ...change } as unknown as PeerCertificate)

test('T-099 a client certificate with the one name of a node is that node', () => {
  const certificateValidFromMs = Date.UTC(2026, 10, 17, 1, 2, 3)
  expect(identityOf({})).toEqual({ nodeId: 7, certificateSerial: '4A', certificateValidFromMs })
  expect(identityOf({ valid_from: 'some day' })).toBeNull()
})

test('T-099 other purposes, other names and several names are nobody', () => {
  const changes = [
    { subjectaltname: undefined },
    { subjectaltname: 'URI:urn:rookery:node:7, URI:urn:rookery:node:8' },
    { subjectaltname: 'DNS:urn:rookery:node:7' },
    { subjectaltname: 'URI:urn:rookery:node:07' },
    { subjectaltname: 'URI:urn:rookery:node:-1' },
    { subjectaltname: 'URI:urn:rookery:node:99999999999999999' },
    { ext_key_usage: undefined },
    { ext_key_usage: ['1.3.6.1.5.5.7.3.1'] },
    { ext_key_usage: ['1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.1'] },
    { serialNumber: '' },
    { ca: true },
  ]
  for (const change of changes) expect(identityOf(change)).toBeNull()
  expect(nodeIdentity(undefined)).toBeNull()
})

test('T-099 L13 a certificate of an instance is no node, and one of a node is no instance', () => {
  const instance = { ...good, subjectaltname: `URI:${instanceUri}` } as unknown as PeerCertificate
  expect([isInstance(instance), nodeIdentity(instance)]).toEqual([true, null])
  const changes = [
    { subjectaltname: good.subjectaltname },
    { ca: true },
    { ext_key_usage: ['1.3.6.1.5.5.7.3.1'] },
  ]
  for (const change of changes) {
    expect(isInstance({ ...instance, ...change } as unknown as PeerCertificate)).toBe(false)
  }
  expect(isInstance(undefined)).toBe(false)
})
