// The script and the archives as strangers get them over HTTP.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installIdOf } from '@rookery/contracts/daemon/enrollment-key.ts'
import { readNodeInstall } from '@rookery/contracts/http/node-install.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChannel } from '../../../test/access/open-channel.ts'
import { codeOf, startTestPanel, type TestPanel } from '../../../test/start-test-panel.ts'
import { writeProgramFolder } from './program-in-test.ts'

const archiveName = (architecture: string) => `rookery-daemon-1.2.3-linux-${architecture}.tar.gz`
const largeBytes = 40 * 1024 ** 2

let folder: string
let panel: TestPanel
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-install-'))
  writeProgramFolder(folder)
  // Both delivered: packing has tests of its own.
  mkdirSync(join(folder, 'daemons'))
  writeFileSync(join(folder, 'daemons', archiveName('x64')), 'for x64')
  writeFileSync(join(folder, 'daemons', archiveName('arm64')), Buffer.alloc(largeBytes))
  panel = await startTestPanel({ programFolder: folder })
})
afterAll(async () => {
  await panel.stop()
  rmSync(folder, { recursive: true, force: true })
})

const sumOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

describe('the install routes', () => {
  test('give the script with the address of the panel, whatever the request calls it', async () => {
    const answer = await panel.request('GET', '/install/daemon', {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/x-shellscript; charset=utf-8',
    ])
    expect(answer.text).toContain("\nPANEL_URL='http://localhost:8025'\nDAEMON_VERSION='1.2.3'\n")
    expect(answer.text).toContain(`\nDAEMON_SHA256_X64='${sumOf('for x64')}'\n`)
    expect(answer.text).not.toContain('evil.example')
  })

  test('give an archive and its sum, and nothing else of the folder', async () => {
    const archive = await panel.request('GET', `/install/daemon/${archiveName('x64')}`)
    expect([archive.status, archive.text]).toEqual([200, 'for x64'])
    const sum = await panel.request('GET', `/install/daemon/${archiveName('x64')}.sha256`)
    expect(sum.text).toBe(`${sumOf('for x64')}  ${archiveName('x64')}\n`)
    for (const name of ['rookery-daemon-1.2.3-linux-s390x.tar.gz', '..%2f..%2fpackage.json', 'files.json'])
      expect((await panel.request('GET', `/install/daemon/${name}`)).status).toBe(404)
  })

  test('tell administrators the sum of the very script, and what stands in the way', async () => {
    const sessionToken = await panel.signIn()
    const answer = await panel.request('GET', readNodeInstall.path, { sessionToken })
    const script = await panel.request('GET', '/install/daemon')
    expect(readNodeInstall.answer.parse(answer.json)).toEqual({
      script_url: 'http://localhost:8025/install/daemon',
      script_sha256: sumOf(script.text),
      over_tls: false,
      obstacles: ['local_name', 'http_loopback', 'grpc_loopback'],
      missing: [],
    })
  })

  test('send few archives at once to one address, and more when these are done', async () => {
    const sockets = await Promise.all(Array.from({ length: 4 }, openDownload))
    const path = `/install/daemon/${archiveName('arm64')}`
    const refused = await panel.request('GET', path)
    expect([refused.status, codeOf(refused), refused.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '5',
    ])
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await fetchLength(path)) === largeBytes, { timeout: 30_000 }).toBe(true)
  })

  test('send the archive to one address so many times an hour and no more', async () => {
    const path = `/install/daemon/${archiveName('x64')}`
    const statuses = new Set<number>()
    for (let tries = 0; tries < 200 && !statuses.has(503); tries += 1)
      statuses.add((await panel.request('GET', path)).status)
    expect([...statuses]).toEqual([200, 503])
    panel.clock.nowMs += 60 * 60_000 + 1
    expect((await panel.request('GET', path)).status).toBe(200)
  })
})

describe('5.6 the progress of an installation', () => {
  test('goes to administrators who listen, by an id that only the holder of the key can make', async () => {
    const sessionToken = await panel.signIn()
    const node = await panel.request('POST', '/api/nodes', { sessionToken, body: { name: 'garage' } })
    const { id } = node.json as { id: number }
    const issued = await panel.request('POST', `/api/nodes/${id}/enrollment`, { sessionToken })
    const { key } = issued.json as { key: string }
    const stranger = await createPerson('progress-nobody')
    const [seen, hidden] = [await listen(sessionToken), await listen(stranger)]
    const report = (body: object) => panel.request('POST', '/api/nodes/install/progress', { body })
    expect((await report({ id: installIdOf(key), step: 'downloaded' })).status).toBe(204)
    expect((await report({ id: installIdOf(key), step: 'failed', problem: 'no room' })).status).toBe(204)
    await expect
      .poll(() => seen)
      .toEqual([
        { id, step: 'downloaded', problem: null },
        { id, step: 'failed', problem: 'no room' },
      ])
    expect(hidden).toEqual([])
    expect((await report({ id: '0'.repeat(64), step: 'enrolled' })).status).toBe(404)
    expect((await report({ id: installIdOf(key), step: 'taken over' })).status).toBe(422)
  })

  async function createPerson(login: string): Promise<string> {
    const sessionToken = await panel.signIn()
    const body = { login, password: 'somebody else entirely' }
    await panel.request('POST', '/api/users', { sessionToken, body })
    return panel.signIn(body)
  }

  async function listen(sessionToken: string): Promise<unknown[]> {
    const { socket } = await openChannel(panel, sessionToken, '/api/ws/events')
    const heard: unknown[] = []
    socket.on('message', (data: Buffer) => {
      const { type, payload } = JSON.parse(data.toString()) as { type: string; payload: unknown }
      if (type === 'event.node-install') heard.push(payload)
    })
    return heard
  }
})

/** A client that asks for the large archive and reads nothing but its beginning. */
function openDownload(): Promise<Socket> {
  const { port } = new URL(panel.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.once('error', reject)
    socket.once('readable', () => resolve(socket))
    socket.write(`GET /install/daemon/${archiveName('arm64')} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  })
}

async function fetchLength(path: string): Promise<number> {
  const answer = await fetch(`${panel.url}${path}`)
  return answer.ok ? (await answer.arrayBuffer()).byteLength : 0
}

test('shellcheck has nothing to say against the scripts', context => {
  const checked = spawnSync('shellcheck', ['--shell=sh', 'install.sh', 'launcher.sh', 'rookery.sh'], {
    cwd: join(import.meta.dirname, '../../../../daemon/install'),
    encoding: 'utf8',
  })
  if (checked.error) return context.skip('shellcheck is not installed')
  expect([checked.status, checked.stdout]).toEqual([0, ''])
})
