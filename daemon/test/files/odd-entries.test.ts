// Links, pipes, devices and names that nobody expects, through every verb.

import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { FileRequest } from '@rookery/contracts/daemon/file-request.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LinkRefusal } from '../../src/platform/panel-link/link-hooks.ts'
import { isRoot, openTestFolder, openTestNode, type TestNode } from '../open-test-node.ts'
import { askForFiles, refusedWith, writeRequest } from './ask-for-files.ts'
import { canMount } from './can-mount.ts'
import { snapshotTree } from './tree-snapshot.ts'

describe('odd entries', () => {
  let node: TestNode
  let inside: string
  let outside: string

  beforeEach(async () => {
    node = await openTestNode()
    const { uuid } = node.put(1)
    inside = join(node.folder, 'servers', uuid)
    outside = openTestFolder()
    writeFileSync(join(outside, 'secret'), 'outside', { mode: 0o600 })
    await put('a/file', 'inside')
  })
  afterEach(async () => {
    await node.end()
    rmSync(outside, { recursive: true })
  })

  const ask = (request: FileRequest, content: Buffer[] = []) => askForFiles(node.app, 1, request, content)
  const put = (path: string, text: string) =>
    ask(writeRequest(path, { make_folders: true }), [Buffer.from(text)])
  const refusal = (request: FileRequest) =>
    ask(request, [Buffer.from('x')]).then(
      () => 'worked',
      (error: unknown) => (error instanceof LinkRefusal ? error.code : String(error)),
    )
  const reading = (path: string): FileRequest[] => [
    { verb: 'list', path, offset: 0, limit: 10 },
    { verb: 'read', path, start: 0, end: null },
    { verb: 'hash', path, algorithm: 'md5' },
    { verb: 'search', path, name: '', content: '', limit: 10 },
  ]
  const below = (path: string): FileRequest[] => [
    ...reading(path),
    { verb: 'stat', path },
    { verb: 'pack', paths: [path], format: 'zip' },
    writeRequest(path),
    writeRequest(path, { make_folders: true }),
    { verb: 'mkdir', path: `${path}-new` },
    { verb: 'rename', from: path, to: 'stolen' },
    { verb: 'rename', from: 'a/file', to: `${path}-new` },
    { verb: 'copy', from: path, to: 'stolen' },
    { verb: 'copy', from: 'a/file', to: `${path}-new` },
    { verb: 'delete', paths: [path] },
    { verb: 'chmod', path, mode: 0o777 },
  ]

  test('T-058 links of every kind are never followed, and a delete takes the link alone', async () => {
    const targets: Record<string, string> = {
      absolute: outside,
      relative: `../../../${outside.split('/').at(-1)}`,
      file: join(outside, 'secret'),
      loop: 'loop',
      dangling: 'nowhere',
      ownroot: '/proc/self/root',
      initroot: '/proc/1/root',
      inner: 'a',
      chain0: 'a',
    }
    for (let step = 1; step <= 41; step += 1) targets[`chain${step}`] = `chain${step - 1}`
    for (const [name, target] of Object.entries(targets)) symlinkSync(target, join(inside, name))
    const before = snapshotTree(outside)
    for (const name of [
      ...Object.keys(targets).filter(key => !key.startsWith('chain')),
      'chain0',
      'chain41',
    ]) {
      for (const request of reading(name))
        expect(await refusal(request), `${request.verb} ${name}`).toBe('forbidden')
      expect(await refusal({ verb: 'chmod', path: name, mode: 0o777 })).toBe('forbidden')
      for (const request of below(`${name}/secret`))
        expect(await refusal(request), `${request.verb} below ${name}`).toBe('forbidden')
      const { answers } = await ask({ verb: 'stat', path: name })
      expect(answers).toMatchObject([{ entry: { type: 'link' } }])
    }
    await ask({ verb: 'copy', from: 'absolute', to: 'copied' })
    expect(readlinkSync(join(inside, 'copied'))).toBe(outside)
    await ask({ verb: 'mkdir', path: 'b' })
    await ask({ verb: 'rename', from: 'relative', to: 'b/relative' })
    await ask({ verb: 'copy', from: 'b', to: 'c' })
    expect(lstatSync(join(inside, 'c/relative')).isSymbolicLink()).toBe(true)
    await ask({ verb: 'delete', paths: ['absolute', 'file', 'inner', 'b', 'c', 'copied'] })
    expect(readdirSync(inside).filter(name => ['absolute', 'file', 'b'].includes(name))).toEqual([])
    expect(readFileSync(join(inside, 'a/file'), 'utf8')).toBe('inside')
    expect(snapshotTree(outside)).toEqual(before)
  })

  test.skipIf(!isRoot)('T-058 a hard link to somebody else’s file is no way out', async () => {
    linkSync(join(outside, 'secret'), join(inside, 'hard'))
    const before = readFileSync(join(outside, 'secret'), 'utf8')
    for (const request of [
      { verb: 'read' as const, path: 'hard', start: 0, end: null },
      { verb: 'hash' as const, path: 'hard', algorithm: 'md5' as const },
      { verb: 'copy' as const, from: 'hard', to: 'copied' },
      { verb: 'chmod' as const, path: 'hard', mode: 0o777 },
    ])
      expect(await refusal(request), request.verb).toBe('forbidden')
    const { answers } = await ask({ verb: 'search', path: '', name: '', content: 'outside', limit: 10 })
    expect(answers).toHaveLength(1)
    await put('hard', 'replaced')
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe(before)
    expect(lstatSync(join(outside, 'secret')).mode & 0o777).toBe(0o600)
  })

  test.skipIf(!canMount)('T-058 a mount inside is not entered', async () => {
    mkdirSync(join(inside, 'mounted'))
    execFileSync('mount', ['--bind', outside, join(inside, 'mounted')])
    try {
      for (const request of below('mounted/secret'))
        expect(await refusal(request), request.verb).toBe('forbidden')
      const { answers } = await ask({ verb: 'search', path: '', name: 'secret', content: '', limit: 10 })
      expect(answers).toHaveLength(1)
      await expect(ask({ verb: 'delete', paths: ['mounted'] })).rejects.toBeInstanceOf(LinkRefusal)
    } finally {
      execFileSync('umount', [join(inside, 'mounted')])
    }
    expect(existsSync(join(outside, 'secret'))).toBe(true)
  })

  test('T-059 the root itself is told and listed, and stays as it is', async () => {
    const before = lstatSync(inside)
    for (const path of ['', '.', '/', 'a/..', './', '//']) {
      const code = path === '' ? 'forbidden' : 'malformed_request'
      for (const request of [
        { verb: 'delete' as const, paths: ['a/file', path] },
        { verb: 'rename' as const, from: path, to: 'x' },
        { verb: 'rename' as const, from: 'a', to: path },
        { verb: 'chmod' as const, path, mode: 0o777 },
        { verb: 'read' as const, path, start: 0, end: null },
        { verb: 'hash' as const, path, algorithm: 'sha256' as const },
        writeRequest(path),
      ])
        expect(await refusal(request), `${request.verb} ${path}`).toBe(code)
      for (const request of [
        { verb: 'mkdir' as const, path },
        { verb: 'copy' as const, from: path, to: 'x' },
        { verb: 'copy' as const, from: 'a', to: path },
      ])
        expect(['forbidden', 'malformed_request', 'conflict']).toContain(await refusal(request))
    }
    expect((await ask({ verb: 'stat', path: '' })).answers).toMatchObject([{ entry: { type: 'directory' } }])
    expect(readdirSync(inside)).toEqual(['a'])
    expect(lstatSync(inside)).toMatchObject({ ino: before.ino, mode: before.mode })
  })

  test('T-060 odd names are stored literally, impossible ones refused', async () => {
    for (const name of ['a\0b', 'x'.repeat(256), 'ü'.repeat(128), '\ud800'])
      expect(await refusal(writeRequest(name)), name).toBe('malformed_request')
    const odd = [
      'x'.repeat(255),
      'a\nb',
      '\u202egpj.exe',
      '-rf',
      '$(id)',
      '`id`',
      '%2e%2e',
      'C:\\x',
      'CON',
      'dot.',
      ' space ',
      '<img src=x onerror=alert(1)>',
      '\u001b[31m',
    ]
    for (const name of odd) await put(name, name)
    const { answers } = await ask({ verb: 'list', path: '', offset: 0, limit: 100 })
    const listed = (answers[0] as { entries: { name: string }[] }).entries.map(({ name }) => name)
    expect(listed).toEqual(['a', ...odd.toSorted((a, b) => (a < b ? -1 : 1))])
    for (const name of odd) {
      const { bytes } = await ask({ verb: 'read', path: name, start: 0, end: null })
      expect(bytes.toString()).toBe(name)
      await ask({ verb: 'rename', from: name, to: `a/${name}` })
    }
    await ask({ verb: 'delete', paths: odd.map(name => `a/${name}`) })
    expect(readdirSync(join(inside, 'a'))).toEqual(['file'])
  })

  test('T-060 names that are no text are shown, renamed and deleted, alone or with their folder', async () => {
    const raw = (...bytes: number[]) => Buffer.concat([Buffer.from(`${inside}/`), Buffer.from(bytes)])
    writeFileSync(raw(0x66, 0xff), 'one')
    writeFileSync(raw(0x67, 0xfe), 'two')
    writeFileSync(raw(0x68, 0xfe), 'alike')
    writeFileSync(raw(0x68, 0xfd), 'alike')
    const { answers } = await ask({ verb: 'list', path: '', offset: 0, limit: 100 })
    const { entries } = answers[0] as { entries: { name: string; size_bytes: number }[] }
    expect(entries.map(({ name }) => name)).toEqual(['a', 'f\ufffd', 'g\ufffd', 'h\ufffd', 'h\ufffd'])
    expect(entries.map(({ size_bytes: size }) => size).slice(1)).toEqual([3, 3, 5, 5])
    await ask({ verb: 'rename', from: 'f\ufffd', to: 'text' })
    expect(readFileSync(join(inside, 'text'), 'utf8')).toBe('one')
    await ask({ verb: 'delete', paths: ['g\ufffd'] })
    await expect(ask({ verb: 'delete', paths: ['h\ufffd'] })).rejects.toEqual(refusedWith('not_found'))
    const found = await ask({ verb: 'search', path: '', name: 'h', content: 'alike', limit: 10 })
    expect(found.answers).toHaveLength(3)
    writeFileSync(Buffer.concat([Buffer.from(`${inside}/a/`), Buffer.from([0xff])]), 'x')
    await ask({ verb: 'copy', from: 'a', to: 'b' })
    expect(readdirSync(join(inside, 'b'), { encoding: 'buffer' })).toContainEqual(Buffer.from([0xff]))
    await ask({ verb: 'delete', paths: ['a', 'b'] })
    expect(readdirSync(inside)).toHaveLength(3)
  })

  test('T-061 pipes, sockets and devices hold nobody up', async () => {
    execFileSync('mkfifo', [join(inside, 'a/pipe')])
    const socket = createServer().listen(join(inside, 'a/socket'))
    const kinds = ['a/pipe', 'a/socket']
    if (isRoot && spawnSync('mknod', [join(inside, 'a/zero'), 'c', '1', '5']).status === 0)
      kinds.push('a/zero')
    try {
      for (const path of kinds) {
        const began = performance.now()
        for (const request of [...reading(path).slice(1, 3), writeRequest(path)])
          expect(await refusal(request), `${request.verb} ${path}`).toBe('conflict')
        expect(await refusal({ verb: 'copy', from: path, to: 'copied' })).toBe('conflict')
        const { answers } = await ask({ verb: 'stat', path })
        expect(answers).toMatchObject([{ entry: { type: 'other' } }])
        expect(performance.now() - began).toBeLessThan(20_000)
      }
      const search = await ask({ verb: 'search', path: '', name: '', content: 'inside', limit: 10 })
      expect(search.answers).toHaveLength(2)
      await ask({ verb: 'copy', from: 'a', to: 'b' })
      expect(readdirSync(join(inside, 'b'))).toEqual(['file'])
      expect((await ask({ verb: 'pack', paths: ['a'], format: 'tar.gz' })).bytes.length).toBeGreaterThan(0)
      await ask({ verb: 'usage' })
      await ask({ verb: 'delete', paths: ['a'] })
      expect(readdirSync(inside)).toEqual(['b'])
    } finally {
      socket.close()
    }
  })
})
