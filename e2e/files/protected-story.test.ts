// Protected files, told with the built programs: a person and an administrator over HTTP and over SFTP.

import { createGameServer } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../daemon/test/sftp/sftp-client.ts'
import { type Api, signIn } from '../api.ts'
import { deleteGameServers, openStory, type Story, sharedSftpPort } from '../story.ts'

describe('protected files', () => {
  let story: Story
  let admin: Api
  let person: Api
  let gameServerId = 0

  const ask = (api: Api, method: string, path: string, body?: object | string) =>
    fetch(`${story.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${api.sessionToken}`,
        ...(typeof body === 'object' && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'object' ? JSON.stringify(body) : body }),
    })
  const content = () => `/api/servers/${gameServerId}/files/content?path=secret.txt`

  beforeAll(async () => {
    story = await openStory('guard')
    admin = story.api
    const template = {
      slug: 'guarded',
      name: 'Guarded',
      game: 'Guarded',
      description: 'A game with a file that people must not touch.',
      process_managers: ['process'],
      ports: { game: { protocol: 'tcp', default: 27_700 } },
      command: ['sh', '-c', 'sleep 1000'],
      install: [{ do: 'write-file', path: 'secret.txt', content: 'the secret', words: 'Writing' }],
      ready: { pattern: null },
      stop: { method: { by: 'signal', signal: 'SIGTERM' } },
      protected_files: ['secret.txt'],
    }
    const made = await ask(admin, 'POST', '/api/templates', { text: JSON.stringify(template) })
    expect(made.status, await made.clone().text()).toBe(201)
    const { id: template_id } = (await made.json()) as { id: number }
    const node = (await admin.call(listNodes, {})).find(({ name }) => name === 'This machine')
    const { port } = await story.freeGamePorts()
    const body = { name: 'Guarded', node_id: node?.id ?? 0, template_id, port, start: false }
    gameServerId = (await admin.call(createGameServer, { body })).id
    await admin.waitForState(gameServerId, 'stopped')
    await sharedSftpPort()
    const user = {
      login: `of-${story.person.login}`,
      name: 'Player',
      password: 'another long password 1',
    }
    const added = await ask(admin, 'POST', '/api/users', user)
    expect(added.status, await added.clone().text()).toBe(201)
    const { id } = (await added.json()) as { id: number }
    const permissions = ['game-server-common', 'game-server-files'].map(permission => ({
      permission,
      value: true,
    }))
    const granted = await ask(
      admin,
      'PUT',
      `/api/users/${id}/servers/${gameServerId}/permissions`,
      permissions,
    )
    expect(granted.ok, await granted.clone().text()).toBe(true)
    person = await signIn(story.url, user)
  })
  afterAll(async () => {
    if (gameServerId !== 0) await deleteGameServers(admin, [gameServerId])
    await story?.close()
  })

  test('8.2 a person sees them marked and cannot open, change or take them home', async () => {
    const list = await ask(person, 'GET', `/api/servers/${gameServerId}/files`)
    expect(await list.json()).toMatchObject([{ name: 'secret.txt', protected: true }])
    for (const [method, body] of [['GET'], ['PUT', 'mine']] as const) {
      const answer = await ask(person, method, content(), body)
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain('only an administrator can open or change it')
    }
    const download = `/api/servers/${gameServerId}/files/download?path=secret.txt`
    expect((await ask(person, 'GET', download)).status).toBe(403)
    const issued = await ask(person, 'POST', '/api/auth/short-lived-token')
    const { token } = (await issued.json()) as { token: string }
    expect((await fetch(`${story.url}${download}&token=${token}`)).status).toBe(403)
    expect(await (await ask(admin, 'GET', content())).text()).toBe('the secret')
  })

  test('8.2 the same through SFTP', async () => {
    const enter = async (api: Api) => {
      const made = await ask(api, 'POST', '/api/profile/sftp-password')
      const access = await ask(api, 'GET', `/api/servers/${gameServerId}/sftp`)
      const { port, username } = (await access.json()) as { port: number; username: string }
      return connect(port, { username, password: ((await made.json()) as { password: string }).password })
    }
    const client = await enter(person)
    await expect(client.read('secret.txt')).rejects.toThrow(/only an administrator/)
    await expect(client.rename('secret.txt', 'mine.txt')).rejects.toThrow(/only an administrator/)
    await client.write('mine.txt', 'mine')
    client.end()
    const administrator = await enter(admin)
    expect(String(await administrator.read('secret.txt'))).toBe('the secret')
    administrator.end()
  })
})
