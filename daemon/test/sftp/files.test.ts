// Files through SFTP: what a client may do in the folder of its game server, and what it finds everywhere else.

import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { isRoot, until } from '../open-test-node.ts'
import type { SftpClient } from './sftp-client.ts'
import { openSftpNode, type SftpNode } from './sftp-node.ts'

let sftp: SftpNode
let client: SftpClient
beforeAll(async () => {
  sftp = await openSftpNode()
  client = await sftp.connect()
})
afterAll(() => sftp.end())

const inFolder = (path: string) => join(sftp.folder, path)
const content = (path: string) => readFileSync(inFolder(path), 'utf8')
const temporaries = (path = '') => readdirSync(inFolder(path)).filter(name => name.startsWith('.rookery-'))

describe('SFTP within the folder', () => {
  test('T-056 the root is / and .. does not leave it', async () => {
    expect(await client.realpath('.')).toBe('/')
    expect(await client.realpath('../../../etc')).toBe('/etc')
    expect((await client.list('/')).map(({ filename }) => filename)).toContain('game.sh')
    expect((await client.stat('/')).isDirectory()).toBe(true)
  })

  test('files are written, read, listed, renamed and removed', async () => {
    await client.mkdir('maps')
    await client.write('/maps/one.txt', 'hello')
    expect(content('maps/one.txt')).toBe('hello')
    expect(String(await client.read('maps/one.txt'))).toBe('hello')
    await client.rename('maps/one.txt', 'maps/two.txt')
    const [only] = await client.list('maps')
    expect(only).toMatchObject({ filename: 'two.txt', attrs: { size: 5 } })
    expect(only?.longname).toMatch(/^-rw-r-----? .* 5 .* two\.txt$/)
    await expect(client.rmdir('maps')).rejects.toThrow(/not empty/)
    await client.unlink('maps/two.txt')
    await client.rmdir('maps')
    expect(existsSync(inFolder('maps'))).toBe(false)
  })

  test('a name is taken over by nobody without a word', async () => {
    await client.write('old.txt', 'old')
    await client.write('new.txt', 'new')
    await expect(client.rename('new.txt', 'old.txt')).rejects.toThrow(/already taken/)
    await expect(client.open('old.txt', 'wx')).rejects.toThrow(/already taken/)
    await expect(client.mkdir('old.txt')).rejects.toThrow(/already taken/)
    await expect(client.symlink('new.txt', 'old.txt')).rejects.toThrow(/already taken/)
    expect(content('old.txt')).toBe('old')
  })

  test('T-070 new content appears when it is whole, also over a file', async () => {
    await client.write('whole.txt', 'before')
    const handle = await client.open('whole.txt', 'w')
    await client.put(handle, 0, Buffer.from('after'))
    expect(content('whole.txt')).toBe('before')
    await client.close(handle)
    expect(content('whole.txt')).toBe('after')
    expect(temporaries()).toEqual([])
  })

  test('T-070 a transfer goes on where it was, and appending appends', async () => {
    await client.write('part.bin', '12345')
    const goesOn = await client.open('part.bin', 'r+')
    await client.put(goesOn, 5, Buffer.from('678'))
    await client.close(goesOn)
    const appends = await client.open('part.bin', 'a')
    await client.put(appends, 0, Buffer.from('9'))
    await client.close(appends)
    expect(content('part.bin')).toBe('123456789')
  })

  test('T-070 a broken connection leaves nothing under the name', async () => {
    const other = await sftp.connect()
    const handle = await other.open('half.bin', 'w')
    await other.put(handle, 0, Buffer.alloc(10_000))
    expect(temporaries()).toHaveLength(1)
    other.ssh.destroy()
    await until(() => temporaries().length === 0, 'the unfinished file is gone')
    expect(existsSync(inFolder('half.bin'))).toBe(false)
  })

  const megabytes = proofSize({ short: 2, proof: 10 })
  test(`${megabytes} megabytes arrive as they were sent, in both directions`, async () => {
    const bytes = randomBytes(megabytes * 1024 * 1024)
    const local = inFolder('../local.bin')
    writeFileSync(local, bytes)
    await new Promise<void>((resolve, reject) =>
      client.channel.fastPut(local, 'large.bin', error => (error ? reject(error) : resolve())),
    )
    const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
    expect(hashOf(readFileSync(inFolder('large.bin')))).toBe(hashOf(bytes))
    expect(hashOf(await client.read('large.bin'))).toBe(hashOf(bytes))
  })

  test.skipIf(!isRoot)('5.4 what is made belongs to the user of the game', async () => {
    await client.mkdir('owned')
    await client.write('owned/file', 'x')
    const { uid } = statSync(sftp.folder)
    expect(uid).not.toBe(0)
    for (const path of ['owned', 'owned/file']) expect(statSync(inFolder(path)).uid).toBe(uid)
  })

  test('5.4 mode and time are set, and no owner and no special bit', async () => {
    await client.write('mode.txt', 'x')
    await client.chmod('mode.txt', 0o4_755)
    await new Promise<void>((resolve, reject) =>
      client.channel.utimes('mode.txt', 1_000, 2_000, error => (error ? reject(error) : resolve())),
    )
    await new Promise<void>((resolve, reject) =>
      client.channel.chown('mode.txt', 0, 0, error => (error ? reject(error) : resolve())),
    )
    const { mode, mtimeMs, uid } = statSync(inFolder('mode.txt'))
    expect([mode & 0o7777, mtimeMs, uid]).toEqual([0o755, 2_000_000, statSync(sftp.folder).uid])
  })

  test('T-059 the root itself stays', async () => {
    for (const root of ['/', '.', '', 'a/..']) {
      await expect(client.rmdir(root)).rejects.toThrow()
      await expect(client.unlink(root)).rejects.toThrow()
      await expect(client.rename(root, 'elsewhere')).rejects.toThrow()
      await expect(client.chmod(root, 0o777)).rejects.toThrow()
      await expect(client.write(root, 'x')).rejects.toThrow()
    }
    expect(lstatSync(sftp.folder).isDirectory()).toBe(true)
  })

  test('T-058 links are shown as links and never followed', async () => {
    writeFileSync(inFolder('../secret'), 'outside')
    symlinkSync('/etc', inFolder('etc'))
    symlinkSync('../secret', inFolder('secret'))
    symlinkSync('loop', inFolder('loop'))
    for (const name of ['etc', 'secret', 'loop']) {
      expect((await client.stat(name)).isSymbolicLink()).toBe(true)
      await expect(client.read(name)).rejects.toThrow()
      await expect(client.write(name, 'planted')).rejects.toThrow()
      await expect(client.chmod(name, 0o777)).rejects.toThrow()
    }
    await expect(client.read('etc/passwd')).rejects.toThrow(/link/)
    await expect(client.list('etc')).rejects.toThrow(/link/)
    expect(await client.readlink('etc')).toBe('/etc')
    for (const name of ['etc', 'secret', 'loop']) await client.unlink(name)
    expect(content('../secret')).toBe('outside')
  })

  test('T-058 a link may be made that stays inside, and no other', async () => {
    await client.write('target.txt', 'x')
    await client.symlink('target.txt', 'inside')
    expect(await client.readlink('inside')).toBe('target.txt')
    for (const target of ['/etc/passwd', '../secret', 'a/../../secret']) {
      await expect(client.symlink(target, 'outside')).rejects.toThrow()
      expect(existsSync(inFolder('outside'))).toBe(false)
    }
  })

  test.skipIf(!isRoot)("T-058 a second name for somebody else's file is no way in", async () => {
    writeFileSync(inFolder('../foreign'), 'outside', { mode: 0o600 })
    linkSync(inFolder('../foreign'), inFolder('foreign'))
    await expect(client.read('foreign')).rejects.toThrow(/hard link/)
    await expect(client.open('foreign', 'r+')).rejects.toThrow(/hard link/)
    await expect(client.chmod('foreign', 0o777)).rejects.toThrow(/hard link/)
    await client.write('foreign', 'replaced')
    expect(content('../foreign')).toBe('outside')
  })

  test('T-064 a folder of any size is listed in pieces', async () => {
    mkdirSync(inFolder('many'))
    for (let index = 0; index < 1_050; index += 1) writeFileSync(inFolder(`many/${index}`), '')
    expect(await client.list('many')).toHaveLength(1_050)
  })

  test('5.4 errors have the code that clients know', async () => {
    await expect(client.read('nowhere/file')).rejects.toMatchObject({ code: 2 })
    await expect(client.symlink('/etc', 'out')).rejects.toMatchObject({ code: 3 })
    await expect(client.list('game.sh')).rejects.toMatchObject({ code: 4 })
    await expect(client.close(Buffer.from('nope'))).rejects.toThrow(/not open/)
  })
})
