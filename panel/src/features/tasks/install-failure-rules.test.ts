// Tests of what the facts of a failed installation mean.

import type { InstallFailureFacts } from '@rookery/contracts/install-failure.ts'
import { describe, expect, test } from 'vitest'
import { processorMsOf } from '../../../../test-services/processor-time.ts'
import { factsOf, installFailureOf, readFacts } from './install-failure-rules.ts'

const noFacts: InstallFailureFacts = {
  ...{ action: 'install', step: 'Downloading', reason: null, error_code: '', http_status: null, subject: '' },
  ...{ exit_code: null, out_of_memory: false, last_lines: [] },
}
const kindFor = (facts: Partial<InstallFailureFacts>, message = '') =>
  installFailureOf({ ...noFacts, ...facts }, message).kind

describe('what the node knows for certain', () => {
  test.each([
    [{ error_code: 'ENOTFOUND' }, 'no-dns'],
    [{ error_code: 'EAI_AGAIN' }, 'no-dns'],
    [{ error_code: 'ENETUNREACH' }, 'no-internet'],
    [{ error_code: 'EHOSTUNREACH' }, 'no-internet'],
    [{ error_code: 'ECONNREFUSED' }, 'refused'],
    [{ error_code: 'ECONNRESET' }, 'cut-off'],
    [{ error_code: 'UND_ERR_CONNECT_TIMEOUT' }, 'timeout'],
    [{ error_code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'tls'],
    [{ error_code: 'CERT_HAS_EXPIRED' }, 'tls'],
    [{ error_code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'tls'],
    [{ error_code: 'ENOSPC' }, 'no-space'],
    [{ error_code: 'EDQUOT', reason: 'no-space' }, 'quota'],
    [{ http_status: 404 }, 'not-found'],
    [{ http_status: 410 }, 'not-found'],
    [{ http_status: 403 }, 'denied'],
    [{ http_status: 407 }, 'proxy'],
    [{ http_status: 429 }, 'host-broken'],
    [{ http_status: 503 }, 'host-broken'],
    [{ reason: 'checksum' }, 'checksum'],
    [{ reason: 'download-limit' }, 'quota'],
    [{ reason: 'no-space' }, 'no-space'],
    [{ reason: 'address' }, 'not-allowed'],
    [{ reason: 'missing-program', subject: 'SteamCMD' }, 'missing-program'],
    [{ reason: 'engine' }, 'engine-down'],
    [{ reason: 'port' }, 'port-in-use'],
    [{ reason: 'archive' }, 'archive-damaged'],
    [{ reason: 'canceled' }, 'canceled'],
    [{ reason: 'interrupted' }, 'interrupted'],
    [{ out_of_memory: true, exit_code: 137 }, 'out-of-memory'],
    [{ exit_code: 127 }, 'missing-program'],
    [{ exit_code: 3 }, 'script-failed'],
    [{}, 'unknown'],
  ] satisfies [Partial<InstallFailureFacts>, string][])('%o is %s', (facts, kind) => {
    expect(kindFor(facts)).toBe(kind)
  })

  test('it outweighs what was printed', () => {
    const last_lines = ['curl: (6) Could not resolve host: a.example']
    const facts = { ...noFacts, reason: 'checksum', last_lines } as const
    expect(installFailureOf(facts, '')).toMatchObject({ kind: 'checksum', line: null })
  })

  test.each([
    ['the image a/b:1 could not be fetched: manifest unknown', 'image-missing'],
    ["pull access denied for a, repository does not exist or may require 'docker login'", 'image-missing'],
    ['unauthorized: authentication required', 'image-denied'],
    ['dial tcp: lookup registry.example: no such host', 'no-dns'],
    ['write /var/lib/docker/tmp/x: no space left on device', 'no-space'],
    ['x509: certificate signed by unknown authority', 'tls'],
    ['toomanyrequests: You have reached your pull rate limit', 'host-broken'],
    ['something else', 'image-missing'],
  ])('an image: %s is %s', (message, kind) => {
    expect(kindFor({ reason: 'image', subject: 'a/b:1' }, message)).toBe(kind)
  })
})

describe('what a script printed', () => {
  test.each([
    ['curl: (6) Could not resolve host: files.example.com', 'no-dns', 'files.example.com'],
    ['fatal: unable to access: SSL certificate problem: certificate has expired', 'tls', null],
    ['wget: server returned error: HTTP/1.1 404 Not Found', 'not-found', null],
    ['curl: (22) The requested URL returned error: 503', 'host-broken', null],
    ['curl: (7) Failed to connect to 10.0.0.1 port 80: Connection refused', 'refused', null],
    ['curl: (56) Received HTTP code 407 from proxy: Proxy Authentication Required', 'proxy', null],
    ['cp: error writing a: No space left on device', 'no-space', null],
    ['cp: error writing a: Disk quota exceeded', 'quota', null],
    ['/mnt/install/install.sh: line 3: unzip: command not found', 'missing-program', 'unzip'],
    ['You need to agree to the EULA in order to run the server.', 'eula', null],
    ['Error: listen EADDRINUSE: address already in use 0.0.0.0:25565', 'port-in-use', '25565'],
    ['java.lang.UnsupportedClassVersionError: class file version 65.0', 'wrong-java', null],
    ['java.lang.OutOfMemoryError: Java heap space', 'out-of-memory', null],
    ['gzip: stdin: not in gzip format', 'archive-damaged', null],
    ['sha256sum: WARNING: 1 computed checksum did NOT match', 'checksum', null],
  ])('%s is %s', (line, kind, subject) => {
    const facts = {
      ...noFacts,
      exit_code: 1,
      last_lines: ['begin', line, 'tar: Exiting with failure status'],
    }
    expect(installFailureOf(facts, 'the script ended with exit code 1')).toMatchObject({
      kind,
      line,
      subject,
    })
  })

  test('the first trouble is the cause, what comes after follows from it', () => {
    const last_lines = ['curl: (6) Could not resolve host: a.example', 'sh: 4: unzip: not found']
    expect(installFailureOf({ ...noFacts, exit_code: 1, last_lines }, '')).toMatchObject({
      kind: 'no-dns',
      line: last_lines[0],
      code: '1',
    })
  })

  test('without a known trouble its last line is the one to read', () => {
    expect(installFailureOf({ ...noFacts, exit_code: 3, last_lines: ['a', 'oh no'] }, '')).toMatchObject({
      kind: 'script-failed',
      line: 'oh no',
      code: '3',
    })
  })

  test('no line makes a pattern stall', () => {
    const hostile = ['a'.repeat(500), '-'.repeat(500), 'a.'.repeat(250), 'a: '.repeat(160), '\t '.repeat(250)]
    const tookMs = processorMsOf(() => {
      for (let round = 0; round < 200; round += 1) kindFor({ exit_code: 1, last_lines: hostile }, hostile[2])
    })
    expect(tookMs).toBeLessThan(5_000)
  })
})

describe('an older daemon, which sends words alone', () => {
  test.each([
    ['Downloading: files.example cannot be reached (ENOTFOUND)', 'no-dns'],
    ['Downloading: files.example: the server answers 404 (there is nothing at this address)', 'not-found'],
    [
      'Downloading: the file from files.example is not the expected one: its checksum differs from sha1:1',
      'checksum',
    ],
    ['Unpacking: there is no space left on the node: free some and install again', 'no-space'],
    ['the daemon was restarted during the installation: install again', 'interrupted'],
    ['the installation was canceled: install again', 'canceled'],
    ['who knows', 'unknown'],
  ])('%s is %s', (message, kind) => {
    expect(installFailureOf(null, message, 'update')).toMatchObject({ kind, action: 'update', step: null })
  })
})

test('what a node reports is bounded, and what is not known is left out', () => {
  const reported = {
    action: 'paint',
    step: 'x'.repeat(2_000),
    reason: 'new',
    errorCode: 'E',
    subject: '\u001b[31mred',
  }
  const facts = factsOf({ ...reported, outOfMemory: false, lastLines: Array(100).fill('é'.repeat(900)) })
  expect(facts).toMatchObject({ action: 'install', reason: null, subject: 'red', http_status: null })
  expect(facts.step).toHaveLength(500)
  expect(facts.last_lines).toHaveLength(30)
  expect(readFacts(JSON.stringify(facts))).toEqual(facts)
  expect(readFacts('{}')).toBeNull()
})
