// Files of ACME on a real disk: private, replaced whole, and what cannot be used is no certificate.

import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAcmeFiles } from './acme-files.ts'
import { createSelfMadeCertificate } from './self-made-certificate.ts'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'rookery-acme-')), 'acme')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

test('a self-made certificate is one that a server can use, for the name and for 90 days', () => {
  const files = openAcmeFiles(folder)
  expect(files.readCertificate()).toBeNull()
  const nowMs = Date.UTC(2026, 10, 17)
  const longName = `${'a'.repeat(60)}.panel.example.org`
  for (const name of ['panel.example.org', longName]) {
    const { keyPem, chainPem } = createSelfMadeCertificate(name, nowMs)
    files.writeCertificate(keyPem, chainPem)
    const certificate = files.readCertificate()
    expect(certificate?.checkHost(name)).toBe(name)
    expect(certificate?.issuer).toBe(certificate?.subject)
    expect(certificate?.validToDate.getTime()).toBe(nowMs + 90 * 86_400_000)
  }
})

test('a damaged certificate, or one with the key of another, counts as none', () => {
  const files = openAcmeFiles(folder)
  const [one, other] = [createSelfMadeCertificate('a.example', 0), createSelfMadeCertificate('a.example', 0)]
  files.writeCertificate(one.keyPem, other.chainPem)
  expect(files.readCertificate()).toBeNull()
  writeFileSync(files.certificateFile, 'half of it')
  expect(files.readCertificate()).toBeNull()
})

test('the account key is made once, files are for their owner alone, and nothing is left beside them', () => {
  const files = openAcmeFiles(folder)
  const key = files.accountKey()
  expect(openAcmeFiles(folder).accountKey()).toBe(key)
  const status = { domain: 'a.example', directory: 'https://acme.example', issuedAtMs: 1, failure: null }
  files.writeStatus(status)
  expect(files.readStatus()).toEqual(status)
  writeFileSync(join(folder, 'status.json'), '{')
  expect(files.readStatus()).toBeNull()
  expect(readdirSync(folder).toSorted()).toEqual(['account.pem', 'status.json'])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
})
