// What the panel fills into the script, and what it knows to stand in the way.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fillScript, findObstacles } from './install-script-rules.ts'

const template = readFileSync(join(import.meta.dirname, '../../../../daemon/install/install.sh'), 'utf8')
const values = {
  PANEL_URL: 'https://panel.example',
  DAEMON_VERSION: '1.2.3',
  DAEMON_SHA256_X64: 'a'.repeat(64),
  DAEMON_SHA256_ARM64: '',
}

describe('the install script', () => {
  test('has the values of the panel, and whatever stands in them stays text', () => {
    const hostile = `https://p/'; touch /tmp/x; echo '$(id) $& \``
    const filled = fillScript(template, { ...values, PANEL_URL: hostile })
    const shown = filled.replace(/\nmain "\$@"\n$/, '\nprintf %s "$PANEL_URL|$DAEMON_VERSION"\n')
    expect(execFileSync('sh', { input: shown, encoding: 'utf8' })).toBe(`${hostile}|1.2.3`)
  })

  test('of another make is refused', () => {
    expect(() => fillScript('#!/bin/sh\n', values)).toThrow(/has no line PANEL_URL/)
  })
})

describe('what stands in the way of other machines', () => {
  const place = (host: string, httpIp: string, grpcIp: string, proxy = false) =>
    findObstacles({
      http: { bindIp: httpIp, host: { host }, tls: null, forceHttps: proxy },
      grpc: { bindIp: grpcIp },
    })

  test('is told for each setting, and nothing for an open panel', () => {
    expect(place('localhost', '127.0.0.1', '127.0.0.1')).toEqual([
      'local_name',
      'http_loopback',
      'grpc_loopback',
    ])
    expect(place('panel.example', '0.0.0.0', '0.0.0.0')).toEqual([])
    expect(place('127.0.0.1', '::', '::1')).toEqual(['local_name', 'grpc_loopback'])
  })

  test('is not the loopback address behind a proxy on the same machine', () => {
    expect(place('panel.example', '127.0.0.1', '0.0.0.0', true)).toEqual([])
  })
})
