// Downloads of a whole daemon from real servers on this machine: resumed, compared, refused, canceled, out of space.

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { InstallStep } from '@rookery/contracts/template/install-steps.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gameScript, gameUserIdBase, isRoot, openTestNode, type TestNode, until } from '../open-test-node.ts'
import { cutOff, type FileServer, file, inTurn, redirect, startFileServer } from './file-server.ts'

const content = randomBytes(3_000_000)
const digest = (algorithm: string) => createHash(algorithm).update(content).digest('hex')

describe('download', () => {
  let node: TestNode
  let server: FileServer
  beforeEach(async () => {
    server = await startFileServer('127.0.0.2')
    const downloads = { allowedPrivate: ['127.0.0.2/32'], limitBytes: 10_000_000 }
    node = await openTestNode(undefined, { downloads }, { retryDelaysMs: [20, 20, 20] })
  })
  afterEach(async () => {
    await node.end()
    await server.close()
  })

  const download = (more: Partial<Extract<InstallStep, { do: 'download' }>> = {}): InstallStep => ({
    do: 'download',
    url: server.url('/game.bin'),
    to: 'bin/game.bin',
    words: 'downloading the game',
    ...more,
  })
  let revision = 0
  const uuid = randomUUID()
  const define = (...install: InstallStep[]) => {
    revision += 1
    return node.put(1, { uuid, install }, revision)
  }
  const folderOf = (uuid: string) => join(node.folder, 'servers', uuid)
  const partsOf = (uuid: string) => {
    const folder = join(node.folder, 'servers/.installing', uuid, 'parts')
    return existsSync(folder) ? readdirSync(folder) : []
  }
  const said = () =>
    node.sent
      .flatMap(message => (message.$case === 'taskOutput' ? [message.value.chunk.toString()] : []))
      .join('')
  const messages = () => node.sent.flatMap(message => (message.$case === 'taskUpdate' ? [message.value] : []))

  it('a file arrives whole, belongs to the game, and its way is told in bytes and percent', async () => {
    server.serve('/game.bin', file(content))
    define(download({ checksum: `sha256:${digest('sha256')}` }))
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success', message: 'it is installed' })
    const path = join(folderOf(uuid), 'bin/game.bin')
    expect(readFileSync(path).equals(content)).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o640)
    if (isRoot) expect(statSync(path).uid).toBe(gameUserIdBase + 1)
    expect(messages().map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^downloading the game: [\d.]+ of 3\.0 MB \(\d+ %\)$/),
    )
    expect(existsSync(join(node.folder, 'servers/.installing', uuid))).toBe(false)
  })

  it.each(['md5', 'sha1', 'sha256', 'sha512'])('a checksum by %s is compared', async algorithm => {
    server.serve('/game.bin', file(content))
    define(download({ checksum: `${algorithm}:${digest(algorithm).toUpperCase()}` }))
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
  })

  it('a wrong checksum leaves nothing behind, and the game server is not installed', async () => {
    server.serve('/game.bin', file(content))
    define(download({ checksum: `sha1:${'0'.repeat(40)}` }))
    expect(await node.run(1, 'install')).toMatchObject({
      status: 'error',
      message: expect.stringMatching(
        /^downloading the game: checksum mismatch: expected sha1:0{40}, got sha1:[0-9a-f]{40}$/,
      ),
    })
    expect(node.state(1)).toBe('install_failed')
    expect(readdirSync(folderOf(uuid))).toEqual([])
    expect(partsOf(uuid)).toEqual([])
  })

  it('what was cut off goes on where it ended, and only there', async () => {
    server.serve('/game.bin', inTurn(cutOff(content, 1_000_000), file(content)))
    define(download({ checksum: `sha256:${digest('sha256')}` }))
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
    expect(server.asked.map(({ range }) => range)).toEqual([
      undefined,
      expect.stringMatching(/^bytes=\d{5,}-$/),
    ])
    expect(server.asked[1]?.ifRange).toMatch(/^"[0-9a-f]{16}"$/)
    expect(readFileSync(join(folderOf(uuid), 'bin/game.bin')).equals(content)).toBe(true)
    expect(said()).toMatch(/going on after \d+ kB|going on after 1\.0 MB/)
  })

  it('a file that has changed meanwhile begins anew', async () => {
    const older = randomBytes(3_000_000)
    server.serve('/game.bin', inTurn(cutOff(older, 1_000_000), file(content)))
    define(download({ checksum: `sha256:${digest('sha256')}` }))
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
    expect(readFileSync(join(folderOf(uuid), 'bin/game.bin')).equals(content)).toBe(true)
  })

  it('after the last try the part is kept in the daemon’s own place, and the next installation goes on', async () => {
    server.serve(
      '/game.bin',
      inTurn(cutOff(content, 1_000_000), (_, response) => response.destroy()),
    )
    define(download())
    expect(await node.run(1, 'install')).toMatchObject({
      status: 'error',
      message: expect.stringContaining('cannot be reached'),
    })
    expect(server.asked.length).toBe(4)
    expect(readdirSync(folderOf(uuid))).toEqual([])
    expect(partsOf(uuid).length).toBe(2)
    server.serve('/game.bin', file(content))
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
    expect(server.asked.at(-1)?.range).toMatch(/^bytes=\d{5,}-$/)
    expect(readFileSync(join(folderOf(uuid), 'bin/game.bin')).equals(content)).toBe(true)
    expect(partsOf(uuid)).toEqual([])
  })

  it('a server that is overloaded is asked again, one that has nothing is not', async () => {
    const overloaded = inTurn((_, response) => void response.writeHead(503).end(), file(content))
    server.serve('/game.bin', overloaded)
    define(download())
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
    define(download({ url: server.url('/missing') }))
    expect(await node.run(1, 'update')).toMatchObject({
      status: 'error',
      message: expect.stringContaining('the server answers 404 (there is nothing at this address)'),
    })
    expect(server.asked.filter(({ path }) => path === '/missing').length).toBe(1)
  })

  it('T-115 a redirect to a private address is not followed, one to an allowed address is', async () => {
    server.serve('/there', redirect(server.url('/game.bin')))
    server.serve('/private', redirect('http://127.0.0.1:1/x'))
    server.serve('/metadata', redirect('http://169.254.169.254/latest/meta-data'))
    server.serve('/loop', redirect('/loop'))
    server.serve('/login', redirect(server.url('/game.bin').replace('http://', 'http://user:secret@')))
    server.serve('/game.bin', file(content))
    define(download({ url: server.url('/there') }))
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
    const refused: [string, string][] = [
      ['/private', '127.0.0.1 is an address in a private network'],
      ['/metadata', "169.254.169.254 is a cloud's metadata, which is never contacted"],
      ['/loop', 'redirects more than 5 times'],
      ['/login', 'user name or password'],
    ]
    for (const [path, text] of refused) {
      define(download({ url: server.url(path) }))
      expect(await node.run(1, 'update')).toMatchObject({
        status: 'error',
        message: expect.stringContaining(text),
      })
    }
    expect(said()).not.toContain('secret')
  })

  it('T-113 names that lead to private addresses are refused before anything is dialled', async () => {
    const other = await startFileServer('127.0.0.1')
    other.serve('/game.bin', file(content))
    const port = new URL(other.url('/')).port
    for (const host of ['localhost', '127.1', '[::1]', '2130706433', 'ftp']) {
      const url = host === 'ftp' ? 'ftp://127.0.0.2/x' : `http://${host}:${port}/game.bin`
      define(download({ url }))
      expect(await node.run(1, 'install')).toMatchObject({
        status: 'error',
        message: expect.stringMatching(/private network|must begin with/),
      })
    }
    expect(other.asked).toEqual([])
    await other.close()
  })

  it('more than the limit is refused, told beforehand or not', async () => {
    const large = Buffer.alloc(11_000_000)
    server.serve('/told', file(large))
    server.serve('/untold', (_, response) => void response.writeHead(200).end(large))
    for (const [index, path] of ['/told', '/untold'].entries()) {
      const { uuid } = node.put(index + 1, { install: [download({ url: server.url(path) })] })
      expect(await node.run(index + 1, 'install')).toMatchObject({
        status: 'error',
        message: expect.stringContaining('larger than 10 MB, which is the limit in daemon.yaml'),
      })
      expect(readdirSync(folderOf(uuid))).toEqual([])
      expect(partsOf(uuid)).toEqual([])
    }
  })

  it('canceled in the middle: the folder is empty, nothing counts as installed, and a retry works', async () => {
    server.serve('/game.bin', (_, response) => {
      response.writeHead(200, { 'content-length': content.length, etag: '"a"' })
      response.write(content.subarray(0, 1_500_000))
    })
    const write: InstallStep = { do: 'write-file', path: 'first', content: 'x', words: 'writing' }
    define(write, download())
    const task = node.ask(1, 'install')
    await until(
      () => messages().some(({ message }) => message.includes('1.5 of 3.0 MB')),
      'half of it is there',
    )
    expect(readdirSync(folderOf(uuid)).toSorted()).toEqual(['bin', 'first'])
    node.app.tasks.cancel({ taskId: task })
    expect(await node.ended(task)).toMatchObject({
      status: 'canceled',
      message: 'the installation was canceled: install again',
    })
    expect(node.state(1)).toBe('install_failed')
    expect(readdirSync(folderOf(uuid))).toEqual([])
    server.serve('/game.bin', file(content))
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
    expect(readFileSync(join(folderOf(uuid), 'bin/game.bin')).equals(content)).toBe(true)
  })

  it('an update that fails keeps the files that were there', async () => {
    server.serve('/game.bin', file(content))
    const { uuid } = node.put(1, {
      install: [download()],
      update: [
        { do: 'write-file', path: 'new', content: 'x', words: 'writing' },
        download({ url: server.url('/missing') }),
      ],
    })
    await node.run(1, 'install')
    expect(await node.run(1, 'update')).toMatchObject({ status: 'error' })
    expect(node.state(1)).toBe('install_failed')
    expect(readFileSync(join(folderOf(uuid), 'bin/game.bin')).equals(content)).toBe(true)
  })

  it('an update that fails before it has changed anything leaves the game server as it was, and it can be started', async () => {
    const game: InstallStep = {
      do: 'write-file',
      path: 'game.sh',
      content: gameScript,
      words: 'writing the game',
    }
    const update = [download({ url: server.url('/missing') }), game]
    node.put(1, { uuid, install: [game], update, update_before_start: true })
    await node.run(1, 'install')
    expect(await node.run(1, 'update')).toMatchObject({
      status: 'error',
      message: expect.stringContaining('404'),
    })
    expect(node.app.gameServers.get(1)?.record).toMatchObject({ state: 'stopped', installed: true })
    expect(await node.run(1, 'start')).toMatchObject({ status: 'success', message: 'ready' })
    expect(said()).toContain(
      'it starts as it is, because the update did not work: downloading the game: 127.0.0.2',
    )
    await node.run(1, 'stop')
  })

  it('values that are read from JSON fill the steps after, and are never read again', async () => {
    const build = { version: '1.21', sha1: digest('sha1'), file: 'game.bin', odd: '{found.sha1}' }
    server.serve(
      '/builds',
      (_, response) => void response.end(JSON.stringify({ builds: [{ version: '1.20' }, build] })),
    )
    server.serve('/game.bin', file(content))
    const read = (name: string, where: string): InstallStep => ({
      do: 'read-json',
      url: server.url('/builds'),
      where,
      name,
      words: 'looking for the newest build',
    })
    define(
      read('sha1', 'builds[version=1.21].sha1'),
      read('file', 'builds[-1].file'),
      read('odd', 'builds[1].odd'),
      download({ url: server.url('/{found.file}'), to: '{found.file}', checksum: 'sha1:{found.sha1}' }),
      { do: 'write-file', path: 'notes', content: '{{x} {found.odd} {{found.sha1}', words: 'writing' },
    )
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
    expect(readFileSync(join(folderOf(uuid), 'game.bin')).equals(content)).toBe(true)
    expect(readFileSync(join(folderOf(uuid), 'notes'), 'utf8')).toBe('{x} {found.sha1} {found.sha1}')
    define(read('x', 'builds[7].file'))
    expect(await node.run(1, 'update')).toMatchObject({
      message: expect.stringContaining('the answer has nothing at "builds[7].file"'),
    })
    define(download({ url: server.url('/{found.other}') }))
    expect(await node.run(1, 'update')).toMatchObject({
      message: expect.stringContaining('no step before has found {found.other}'),
    })
  })

  it('a value that is given is taken as it is; empty and latest are looked up', async () => {
    server.serve('/latest', (_, response) => void response.end(JSON.stringify({ version: '2.0' })))
    const read = (given: string, name: string, path: string): InstallStep => ({
      do: 'read-json',
      given,
      url: server.url(path),
      where: 'version',
      name,
      words: 'looking for the newest version',
    })
    define(
      read('1.5', 'own', '/nowhere'),
      read('latest', 'newest', '/latest'),
      read('', 'empty', '/latest'),
      {
        do: 'write-file',
        path: 'notes',
        content: '{found.own} {found.newest} {found.empty}',
        words: 'writing',
      },
    )
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
    expect(readFileSync(join(folderOf(uuid), 'notes'), 'utf8')).toBe('1.5 2.0 2.0')
  })

  it('an answer that is no JSON, or too large, is refused with a reason', async () => {
    server.serve('/html', (_, response) => void response.end('<html>'))
    server.serve('/large', (_, response) => void response.end(JSON.stringify('x'.repeat(9_000_000))))
    const refused = { '/html': 'is not JSON', '/large': 'larger than 8 MiB' }
    for (const [path, text] of Object.entries(refused)) {
      define({ do: 'read-json', url: server.url(path), where: 'a', name: 'a', words: 'looking' })
      expect(await node.run(1, 'install')).toMatchObject({ message: expect.stringContaining(text) })
    }
  })
})
