// What each verb of the file manager does on a node, and with which code it refuses.

import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileRequest } from '@rookery/contracts/daemon/file-request.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestNode, shellGame, type TestNode, until } from '../open-test-node.ts'
import { askForFiles, openFileAsk, refusedWith, writeRequest } from './ask-for-files.ts'

describe('file verbs', () => {
  let node: TestNode
  let folder: string

  beforeAll(async () => {
    node = await openTestNode()
    const { uuid } = node.put(1)
    folder = join(node.folder, 'servers', uuid)
    expect((await node.run(1, 'install')).status).toBe('success')
  })
  afterAll(() => node.end())
  beforeEach(async () => {
    for (const name of readdirSync(folder)) await ask({ verb: 'delete', paths: [name] })
  })

  const ask = async (request: FileRequest, ...content: string[]) =>
    askForFiles(
      node.app,
      1,
      request,
      content.map(text => Buffer.from(text)),
    )
  const answer = async (request: FileRequest, ...content: string[]) =>
    (await ask(request, ...content)).answers.at(-1) as Record<string, unknown>
  const put = (path: string, text: string, change = {}) => answer(writeRequest(path, change), text)

  test('8.2 a file is written, told, read whole and in part, and hashed', async () => {
    const { etag } = await put('a.txt', 'hello world')
    const reported = await answer({ verb: 'stat', path: 'a.txt' })
    expect(reported).toMatchObject({
      etag,
      entry: { name: 'a.txt', type: 'file', size_bytes: 11, mode: 0o640 },
    })
    const whole = await ask({ verb: 'read', path: 'a.txt', start: 0, end: null })
    expect(whole.answers).toEqual([reported])
    expect(whole.bytes.toString()).toBe('hello world')
    const part = async (start: number, end: number | null) =>
      (await ask({ verb: 'read', path: 'a.txt', start, end })).bytes.toString()
    expect(await part(4, 6)).toBe('o w')
    expect(await part(6, null)).toBe('world')
    expect(await part(0, 0)).toBe('h')
    expect(await part(6, 1_000)).toBe('world')
    expect(await part(11, null)).toBe('')
    for (const algorithm of ['sha256', 'sha1', 'md5'] as const) {
      const expected = createHash(algorithm).update('hello world').digest('hex')
      expect(await answer({ verb: 'hash', path: 'a.txt', algorithm })).toEqual({ hash: expected })
    }
    expect(statSync(join(folder, 'a.txt')).uid).toBe(statSync(folder).uid)
  })

  test('8.2 a list has folders first and pages', async () => {
    mkdirSync(join(folder, 'z-folder'))
    for (const name of ['b', 'a', 'c']) writeFileSync(join(folder, name), name)
    const page = async (offset: number, limit: number) => {
      const { entries, ...rest } = await answer({ verb: 'list', path: '', offset, limit })
      return { names: (entries as { name: string }[]).map(({ name }) => name), ...rest }
    }
    expect(await page(0, 2)).toEqual({ names: ['z-folder', 'a'], total: 4, is_cut: false })
    expect(await page(2, 10)).toEqual({ names: ['b', 'c'], total: 4, is_cut: false })
  })

  test('8.2 what is expected of the name is checked at the beginning and again at the end', async () => {
    const { etag } = (await put('a', 'one')) as { etag: string }
    await expect(put('a', 'two', { expect: { what: 'nothing' } })).rejects.toEqual(refusedWith('conflict'))
    const { etag: second } = await put('a', 'two', { expect: { what: 'etag', etag } })
    expect(second).not.toBe(etag)
    await expect(put('a', 'three', { expect: { what: 'etag', etag } })).rejects.toEqual(
      refusedWith('precondition_failed'),
    )
    await expect(put('gone', 'x', { expect: { what: 'etag', etag } })).rejects.toEqual(
      refusedWith('precondition_failed'),
    )
    const late = openFileAsk(
      node.app,
      1,
      writeRequest('a', { expect: { what: 'etag', etag: second as string } }),
    )
    const fresh = openFileAsk(node.app, 1, writeRequest('new', { expect: { what: 'nothing' } }))
    await until(() => late.soFar.answers.length + fresh.soFar.answers.length === 2, 'both may send')
    writeFileSync(join(folder, 'a'), 'the game was faster')
    writeFileSync(join(folder, 'new'), 'the game was faster')
    for (const open of [late, fresh]) {
      await open.send(Buffer.from('mine'))
      open.sentAll()
    }
    await expect(late.ended).rejects.toEqual(refusedWith('precondition_failed'))
    await expect(fresh.ended).rejects.toEqual(refusedWith('conflict'))
    for (const name of ['a', 'new'])
      expect(readFileSync(join(folder, name), 'utf8')).toBe('the game was faster')
    expect(readdirSync(folder).sort()).toEqual(['a', 'new'])
  })

  test('8.2 of many who save the same version at the same moment one alone wins', async () => {
    const { etag } = (await put('a', 'old')) as { etag: string }
    const saves = Array.from({ length: 20 }, (_, index) =>
      put('a', `version ${index}`, { expect: { what: 'etag', etag } }).then(
        () => index,
        (error: unknown) => {
          expect(error).toEqual(refusedWith('precondition_failed'))
          return null
        },
      ),
    )
    const winners = (await Promise.all(saves)).filter(index => index !== null)
    expect(winners).toHaveLength(1)
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe(`version ${winners[0]}`)
  })

  test('8.2 the etag of a save fits the next save, also for a new file', async () => {
    let { etag } = (await put('a', 'one', { expect: { what: 'nothing' } })) as { etag: string }
    for (const text of ['two', 'three']) {
      expect((await answer({ verb: 'stat', path: 'a' })).etag).toBe(etag)
      const written = await put('a', text, { expect: { what: 'etag', etag } })
      etag = written.etag as string
    }
  })

  test('8.2 C321 too large, another SHA-256, missing folders: nothing stays', async () => {
    await expect(put('a', '123456', { limit_bytes: 5 })).rejects.toEqual(refusedWith('too_large'))
    await expect(put('a', 'x', { sha256: '0'.repeat(64) })).rejects.toEqual(refusedWith('invalid_input'))
    await expect(put('x/y/a', 'x')).rejects.toEqual(refusedWith('not_found'))
    await expect(put('x/y/a', '123456', { make_folders: true, limit_bytes: 5 })).rejects.toEqual(
      refusedWith('too_large'),
    )
    expect(readdirSync(folder)).toEqual([])
    const sha256 = createHash('sha256').update('x').digest('hex')
    await put('x/y/a', 'x', { make_folders: true, sha256 })
    expect(readFileSync(join(folder, 'x/y/a'), 'utf8')).toBe('x')
    expect(statSync(join(folder, 'x/y')).uid).toBe(statSync(folder).uid)
  })

  test('C326 an upload is checked by its content before it appears', async () => {
    const upload = { allowed_types: [], allow_archives: false, allow_binary: false }
    expect(await put('a.json', '{"a":1}', { upload })).toMatchObject({ size_bytes: 7 })
    const elf = Buffer.alloc(4_096)
    elf.write('\x7fELF\x02\x01\x01', 'latin1')
    const refused = askForFiles(node.app, 1, writeRequest('b.txt', { upload }), [elf])
    await expect(refused).rejects.toEqual(refusedWith('unsupported_media_type'))
    expect(readdirSync(folder)).toEqual(['a.json'])
  })

  test('8.2 folders are made, names changed, trees copied and removed, rights set', async () => {
    await answer({ verb: 'mkdir', path: 'one/two' })
    await put('one/two/file', 'content')
    await answer({ verb: 'chmod', path: 'one/two/file', mode: 0o755 })
    await answer({ verb: 'copy', from: 'one', to: 'copy' })
    await answer({ verb: 'copy', from: 'one/two/file', to: 'file' })
    await answer({ verb: 'rename', from: 'copy', to: 'moved' })
    expect(readFileSync(join(folder, 'moved/two/file'), 'utf8')).toBe('content')
    for (const path of ['moved/two/file', 'file'])
      expect(statSync(join(folder, path)).mode & 0o777).toBe(0o755)
    for (const path of ['moved', 'moved/two', 'moved/two/file', 'file'])
      expect(lstatSync(join(folder, path)).uid, path).toBe(statSync(folder).uid)
    const taken: FileRequest[] = [
      { verb: 'mkdir', path: 'one' },
      { verb: 'rename', from: 'file', to: 'one' },
      { verb: 'copy', from: 'one', to: 'moved' },
      { verb: 'copy', from: 'file', to: 'one/two/file' },
      { verb: 'copy', from: 'one', to: 'one/two/three' },
      { verb: 'copy', from: 'one', to: 'one' },
    ]
    for (const request of taken) await expect(ask(request)).rejects.toEqual(refusedWith('conflict'))
    await expect(ask({ verb: 'rename', from: 'one', to: 'one/two/three' })).rejects.toEqual(
      refusedWith('malformed_request'),
    )
    await expect(ask({ verb: 'delete', paths: ['file', 'missing'] })).rejects.toEqual(
      refusedWith('not_found'),
    )
    expect(existsSync(join(folder, 'file'))).toBe(true)
    await ask({ verb: 'delete', paths: ['moved', 'moved/two', 'file'] })
    expect(readdirSync(folder)).toEqual(['one'])
  })

  test('8.2 search finds names and lines, and says when it has not seen all', async () => {
    mkdirSync(join(folder, 'logs/old'), { recursive: true })
    writeFileSync(join(folder, 'logs/latest.log'), 'first\nAn ERROR here\r\nlast error')
    writeFileSync(join(folder, 'logs/old/Server.LOG'), `${'x'.repeat(300_000)}error\nnothing\nérror error`)
    writeFileSync(join(folder, 'logs/binary.log'), Buffer.from('error\0error'))
    writeFileSync(join(folder, 'readme.md'), 'no problem')
    const search = async (change: Partial<Extract<FileRequest, { verb: 'search' }>>) => {
      const { answers } = await ask({
        verb: 'search',
        path: '',
        name: '',
        content: '',
        limit: 100,
        ...change,
      })
      return { found: answers.slice(0, -1), end: answers.at(-1) }
    }
    const names = async (name: string, path = '') =>
      (await search({ name, path })).found.map(found => String(found.path)).sort()
    expect(await names('log')).toEqual(['logs', 'logs/binary.log', 'logs/latest.log', 'logs/old/Server.LOG'])
    expect(await names('*.log', 'logs/old')).toEqual(['logs/old/Server.LOG'])
    expect(await names('r*e.?d')).toEqual(['readme.md'])
    const lines = (await search({ content: 'error' })).found
      .map(({ path, line }) => ({ path: String(path), ...(line as { number: number; text: string }) }))
      .sort((a, b) => `${a.path}:${a.number}`.localeCompare(`${b.path}:${b.number}`))
    expect(lines).toEqual([
      { path: 'logs/latest.log', number: 2, text: 'An ERROR here' },
      { path: 'logs/latest.log', number: 3, text: 'last error' },
      { path: 'logs/old/Server.LOG', number: 1, text: expect.stringMatching(/^x{100}error$/) },
      { path: 'logs/old/Server.LOG', number: 3, text: 'érror error' },
    ])
    expect((await search({ content: 'error', limit: 2 })).end).toMatchObject({ is_cut: true })
    expect((await search({ name: 'readme' })).end).toEqual({ is_cut: false, looked_at: 6 })
    await expect(search({ path: 'nowhere' })).rejects.toEqual(refusedWith('not_found'))
  })

  test('8.2 usage counts bytes and files, not folders', async () => {
    await put('a', '12345')
    await answer({ verb: 'mkdir', path: 'b' })
    const { free_bytes: freeBytes, ...usage } = await answer({ verb: 'usage' })
    expect(usage).toEqual({ used_bytes: 5, files: 1, limit_bytes: null })
    expect(freeBytes).toBeGreaterThan(0)
  })

  test('L11 what cannot be read or is not known is refused with a reason', async () => {
    for (const text of ['', '{', '{}', '{"verb":"format"}', '{"verb":"list","path":1}', 'null', '[]'])
      await expect(askForFiles(node.app, 1, text), text).rejects.toEqual(refusedWith('invalid_input'))
    await expect(askForFiles(node.app, 99, { verb: 'usage' })).rejects.toEqual(refusedWith('not_found'))
  })

  test('8.2 looking at a game server that was never installed makes no folder', async () => {
    const { uuid } = node.put(2)
    const other = (request: FileRequest, content: Buffer[] = []) => askForFiles(node.app, 2, request, content)
    expect((await other({ verb: 'list', path: '', offset: 0, limit: 10 })).answers).toEqual([
      { entries: [], total: 0, is_cut: false },
    ])
    expect((await other({ verb: 'usage' })).answers).toMatchObject([{ used_bytes: 0, files: 0 }])
    const search = { verb: 'search' as const, path: '', name: '', content: '', limit: 1 }
    expect((await other(search)).answers).toEqual([{ is_cut: false, looked_at: 0 }])
    for (const request of [
      { verb: 'stat' as const, path: 'x' },
      { verb: 'delete' as const, paths: ['x'] },
      { verb: 'copy' as const, from: 'x', to: 'y' },
    ])
      await expect(other(request)).rejects.toEqual(refusedWith('not_found'))
    expect(existsSync(join(node.folder, 'servers', uuid))).toBe(false)
    await other(writeRequest('config.txt'), [Buffer.from('x')])
    expect(readFileSync(join(node.folder, 'servers', uuid, 'config.txt'), 'utf8')).toBe('x')
  })

  test('8.2 while it is being installed files are read and not changed', async () => {
    const install = [
      { do: 'write-file' as const, path: 'game.sh', content: 'x', words: 'writing' },
      {
        do: 'run-program' as const,
        command: ['/bin/sh', '-c', 'while [ ! -e go ]; do :; done'],
        words: 'waiting',
      },
    ]
    const { uuid } = node.put(3, { ...shellGame('exit 0'), install })
    const taskId = node.ask(3, 'install')
    await until(() => existsSync(join(node.folder, 'servers', uuid, 'game.sh')), 'the installation has begun')
    const other = (request: FileRequest) => askForFiles(node.app, 3, request)
    expect((await other({ verb: 'read', path: 'game.sh', start: 0, end: null })).bytes.toString()).toBe('x')
    for (const request of [
      writeRequest('game.sh'),
      { verb: 'mkdir' as const, path: 'x' },
      { verb: 'rename' as const, from: 'game.sh', to: 'y' },
      { verb: 'copy' as const, from: 'game.sh', to: 'y' },
      { verb: 'delete' as const, paths: ['game.sh'] },
      { verb: 'chmod' as const, path: 'game.sh', mode: 0o777 },
    ])
      await expect(other(request)).rejects.toEqual(refusedWith('conflict'))
    writeFileSync(join(node.folder, 'servers', uuid, 'go'), '')
    await node.ended(taskId)
  })
})
