// Files that a template protects: closed to people whichever verb they come with, open to administrators.

import { randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileRequest, FileVerb } from '@rookery/contracts/daemon/file-request.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPathPatterns } from '../../src/platform/confined-files/logic/path-patterns.ts'
import { protectFiles } from '../../src/platform/confined-files/protected-files.ts'
import { OpenedRoot, openRoot } from '../../src/platform/confined-files.ts'
import { openTestNode, type TestNode } from '../open-test-node.ts'
import { connect, type SftpClient } from '../sftp/sftp-client.ts'
import { gameServerId, password, username, usualAnswer } from '../sftp/sftp-node.ts'
import { askForFiles, writeRequest } from './ask-for-files.ts'

const reason = /the template of this game server protects it, and only an administrator can open or change it/
const closed = expect.objectContaining({ code: 'forbidden', message: expect.stringMatching(reason) })
const anyPolicy = { allowed_types: [], allow_archives: true, allow_binary: true }

let node: TestNode
let folder: string
let isAdministrator = false

beforeAll(async () => {
  node = await openTestNode(
    undefined,
    {},
    {
      ask: async question => ({ ...(await usualAnswer(question)), is_administrator: isAdministrator }),
    },
  )
  const { uuid } = node.put(gameServerId, { protected_files: ['secret.txt', '/vault/'] })
  folder = join(node.folder, 'servers', uuid)
  await node.run(gameServerId, 'install')
  await node.app.hooks.settings({ sftpEnabled: true, sftpPort: 0 })
})
afterAll(() => node.end())

beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
  isAdministrator = false
  put('secret.txt', 'the secret')
  put('vault/key', 'the key')
  put('world/secret.txt', 'the secret of the world')
  put('world/open.txt', 'the open')
  put('open.txt', 'the open')
})

function put(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}
const content = (path: string) => readFileSync(join(folder, path), 'utf8')
const asPerson = (request: FileRequest, text = '') => ask(request, text, false)
const asAdministrator = (request: FileRequest, text = '') => ask(request, text, true)
async function ask(request: FileRequest, text: string, byAdministrator: boolean) {
  const takesBytes = request.verb === 'write' || request.verb === 'append_upload'
  const sent = takesBytes ? [Buffer.from(text)] : []
  const { answers, bytes } = await askForFiles(node.app, gameServerId, request, sent, { byAdministrator })
  return { answers, bytes, last: answers.at(-1) as Record<string, unknown> }
}
const upload = (path: string) => ({
  upload_id: randomBytes(16).toString('hex'),
  user_id: 1,
  path,
  size_bytes: 3,
  limit_bytes: 100,
  expect: { what: 'anything' as const },
  sha256: null,
  make_folders: true,
  metadata: '',
})

/** Requests that touch a protected file, for each verb; the list is closed: a new verb needs its place here. */
const closedRequests: Record<FileVerb, FileRequest[]> = {
  read: [
    { verb: 'read', path: 'secret.txt', start: 0, end: null },
    { verb: 'read', path: 'vault/key', start: 0, end: null },
    { verb: 'read', path: 'world/secret.txt', start: 0, end: null },
  ],
  write: [
    writeRequest('secret.txt'),
    writeRequest('new/secret.txt', { make_folders: true }),
    writeRequest('vault/new', { upload: anyPolicy }),
  ],
  mkdir: [
    { verb: 'mkdir', path: 'maps/secret.txt' },
    { verb: 'mkdir', path: 'vault/new' },
  ],
  rename: [
    { verb: 'rename', from: 'secret.txt', to: 'mine.txt' },
    { verb: 'rename', from: 'world', to: 'mine' },
    { verb: 'rename', from: 'vault', to: 'mine' },
    { verb: 'rename', from: 'open.txt', to: 'maps/secret.txt' },
  ],
  copy: [
    { verb: 'copy', from: 'secret.txt', to: 'mine.txt' },
    { verb: 'copy', from: 'world', to: 'mine' },
    { verb: 'copy', from: 'open.txt', to: 'vault/mine' },
  ],
  delete: [
    { verb: 'delete', paths: ['secret.txt'] },
    { verb: 'delete', paths: ['vault'] },
    { verb: 'delete', paths: ['open.txt', 'world'] },
  ],
  chmod: [{ verb: 'chmod', path: 'secret.txt', mode: 0o777 }],
  hash: [{ verb: 'hash', path: 'secret.txt', algorithm: 'md5' }],
  pack: [
    { verb: 'pack', paths: ['secret.txt'], format: 'zip' },
    { verb: 'pack', paths: ['vault'], format: 'tar.gz' },
  ],
  begin_upload: [{ verb: 'begin_upload', ...upload('secret.txt') }],
  // What they say about contents and names is looked at below.
  finish_upload: [],
  search: [],
  list: [],
  stat: [],
  // They touch no file of the game server.
  usage: [],
  read_upload: [],
  append_upload: [],
  remove_upload: [],
}

describe('protected files', () => {
  for (const [verb, requests] of Object.entries(closedRequests)) {
    if (requests.length === 0) continue
    test(`8.2 ${verb} is refused to people, changes nothing, and works for administrators`, async () => {
      mkdirSync(join(folder, 'maps'))
      for (const request of requests) {
        await expect(asPerson(request, 'abc'), JSON.stringify(request)).rejects.toEqual(closed)
        expect(content('secret.txt')).toBe('the secret')
        expect(content('world/secret.txt')).toBe('the secret of the world')
        expect(content('open.txt')).toBe('the open')
        expect(readdirSync(folder).toSorted()).toEqual(['maps', 'open.txt', 'secret.txt', 'vault', 'world'])
        expect(readdirSync(join(folder, 'maps'))).toEqual([])
      }
      const [request] = requests
      if (request) await expect(asAdministrator(request, 'abc')).resolves.toBeDefined()
    })
  }

  test('8.2 lists and searches show the names, marked, and never the contents', async () => {
    const entries = (await asPerson({ verb: 'list', path: '', offset: 0, limit: 100 })).last.entries
    expect(entries).toMatchObject([
      { name: 'vault', is_protected: true },
      { name: 'world', is_protected: false },
      { name: 'open.txt', is_protected: false },
      { name: 'secret.txt', is_protected: true },
    ])
    expect((await asAdministrator({ verb: 'stat', path: 'vault/key' })).last.entry).toMatchObject({
      is_protected: true,
    })
    const search = { verb: 'search', path: '', name: '', content: 'the', limit: 100 } as const
    const found = async (answers: Record<string, unknown>[]) =>
      answers.flatMap(({ path }) => (typeof path === 'string' ? [path] : [])).toSorted()
    expect(await found((await asPerson(search)).answers)).toEqual(['open.txt', 'world/open.txt'])
    expect(await found((await asAdministrator(search)).answers)).toHaveLength(5)
    expect(await found((await asPerson({ ...search, name: 'secret', content: '' })).answers)).toHaveLength(2)
  })

  test('8.2 an upload that was begun by an administrator is not finished by a person', async () => {
    const begun = upload('secret.txt')
    await asAdministrator({ verb: 'begin_upload', ...begun })
    const { upload_id, user_id } = begun
    await asPerson({ verb: 'append_upload', upload_id, user_id, offset: 0 }, 'abc')
    const finish = { verb: 'finish_upload', upload_id, user_id, upload: anyPolicy } as const
    await expect(asPerson(finish)).rejects.toEqual(closed)
    expect(content('secret.txt')).toBe('the secret')
  })

  test('8.2 a download of a folder leaves them out', async () => {
    const packed = async (byAdministrator: boolean) => {
      const { bytes } = await ask({ verb: 'pack', paths: [''], format: 'zip' }, '', byAdministrator)
      return ['open.txt', 'world/open.txt', 'world/secret.txt', 'vault/key'].filter(name =>
        bytes.includes(name),
      )
    }
    expect(await packed(false)).toEqual(['open.txt', 'world/open.txt'])
    expect(await packed(true)).toHaveLength(4)
  })

  test('8.2 archives leave them out and say so; extracting over one changes nothing', async () => {
    const run = (kind: 'archive' | 'extract', payload: object) =>
      node.run(gameServerId, kind, JSON.stringify(payload))
    const order = { paths: [''], format: 'zip', target: 'all.zip' }
    const packed = await run('archive', order)
    expect(packed.status).toBe('success')
    const said = node.sent.flatMap(message =>
      message.$case === 'taskOutput' ? [message.value.chunk.toString()] : [],
    )
    expect(said.join('')).toMatch(/"vault" is left out: the template .* protects it/)
    expect(said.join('')).toMatch(/"world\/secret\.txt" is left out/)
    expect((await run('extract', { path: 'all.zip', target: 'copy' })).status).toBe('success')
    expect(readdirSync(join(folder, 'copy')).toSorted()).toEqual(['open.txt', 'world'])

    const whole = { ...order, target: 'whole.zip', by_administrator: true }
    expect((await run('archive', whole)).status).toBe('success')
    put('open.txt', 'changed')
    const refused = await run('extract', { path: 'whole.zip', target: '' })
    expect(refused).toMatchObject({ status: 'error', message: expect.stringMatching(reason) })
    expect(refused.message).not.toContain('.rookery-')
    expect(content('open.txt')).toBe('changed')
    const elsewhere = await run('extract', { path: 'whole.zip', target: 'vault' })
    expect(elsewhere.status).toBe('error')
    put('secret.txt', 'changed')
    expect((await run('extract', { path: 'whole.zip', target: '', by_administrator: true })).status).toBe(
      'success',
    )
    expect(content('secret.txt')).toBe('the secret')
    expect(readdirSync(folder).filter(name => name.startsWith('.rookery-'))).toEqual([])
    expect(await run('archive', { ...order, target: 'maps/secret.txt' })).toMatchObject({ status: 'error' })
  })

  test('8.2 other names of a protected file are as closed, and a folder that holds one is not copied', async () => {
    mkdirSync(join(folder, 'links'))
    linkSync(join(folder, 'secret.txt'), join(folder, 'links/hard'))
    symlinkSync('../secret.txt', join(folder, 'links/soft'))
    for (const path of ['links/hard', 'links/soft']) {
      const read = asPerson({ verb: 'read', path, start: 0, end: null })
      await expect(read).rejects.toEqual(expect.objectContaining({ code: 'forbidden' }))
    }
    await expect(asPerson({ verb: 'chmod', path: 'links/hard', mode: 0o777 })).rejects.toEqual(closed)
    await expect(asPerson({ verb: 'copy', from: 'links', to: 'mine' })).rejects.toEqual(closed)
    const { bytes } = await asPerson({ verb: 'pack', paths: ['links'], format: 'tar.gz' })
    expect(bytes.length).toBeGreaterThan(0)
    const { answers } = await asPerson({
      verb: 'search',
      path: 'links',
      name: '',
      content: 'secret',
      limit: 9,
    })
    expect(answers).toHaveLength(1)
    // A second name may go: the protected one stays.
    await asPerson({ verb: 'delete', paths: ['links'] })
    expect(content('secret.txt')).toBe('the secret')
  })

  test('8.2 what the daemon has not finished may hold a protected file, and is as closed', async () => {
    const name = `.rookery-${randomBytes(9).toString('hex')}.tmp`
    put(name, 'half of the secret')
    put(`${name.replace(/[0-9a-f]{4}\./, '0000.')}/old/0`, 'the former secret')
    for (const path of readdirSync(folder).filter(found => found.startsWith('.rookery-'))) {
      const file = existsSync(join(folder, path, 'old')) ? `${path}/old/0` : path
      await expect(asPerson({ verb: 'read', path: file, start: 0, end: null })).rejects.toEqual(closed)
    }
  })

  test('8.2 the game server itself, its tasks and its folder are not affected', async () => {
    node.put(gameServerId + 1, {
      protected_files: ['game.sh', 'set.properties'],
      config_files: [
        { path: 'set.properties', format: 'properties', create: true, values: [{ key: 'a', value: '1' }] },
      ],
    })
    expect((await node.run(gameServerId + 1, 'install')).status).toBe('success')
    expect((await node.run(gameServerId + 1, 'start')).status).toBe('success')
    const { answers } = await askForFiles(node.app, gameServerId + 1, {
      verb: 'stat',
      path: 'set.properties',
    })
    expect(answers).toMatchObject([{ entry: { is_protected: true } }])
    expect((await node.run(gameServerId + 1, 'stop')).status).toBe('success')
  })
})

describe('protected files through SFTP', () => {
  const port = () =>
    node.sent.flatMap(message => (message.$case === 'sftpState' ? [message.value.port] : [])).at(-1)
  const operations: Record<string, (client: SftpClient) => Promise<unknown>> = {
    'open to read': client => client.read('secret.txt'),
    'open to write': client => client.write('secret.txt', 'mine'),
    'open to append': client => client.open('world/secret.txt', 'a'),
    'open a new one': client => client.open('maps/secret.txt', 'wx'),
    rename: client => client.rename('secret.txt', 'mine.txt'),
    'rename a folder that holds one': client => client.rename('world', 'mine'),
    'rename onto one': client => client.rename('open.txt', 'maps/secret.txt'),
    remove: client => client.unlink('world/secret.txt'),
    setstat: client => client.chmod('secret.txt', 0o777),
    mkdir: client => client.mkdir('vault/mine'),
    rmdir: client => client.rmdir('vault/empty'),
    symlink: client => client.symlink('../secret.txt', 'maps/link'),
    readlink: client => client.readlink('vault/link'),
  }
  for (const [name, operation] of Object.entries(operations)) {
    test(`8.2 ${name}: refused to people with the reason, open to administrators`, async () => {
      mkdirSync(join(folder, 'maps'))
      mkdirSync(join(folder, 'vault/empty'))
      symlinkSync('key', join(folder, 'vault/link'))
      const person = await connect(port() ?? 0, { username, password })
      await expect(operation(person)).rejects.toThrow(reason)
      expect((await person.list('/')).map(({ filename }) => filename)).toContain('secret.txt')
      expect((await person.stat('secret.txt')).size).toBe(10)
      person.end()
      expect(content('secret.txt')).toBe('the secret')
      expect(readdirSync(join(folder, 'maps'))).toEqual([])
      isAdministrator = true
      const administrator = await connect(port() ?? 0, { username, password })
      await operation(administrator)
      administrator.end()
    })
  }

  test('8.2 who is an administrator no longer loses them within the session', async () => {
    isAdministrator = true
    const client = await connect(port() ?? 0, { username, password })
    expect(String(await client.read('secret.txt'))).toBe('the secret')
    isAdministrator = false
    await node.app.hooks.received({ $case: 'sftpRightsChanged', value: { userId: 0 } })
    await expect(client.read('secret.txt')).rejects.toThrow(reason)
    client.end()
  })
})

test('8.2 every verb of a folder has its rule: those that protected roots lack belong to the node alone', async () => {
  const root = await openRoot(folder)
  const all = Object.getOwnPropertyNames(OpenedRoot.prototype).filter(name => name !== 'constructor')
  const guarded = Object.keys(protectFiles(root, createPathPatterns([])))
  await root.close()
  expect(all.filter(name => !guarded.includes(name)).toSorted()).toEqual([
    'chownTree',
    'copyTree',
    'identify',
    'moveFolderIn',
    'placeLink',
    'walkInOrder',
  ])
})
