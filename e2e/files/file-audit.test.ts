// Every operation on files leaves one audit line with all of its fields, over HTTP and through SFTP (6.4).

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../daemon/test/sftp/sftp-client.ts'
import { openSftpWorld, type SftpWorld } from '../sftp/sftp-world.ts'
import { waitFor } from '../wait-for.ts'

let sftp: SftpWorld
let person: Awaited<ReturnType<SftpWorld['person']>>
beforeAll(async () => {
  sftp = await openSftpWorld({ inSharedProduct: true })
  person = await sftp.person()
})
afterAll(() => sftp.world.stop())

type Line = Record<string, unknown>
const lines = () =>
  sftp.world.logLines
    .filter(line => line.includes('"file.'))
    .map(line => JSON.parse(line) as Line)
    .filter(({ component, event }) => component === 'audit' && String(event).startsWith('file.'))
    .filter(({ game_server_id }) => game_server_id === sftp.gameServerId)
const send = (method: string, tail: string, body?: string | FormData | object, headers = {}) =>
  fetch(`${sftp.world.url}/api/servers/${sftp.gameServerId}/files${tail}`, {
    method,
    headers: { authorization: `Bearer ${person.sessionToken}`, 'user-agent': 'a test', ...headers },
    ...(body !== undefined && { body: body as string }),
  })
const sendJson = (method: string, tail: string, body: object) =>
  send(method, tail, JSON.stringify(body), { 'content-type': 'application/json' })

function form(name: string): FormData {
  const data = new FormData()
  data.append('files', new Blob(['uploaded']), name)
  return data
}

const tus = { 'tus-resumable': '1.0.0', 'upload-length': '0' }
const tusName = (path: string) => ({ 'upload-metadata': `path ${btoa(path)}` })

describe('audit of files', () => {
  const operations: [string, () => Promise<Response>, string[]][] = [
    ['file.folder_created', () => sendJson('POST', '/mkdir', { path: 'maps' }), ['maps']],
    ['file.written', () => send('PUT', '/content?path=maps/a.txt', 'hello'), ['maps/a.txt']],
    ['file.read', () => send('GET', '/content?path=maps/a.txt'), ['maps/a.txt']],
    ['file.uploaded', () => send('POST', '/upload?path=maps', form('up.txt')), ['maps/up.txt']],
    [
      'file.uploaded',
      () => send('POST', '/uploads', undefined, { ...tus, ...tusName('maps/resumed.txt') }),
      ['maps/resumed.txt'],
    ],
    [
      'file.renamed',
      () => sendJson('POST', '/rename', { from: 'maps/a.txt', to: 'maps/b.txt' }),
      ['maps/a.txt', 'maps/b.txt'],
    ],
    [
      'file.copied',
      () => sendJson('POST', '/copy', { from: 'maps/b.txt', to: 'maps/c.txt' }),
      ['maps/b.txt', 'maps/c.txt'],
    ],
    [
      'file.mode_changed',
      () => sendJson('POST', '/chmod', { path: 'maps/c.txt', mode: '0600' }),
      ['maps/c.txt'],
    ],
    ['file.downloaded', () => send('GET', '/download?path=maps/c.txt'), ['maps/c.txt']],
    [
      'file.archived',
      () => sendJson('POST', '/archive', { paths: ['maps'], format: 'zip', target: 'maps.zip' }),
      ['maps', 'maps.zip'],
    ],
    [
      'file.extracted',
      () => sendJson('POST', '/extract', { path: 'maps.zip', target: 'x' }),
      ['maps.zip', 'x'],
    ],
    ['file.deleted', () => sendJson('POST', '/delete', { paths: ['maps/b.txt'] }), ['maps/b.txt']],
  ]
  test('6.4 (C274) each operation over HTTP has its line, with every field', async () => {
    for (const [event, operate, files] of operations) {
      const before = lines().length
      const answer = await operate()
      expect(answer.ok, `${event}: ${answer.status} ${await answer.text()}`).toBe(true)
      await waitFor(`${event} has its line`, () => lines().length > before)
      expect(lines().slice(before), event).toMatchObject([
        {
          event,
          category: 'file',
          outcome: 'success',
          actor_id: person.id,
          actor_login: person.login,
          auth_method: 'login-session',
          ip: expect.stringMatching(/\d/),
          user_agent: 'a test',
          method: expect.stringMatching(/^[A-Z]+$/),
          path: expect.stringContaining('/files'),
          request_id: answer.headers.get('x-request-id'),
          game_server_id: sftp.gameServerId,
          files: JSON.stringify(files),
        },
      ])
    }
  })

  test('6.4 the line of an archive stands at its end and tells how it ended', async () => {
    const before = lines().length
    const answer = await sendJson('POST', '/extract', { path: 'nowhere.zip', target: 'y' })
    expect(answer.status).toBe(202)
    await waitFor('the task has ended', () => lines().length > before)
    expect(lines().slice(before)).toMatchObject([
      {
        event: 'file.extracted',
        outcome: 'failure',
        actor_id: person.id,
        user_agent: 'a test',
        method: 'POST',
        request_id: answer.headers.get('x-request-id'),
        files: '["nowhere.zip","y"]',
      },
    ])
  })

  test('6.4 (C274) what fails has its line too, and a download link tells how it was opened', async () => {
    const before = lines().length
    expect((await send('GET', '/download?path=nowhere')).status).toBe(404)
    const token = await sftp.world.shortLivedToken(person.sessionToken)
    const address = `${sftp.world.url}/api/servers/${sftp.gameServerId}/files/download`
    expect((await fetch(`${address}?path=maps/c.txt&token=${token}`)).status).toBe(200)
    await waitFor('both have their lines', () => lines().length >= before + 2)
    expect(lines().slice(before)).toMatchObject([
      { event: 'file.downloaded', outcome: 'failure', auth_method: 'login-session' },
      { event: 'file.downloaded', outcome: 'success', auth_method: 'short-lived-token', actor_id: person.id },
    ])
    expect(JSON.stringify(lines())).not.toContain(token)
  })

  test('6.4 (C274) operations through SFTP reach the same log', async () => {
    const before = lines().length
    const password = await sftp.createPassword(person)
    const username = `${person.login}.${sftp.gameServerId}`
    const client = await connect(sftp.port, { username, password })
    await client.mkdir('by-sftp')
    await client.write('by-sftp/a', 'hello')
    await client.read('by-sftp/a')
    await client.rename('by-sftp/a', 'by-sftp/b')
    await client.chmod('by-sftp/b', 0o600)
    await client.symlink('b', 'by-sftp/c')
    await client.unlink('by-sftp/b')
    await expect(client.read('by-sftp/nowhere')).rejects.toThrow()
    client.end()
    await waitFor('the panel has written all lines', () => lines().length >= before + 8)
    const added = lines().slice(before)
    expect(added.map(({ event, outcome }) => `${String(event)} ${String(outcome)}`)).toEqual([
      'file.folder_created success',
      'file.written success',
      'file.downloaded success',
      'file.renamed success',
      'file.mode_changed success',
      'file.linked success',
      'file.deleted success',
      'file.downloaded failure',
    ])
    expect(added[3]).toMatchObject({
      category: 'file',
      actor_id: person.id,
      actor_login: person.login,
      auth_method: 'sftp-password',
      ip: '127.0.0.1',
      user_agent: '',
      method: 'SFTP',
      path: '/by-sftp/a',
      request_id: expect.stringMatching(/./),
      game_server_id: sftp.gameServerId,
      files: JSON.stringify(['by-sftp/a', 'by-sftp/b']),
    })
  })

  test('6.4 a file that SFTP never closed was not written: its line says failure, and comes at the end', async () => {
    const before = lines().length
    const password = await sftp.createPassword(person)
    const client = await connect(sftp.port, { username: `${person.login}.${sftp.gameServerId}`, password })
    await client.put(await client.open('cut-off', 'w'), 0, Buffer.from('half of it'))
    const whole = await client.open('whole', 'w')
    await client.put(whole, 0, Buffer.from('all of it'))
    await client.mkdir('between')
    await waitFor('the folder has its line', () => lines().length > before)
    expect(lines().slice(before)).toMatchObject([{ event: 'file.folder_created' }])
    await client.close(whole)
    client.end()
    await waitFor('both files have their lines', () => lines().length >= before + 3)
    expect(lines().slice(before + 1)).toMatchObject([
      { event: 'file.written', outcome: 'success', files: '["whole"]' },
      { event: 'file.written', outcome: 'failure', files: '["cut-off"]' },
    ])
  })
})
