// Sessions of SFTP: who gets one, what else the port offers (nothing), and how fast a withdrawn right ends it.

import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { afterEach, describe, expect, test } from 'vitest'
import { newPrivateKey } from '../../src/features/sftp/host-key.ts'
import { LinkRefusal, type Question } from '../../src/platform/panel-link/link-hooks.ts'
import { until } from '../open-test-node.ts'
import { connect, type SftpClient } from './sftp-client.ts'
import { openSftpNode, password, type SftpNode, username, usualAnswer } from './sftp-node.ts'

let sftp: SftpNode
afterEach(() => sftp?.end())
const open = async (options: Parameters<typeof openSftpNode>[0] = {}) => {
  sftp = await openSftpNode(options)
  return sftp
}
const away = async () => {
  throw new LinkRefusal('unavailable', 'the panel is not connected')
}
const keyOf = (privateKey: string) => ssh2.utils.parseKey(privateKey) as ssh2.ParsedKey
const signIns = () => sftp.asked.filter(({ $case }) => $case === 'sftpSignIn')

describe('signing in', () => {
  test('L12 the panel checks a password, and the daemon nothing but the form of the name', async () => {
    await open()
    const client = await sftp.connect()
    client.end()
    expect(signIns()).toEqual([
      {
        $case: 'sftpSignIn',
        value: {
          username,
          proof: { $case: 'password', value: password },
          ip: '127.0.0.1',
          isQuestion: false,
        },
      },
    ])
    await expect(connect(sftp.port, { username, password: 'wrong' })).rejects.toThrow()
    const before = signIns().length
    await expect(connect(sftp.port, { username: 'root', password })).rejects.toThrow()
    expect(signIns()).toHaveLength(before)
  })

  test('L12 a key is proven to the daemon before the panel lets its owner in', async () => {
    await open()
    const privateKey = newPrivateKey(ssh2.utils)
    const line = `ssh-ed25519 ${keyOf(privateKey).getPublicSSH().toString('base64')}`
    const answered: Question[] = []
    sftp.panel.answer = async question => {
      answered.push(question)
      if (question.$case !== 'sftpSignIn') return {}
      if (question.value.proof?.value !== line) throw new LinkRefusal('wrong_credentials', 'no')
      return { user_id: 3, login: 'a.person', game_server_id: 7, credential_id: 'key:1' }
    }
    const client = await connect(sftp.port, { username, privateKey })
    client.end()
    expect(answered.slice(0, 2)).toMatchObject([
      { value: { isQuestion: true } },
      { value: { isQuestion: false } },
    ])
    const other = newPrivateKey(ssh2.utils)
    await expect(connect(sftp.port, { username, privateKey: other })).rejects.toThrow()
  })

  test('L12 a signature by another key, or one that is only claimed, lets nobody in', async () => {
    await open()
    const forged = keyOf(newPrivateKey(ssh2.utils))
    const claimed = keyOf(newPrivateKey(ssh2.utils))
    const reported: boolean[] = []
    sftp.panel.answer = async question => {
      if (question.$case === 'sftpSignIn') reported.push(question.value.isQuestion)
      return { user_id: 3, login: 'a.person', game_server_id: 7, credential_id: 'key:1' }
    }
    const agent = new (class extends ssh2.BaseAgent<ssh2.ParsedKey> {
      getIdentities(done: (error: Error | undefined, keys?: ssh2.ParsedKey[]) => void) {
        done(undefined, [claimed])
      }
      sign(
        _key: unknown,
        data: Buffer,
        _options: unknown,
        done?: (error: Error | undefined, signature?: Buffer) => void,
      ) {
        done?.(undefined, forged.sign(data) as Buffer)
      }
    })()
    await expect(connect(sftp.port, { username, agent })).rejects.toThrow()
    expect(reported).toEqual([true])
  })

  test('L12 while the panel is away nobody signs in', async () => {
    await open()
    sftp.panel.answer = away
    await expect(sftp.connect()).rejects.toThrow()
  })

  test('8.1 a connection has three attempts, and then it is over', async () => {
    await open()
    let tries = 0
    const authHandler = (_left: unknown, _partial: unknown, next: (method: object) => void) => {
      tries += 1
      next({ type: 'password', username, password: `guess ${tries}` })
    }
    await expect(connect(sftp.port, { username, authHandler } as never)).rejects.toThrow()
    expect(signIns()).toHaveLength(3)
  })

  test('8.1 one person has ten sessions at most', async () => {
    await open()
    const clients = await Promise.all(Array.from({ length: 10 }, () => sftp.connect()))
    await expect(sftp.connect()).rejects.toThrow()
    clients[0]?.end()
    await clients[0]?.closed
    const tryIn = async (): Promise<SftpClient> => sftp.connect().catch(tryIn)
    expect(await (await tryIn()).realpath('.')).toBe('/')
  })
})

describe('what the port offers', () => {
  test('5.4 no shell, no program, no forwarding: SFTP alone', async () => {
    await open()
    const { ssh } = await sftp.connect()
    const refused = (ask: (done: (error: Error | undefined) => void) => void) =>
      new Promise<string>(resolve => ask(error => resolve(error?.message ?? 'granted')))
    const ways = [
      refused(done => void ssh.exec('id', done)),
      refused(done => void ssh.shell(done)),
      refused(done => void ssh.forwardOut('127.0.0.1', 1, '127.0.0.1', 22, done)),
      refused(done => void ssh.forwardIn('127.0.0.1', 0, done)),
      refused(done => void ssh.subsys('other', done)),
      refused(done => void ssh.openssh_forwardOutStreamLocal('/run/docker.sock', done)),
    ]
    for (const answer of await Promise.all(ways)) expect(answer).not.toBe('granted')
  })

  test('5.4 it is off until it is switched on, keeps its key, and says what is in its way', async () => {
    await open()
    const { hostKeyFingerprint, port } = sftp.state()
    expect(sftp.state()).toMatchObject({ listening: true, problem: '' })
    expect(hostKeyFingerprint).toMatch(/^SHA256:[\w+/]{43}$/)
    const keyFile = join(sftp.node.folder, 'sftp-host-key')
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    const { settings } = sftp.node.app.hooks
    await settings({ sftpEnabled: false, sftpPort: 0 })
    expect(sftp.state()).toMatchObject({ listening: false, hostKeyFingerprint })
    await expect(connect(port, { username, password })).rejects.toThrow()

    const squatter = createServer().listen(0)
    await until(() => squatter.listening, 'somebody has the port')
    const taken = (squatter.address() as { port: number }).port
    await settings({ sftpEnabled: true, sftpPort: taken })
    expect(sftp.state()).toMatchObject({ listening: false, port: taken })
    expect(sftp.state().problem).toMatch(/is used by another program/)
    squatter.close()
    await settings({ sftpEnabled: true, sftpPort: taken })
    expect(sftp.state()).toEqual({ listening: true, port: taken, hostKeyFingerprint, problem: '' })
    expect(readFileSync(keyFile, 'utf8')).toContain('OPENSSH PRIVATE KEY')
  })
})

describe('rights', () => {
  test('T-055 one look serves a burst, and a withdrawn right ends the session in the middle of a transfer', async () => {
    await open()
    const client = await sftp.connect()
    await Promise.all(Array.from({ length: 50 }, () => client.stat('/')))
    expect(sftp.asked.filter(({ $case }) => $case === 'sftpCheck').length).toBeLessThan(5)

    const handle = await client.open('cut.bin', 'w')
    await client.put(handle, 0, randomBytes(100_000))
    sftp.panel.answer = async question => {
      if (question.$case === 'sftpCheck')
        throw new LinkRefusal('forbidden', 'you do not have permission to do this')
      return usualAnswer(question)
    }
    const began = performance.now()
    await sftp.node.app.hooks.received({ $case: 'sftpRightsChanged', value: { userId: 3 } })
    await client.closed
    expect(performance.now() - began).toBeLessThan(20_000)
    await until(
      () => !readdirSync(sftp.folder).some(name => name.startsWith('.rookery-') || name === 'cut.bin'),
      'nothing of the transfer is left',
    )
  })

  test('T-055 somebody else’s rights end nobody’s session, and everybody’s are asked about with 0', async () => {
    await open()
    const client = await sftp.connect()
    const refuse = async () => {
      throw new LinkRefusal('forbidden', 'you do not have permission to do this')
    }
    sftp.panel.answer = async question => (question.$case === 'sftpCheck' ? refuse() : usualAnswer(question))
    await sftp.node.app.hooks.received({ $case: 'sftpRightsChanged', value: { userId: 99 } })
    expect(await client.realpath('.')).toBe('/')
    await sftp.node.app.hooks.received({ $case: 'sftpRightsChanged', value: { userId: 0 } })
    await client.closed
  })

  test('T-055 without word of the panel nothing is done, and the session ends', async () => {
    await open()
    const client = await sftp.connect()
    sftp.panel.answer = away
    await sftp.node.app.hooks.received({ $case: 'sftpRightsChanged', value: { userId: 3 } })
    const answer = client.write('unseen.txt', 'x').then(
      () => 'done',
      () => 'refused',
    )
    expect(await answer).toBe('refused')
    await client.closed
    expect(existsSync(join(sftp.folder, 'unseen.txt'))).toBe(false)
  })

  test('T-055 a panel that comes back in time is not noticed', async () => {
    await open()
    const client = await sftp.connect()
    sftp.panel.answer = away
    await sftp.node.app.hooks.received({ $case: 'sftpRightsChanged', value: { userId: 3 } })
    const answer = client.realpath('.')
    const before = sftp.asked.length
    await until(() => sftp.asked.length > before + 2, 'the panel was asked again and again')
    sftp.panel.answer = usualAnswer
    expect(await answer).toBe('/')
  })
})

describe('limits', () => {
  test('T-068 nobody writes past the disk limit, holes included', async () => {
    await open({ diskBytes: 1_000_000 })
    const client = await sftp.connect()
    await client.write('fits.bin', Buffer.alloc(200_000))
    const tooMuch = await client.open('too-much.bin', 'w')
    const fill = async () => {
      for (let offset = 0; offset < 2_000_000; offset += 100_000) {
        await client.put(tooMuch, offset, Buffer.alloc(100_000))
      }
    }
    await expect(fill()).rejects.toThrow(/disk limit/)
    await expect(client.close(tooMuch)).rejects.toThrow(/nothing of it was kept/)
    expect(readdirSync(sftp.folder).sort()).toEqual(['fits.bin', 'game.sh'])
    const hole = await client.open('hole.bin', 'w')
    await expect(client.put(hole, 1_000_000_000_000, Buffer.of(1))).rejects.toThrow(/disk limit/)
    await client.unlink('fits.bin')
  })

  test('8.1 64 files are open at most, and a closed one makes room', async () => {
    await open()
    const client = await sftp.connect()
    const handles = []
    for (let count = 0; count < 64; count += 1) handles.push(await client.open('game.sh', 'r'))
    await expect(client.open('game.sh', 'r')).rejects.toThrow(/at most 64/)
    await client.close(handles[0] as Buffer)
    await client.close(await client.open('game.sh', 'r'))
  })

  test('5.4 while a game server is being installed its files are read and not changed', async () => {
    await open()
    const client = await sftp.connect()
    const begun = await client.open('begun.txt', 'w')
    const install = [{ do: 'run-program' as const, command: ['sleep', '600'], words: 'waiting' }]
    const { definition } = sftp.node.app.gameServers.require(7).record
    sftp.node.put(7, { ...definition, install }, 2)
    const task = sftp.node.ask(7, 'install')
    await until(() => sftp.node.state(7) === 'installing', 'the installation has begun')
    expect(String(await client.read('game.sh'))).toContain('ready')
    await expect(client.write('new.txt', 'x')).rejects.toThrow(/being installed/)
    await expect(client.put(begun, 0, Buffer.of(1))).rejects.toThrow(/being installed/)
    await expect(client.close(begun)).rejects.toThrow(/being installed/)
    sftp.node.app.tasks.cancel({ taskId: task })
    await sftp.node.ended(task)
    expect(readdirSync(sftp.folder).filter(name => name.includes('begun'))).toEqual([])
  })

  test('5.4 a suspended game server is closed to everybody but administrators', async () => {
    await open()
    const client = await sftp.connect()
    const { definition } = sftp.node.app.gameServers.require(7).record
    const suspended = { at: '2026-05-01T10:00:00.000Z', by: 'ann', reason: 'the invoice is not paid' }
    sftp.node.put(7, { ...definition, suspended }, 2)
    for (const refused of [client.read('game.sh'), client.list('/'), client.write('new.txt', 'x')]) {
      await expect(refused).rejects.toThrow(/suspended: the invoice is not paid/)
    }
    expect(readdirSync(sftp.folder)).not.toContain('new.txt')
    sftp.panel.answer = async question => ({ ...(await usualAnswer(question)), is_administrator: true })
    const administrator = await sftp.connect()
    expect(String(await administrator.read('game.sh'))).toContain('ready')
    sftp.node.put(7, { ...definition, suspended: null }, 3)
    sftp.panel.answer = usualAnswer
    const again = await sftp.connect()
    expect(String(await again.read('game.sh'))).toContain('ready')
  })
})
