// What the panel answers to a node about SFTP: who is let in, who stays in, and how often somebody may guess.

import type { SftpSignIn } from '@rookery/contracts/daemon/generated/link.ts'
import type { SftpSession } from '@rookery/contracts/daemon/sftp-session.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKeyLine } from '../../panel/test/sftp/key-lines.ts'
import { personPassword } from '../live/live-world.ts'
import { waitFor } from '../wait-for.ts'
import { openSftpQuestions } from './sftp-world.ts'

let sftp: Awaited<ReturnType<typeof openSftpQuestions>>
beforeAll(async () => {
  sftp = await openSftpQuestions()
})
afterAll(async () => {
  await sftp?.node.link.close()
  await sftp?.world.stop()
})

let lastAddress = 0
/** A fresh address for each: only the test of the limit wants to meet it. */
const freshIp = () => {
  lastAddress += 1
  return `192.0.2.${lastAddress}`
}
type SignInAttempt = { login: string; password?: string; key?: string } & Partial<Omit<SftpSignIn, 'proof'>>

async function signIn({ login, password, key, ...more }: SignInAttempt): Promise<SftpSession> {
  const proof =
    key === undefined
      ? ({ $case: 'password', value: password ?? '' } as const)
      : ({ $case: 'publicKey', value: key } as const)
  const username = more.username ?? `${login}.${sftp.gameServerId}`
  const value = { proof, ip: more.ip ?? freshIp(), isQuestion: more.isQuestion ?? false, username }
  return (await sftp.node.link.ask({ $case: 'sftpSignIn', value })) as SftpSession
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  )
const check = (session: SftpSession) =>
  codeOf(
    sftp.node.link.ask({
      $case: 'sftpCheck',
      value: {
        userId: session.user_id,
        gameServerId: session.game_server_id,
        credentialId: session.credential_id,
      },
    }),
  )
const audited = () =>
  sftp.world.logLines.map(line => JSON.parse(line)).filter(line => line.event === 'sftp.signed_in')

describe('who is let in by SFTP', () => {
  test('L12 the password for SFTP, and no other password or token', async () => {
    const person = await sftp.person()
    expect(await codeOf(signIn({ ...person, password: '' }))).toBe('wrong_credentials')
    const password = await sftp.createPassword(person)
    const session = await signIn({ ...person, password })
    expect(session).toMatchObject({ user_id: person.id, game_server_id: sftp.gameServerId })
    for (const wrong of [personPassword, person.sessionToken, `${password}x`, '']) {
      expect(await codeOf(signIn({ ...person, password: wrong }))).toBe('wrong_credentials')
    }
    const audit = () => audited().filter(line => line.actor_id === person.id)
    await waitFor('each has its line', () => audit().length >= 6)
    const lines = audit()
    expect(lines.find(line => line.outcome === 'success')).toMatchObject({
      auth_method: 'sftp-password',
      node_id: sftp.world.nodeId,
      game_server_id: sftp.gameServerId,
      ip: expect.stringMatching(/^192\.0\.2\./),
    })
    expect(lines.filter(line => line.outcome === 'failure')).toHaveLength(5)
    expect(sftp.world.logLines.join('\n')).not.toContain(password)
  })

  test('L12 a key of the profile, whose use is noted; a question leaves no trace', async () => {
    const person = await sftp.person()
    const key = newKeyLine()
    expect(await codeOf(signIn({ ...person, key, isQuestion: true }))).toBe('wrong_credentials')
    await sftp.addKey(person, key)
    const before = audited().length
    expect(await codeOf(signIn({ ...person, key, isQuestion: true }))).toBe('ok')
    const { credential_id } = await signIn({ ...person, key })
    await waitFor('the sign-in has its line', () => audited().length > before)
    expect(audited()).toHaveLength(before + 1)
    expect(credential_id).toMatch(/^enc1:/)
    const { json } = await sftp.world.ask('GET', '/api/profile/ssh-keys', undefined, person.sessionToken)
    expect(json[0].last_used_at).not.toBeNull()
    expect(await codeOf(signIn({ ...person, key: newKeyLine() }))).toBe('wrong_credentials')
    const stranger = await sftp.person()
    expect(await codeOf(signIn({ ...stranger, key }))).toBe('wrong_credentials')
  })

  test('6.4 what a node reports stands in a name only where that person was let in', async () => {
    const person = await sftp.person()
    const key = newKeyLine()
    const keyId = await sftp.addKey(person, key)
    const { credential_id: asked } = await signIn({ ...person, key, isQuestion: true })
    const { credential_id: granted } = await signIn({ ...person, key })
    const deleted = () =>
      sftp.world.logLines.map(line => JSON.parse(line)).filter(line => line.event === 'file.deleted')
    const before = deleted().length
    const operation = {
      ...{ userId: person.id, gameServerId: sftp.gameServerId, ip: freshIp(), atMs: 0 },
      ...{ operation: 'deleted', outcome: 'success', paths: ['a.txt'] },
    }
    const operations = [granted, asked, `key:${keyId}`].map(credentialId => ({ ...operation, credentialId }))
    await sftp.node.link.ask({ $case: 'sftpOperations', value: { operations } })
    await waitFor('all of it is audited', () => deleted().length === before + operations.length)
    expect(deleted().slice(before)).toMatchObject([
      { actor_id: person.id, actor_login: person.login, auth_method: 'ssh-key' },
      { actor_id: null, actor_login: null, auth_method: 'none', reported_by: 'node' },
      { actor_id: null, actor_login: null, auth_method: 'none', reported_by: 'node' },
    ])
  })

  test('L12 no game server of another node, none without the right, none that does not exist', async () => {
    const elsewhere = await sftp.addElsewhere()
    const admin = { login: 'admin', sessionToken: sftp.world.sessionToken }
    const password = await sftp.createPassword(admin)
    expect(await codeOf(signIn({ ...admin, password }))).toBe('ok')
    for (const id of [elsewhere, 999_999]) {
      expect(await codeOf(signIn({ ...admin, password, username: `admin.${id}` }))).toBe('wrong_credentials')
    }
    const viewer = await sftp.person(['game-server-common', 'game-server-console-view'])
    const own = await sftp.createPassword(viewer)
    expect(await codeOf(signIn({ ...viewer, password: own }))).toBe('wrong_credentials')
    for (const reason of ['not a game server of this node', 'no right to its files']) {
      await waitFor(`${reason} is written`, () => audited().some(line => line.reason === reason))
    }
  })

  test('5.5.4 an administrator past the deadline for a second factor is not let in, and does not stay', async () => {
    const admin = { login: 'admin', sessionToken: sftp.world.sessionToken }
    const password = await sftp.createPassword(admin)
    const session = await signIn({ ...admin, password })
    await sftp.world.panel.inside('timeOfDayAheadMs', 31 * 24 * 3_600_000)
    expect(await codeOf(signIn({ ...admin, password }))).toBe('wrong_credentials')
    expect(await check(session)).not.toBe('ok')
    await sftp.world.panel.inside('timeOfDayAheadMs', 0)
    expect(await check(session)).toBe('ok')
  })

  test('8.1 ten wrong passwords close the door for that person, but not for their key', async () => {
    const person = await sftp.person()
    const password = await sftp.createPassword(person)
    const key = newKeyLine()
    await sftp.addKey(person, key)
    for (let count = 0; count < 10; count += 1) await codeOf(signIn({ ...person, password: 'guess' }))
    expect(await codeOf(signIn({ ...person, password }))).toBe('too_many_attempts')
    expect(await codeOf(signIn({ ...person, key }))).toBe('ok')
  })

  test('8.1 twenty failures from one address close it for everybody there', async () => {
    const person = await sftp.person()
    const password = await sftp.createPassword(person)
    const ip = '198.51.100.1'
    for (let count = 0; count < 20; count += 1) {
      await codeOf(signIn({ login: `nobody-${count}`, password: 'guess', ip }))
    }
    expect(await codeOf(signIn({ ...person, password, ip }))).toBe('too_many_attempts')
    expect(await codeOf(signIn({ ...person, password, ip: `::ffff:${ip}` }))).toBe('too_many_attempts')
    expect(await codeOf(signIn({ ...person, password }))).toBe('ok')
  })
})

describe('who stays', () => {
  test('T-055 as long as person, right and credential are there', async () => {
    const person = await sftp.person()
    const password = await sftp.createPassword(person)
    const first = await signIn({ ...person, password })
    expect(await check(first)).toBe('ok')
    await sftp.createPassword(person)
    expect(await check(first)).toBe('forbidden')

    const key = newKeyLine()
    const keyId = await sftp.addKey(person, key)
    const second = await signIn({ ...person, key })
    expect(await check(second)).toBe('ok')
    expect(await check({ ...second, user_id: 1 })).toBe('forbidden')
    await sftp.withdrawAll(person)
    expect(await check(second)).not.toBe('ok')
    await sftp.world.ask('DELETE', `/api/profile/ssh-keys/${keyId}`, undefined, person.sessionToken)
    expect(await check(second)).toBe('forbidden')
  })

  test('5.3 somebody who is signed out everywhere leaves by SFTP too, and may come back with the same key', async () => {
    const person = await sftp.person()
    const key = newKeyLine()
    await sftp.addKey(person, key)
    const before = await signIn({ ...person, key })
    expect(await check(before)).toBe('ok')
    const { sessionToken } = sftp.world
    expect(
      (await sftp.world.ask('POST', `/api/users/${person.id}/sign-out`, {}, sessionToken)).status,
    ).toBeLessThan(300)
    expect(await check(before)).toBe('forbidden')
    expect(await check(await signIn({ ...person, key }))).toBe('ok')
  })
})
