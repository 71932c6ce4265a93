// A program with a key of its service account, in the product as it is built: it creates a server, works at its console
// by a short-lived token, and is cut off when its key is revoked.

import { deleteGameServer, readGameServer } from '@rookery/contracts/http/game-servers.ts'
import {
  createServiceAccount,
  createServiceAccountKey,
  deleteServiceAccount,
  listServiceAccountKeys,
  revokeServiceAccountKey,
} from '@rookery/contracts/http/service-accounts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientWith } from './api.ts'
import { openStory, type Story } from './story.ts'
import { waitFor } from './wait-for.ts'

describe('service accounts', () => {
  let story: Story
  let accountId = 0
  let gameServer = 0
  beforeAll(async () => {
    story = await openStory('programs')
  })
  afterAll(async () => {
    const params = { id: String(accountId) }
    await story?.api.call(deleteServiceAccount, { params }).catch(() => {})
    await story?.api.call(deleteGameServer, { params: { server: String(gameServer) } }).catch(() => {})
    await story?.close()
  })

  test('a key creates a server, works at its console, and is revoked while the channel is open', async () => {
    const login = `${story.person.login}-program`
    const account = await story.api.call(createServiceAccount, { body: { login, roles: ['admin'] } })
    accountId = account.id
    const params = { id: String(account.id) }
    const made = await story.api.call(createServiceAccountKey, { params, body: { name: 'the story' } })

    const program = clientWith(story.url, made.key)
    gameServer = await program.createArena('Made by a program', true, await story.freeGamePorts())
    await program.waitForState(gameServer, 'running')
    const channel = await program.openChannel(`/api/ws/servers/${gameServer}/console`)
    channel.send('console.command', { command: 'say hello from a program' })
    await waitFor('the console to answer the program', async () =>
      JSON.stringify(channel.messages).includes('hello from a program'),
    )
    const [used] = await story.api.call(listServiceAccountKeys, { params })
    expect(used).toMatchObject({ id: made.id, prefix: made.prefix })
    expect(used?.last_used_at).not.toBeNull()

    await story.api.call(revokeServiceAccountKey, { params: { ...params, key: String(made.id) } })
    await waitFor('the channel to be closed', async () => channel.closeCode() !== null)
    expect(channel.closeCode()).toBe(4401)
    const read = program.call(readGameServer, { params: { server: String(gameServer) } })
    await expect(read).rejects.toThrow(/answered 401/)
    // What it made stays.
    const server = { server: String(gameServer) }
    expect((await story.api.call(readGameServer, { params: server })).name).toBe('Made by a program')
  })
})
