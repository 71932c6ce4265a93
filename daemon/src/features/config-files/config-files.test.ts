// Config files in a real folder: written only when something changes, never through a link, never waiting for a pipe.

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConfigFile } from '@rookery/contracts/template/config-files.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ConfinedRoot, openRoot } from '../../platform/confined-files.ts'
import { applyConfigFiles, setProperty } from './config-files.ts'

const isRoot = process.getuid?.() === 0
const gameUserId = 200_123

describe('config files', () => {
  let top = ''
  let inside = ''
  let outside = ''
  let root: ConfinedRoot

  beforeEach(async () => {
    top = mkdtempSync(join(tmpdir(), 'rookery-'))
    inside = join(top, 'inside')
    outside = join(top, 'outside')
    mkdirSync(inside)
    mkdirSync(outside)
    root = await openRoot(inside, isRoot ? { owner: { uid: gameUserId, gid: gameUserId } } : {})
  })
  afterEach(async () => {
    await root.close()
    rmSync(top, { recursive: true })
  })

  const properties = (path: string, values: Record<string, string>, create = true): ConfigFile => ({
    path,
    format: 'properties',
    create,
    values: Object.entries(values).map(([key, value]) => ({ key, value })),
  })
  const apply = async (...files: ConfigFile[]) => {
    const said: string[] = []
    await applyConfigFiles(root, files, message => said.push(message))
    return said
  }
  const write = (name: string, content: string | Buffer) => writeFileSync(join(inside, name), content)
  const read = (name: string) => readFileSync(join(inside, name), 'utf8')

  test('sets what is wanted and keeps the mode; what is right already is not written again', async () => {
    write('server.properties', '# own\r\nserver-port=1\r\nmotd=x')
    chmodSync(join(inside, 'server.properties'), 0o604)
    const file = properties('server.properties', { 'server-port': '25565', extra: 'y' })
    expect(await apply(file)).toEqual([])
    expect(read('server.properties')).toBe('# own\r\nserver-port=25565\r\nmotd=x\r\nextra=y')
    const { ino, mode, mtimeMs } = statSync(join(inside, 'server.properties'))
    expect(mode & 0o777).toBe(0o604)
    expect(await apply(file)).toEqual([])
    expect(statSync(join(inside, 'server.properties'))).toMatchObject({ ino, mtimeMs })
    expect(readdirSync(inside)).toEqual(['server.properties'])
  })

  test('makes a missing file with its folders, or leaves it missing', async () => {
    const one = properties('/deep/er/server.properties', { a: '1' })
    const other = properties('other.properties', { a: '1' }, false)
    const empty: ConfigFile = {
      path: 'x.cfg',
      format: 'lines',
      create: true,
      values: [{ key: 'a', value: 'ab' }],
    }
    expect(await apply(one, other, empty)).toEqual([])
    expect(read('deep/er/server.properties')).toBe('a=1\n')
    expect(readdirSync(inside)).toEqual(['deep'])
  })

  test.skipIf(!isRoot)('what is written belongs to the game, whoever owned it', async () => {
    write('a.properties', 'a=0\n')
    write('b.properties', 'a=0\n')
    chownSync(join(inside, 'a.properties'), gameUserId, gameUserId)
    expect(
      await apply(...['a', 'b', 'new/c'].map(name => properties(`${name}.properties`, { a: '1' }))),
    ).toEqual([])
    for (const name of ['a.properties', 'b.properties', 'new', 'new/c.properties']) {
      expect(statSync(join(inside, name)), name).toMatchObject({ uid: gameUserId, gid: gameUserId })
    }
  })

  test('T-058 a link out of the folder is neither read nor written, and the start goes on', async () => {
    writeFileSync(join(outside, 'secret'), 'password=swordfish\n', { mode: 0o600 })
    symlinkSync(join(outside, 'secret'), join(inside, 'link.properties'))
    symlinkSync(outside, join(inside, 'folder'))
    symlinkSync(join(outside, 'new'), join(inside, 'dangling.properties'))
    const paths = [
      'link.properties',
      'folder/secret',
      'folder/new',
      'dangling.properties',
      '../outside/secret',
    ]
    const said = await apply(
      ...paths.map(path => properties(path, { password: 'x' })),
      properties('a', { b: 'c' }),
    )
    expect(said).toHaveLength(paths.length)
    for (const message of said) expect(message).not.toContain('swordfish')
    expect(read('a')).toBe('b=c\n')
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('password=swordfish\n')
    expect(readdirSync(outside)).toEqual(['secret'])
    expect(lstatSync(join(inside, 'link.properties')).isSymbolicLink()).toBe(true)
  })

  test.skipIf(!isRoot)(
    "T-058 a second name of another user's file is neither read nor replaced",
    async () => {
      writeFileSync(join(outside, 'secret'), 'a=1\n', { mode: 0o600 })
      chownSync(inside, gameUserId, gameUserId)
      linkSync(join(outside, 'secret'), join(inside, 'hard'))
      expect(await apply(properties('hard', { a: '2' }))).toHaveLength(1)
      expect(read('hard')).toBe('a=1\n')
    },
  )

  test('T-061 a pipe and a folder become warnings at once', async () => {
    execFileSync('mkfifo', [join(inside, 'pipe')])
    mkdirSync(join(inside, 'folder'))
    const began = performance.now()
    expect(await apply(properties('pipe', { a: '1' }), properties('folder', { a: '1' }))).toHaveLength(2)
    expect(performance.now() - began).toBeLessThan(20_000)
  })

  test('a file that is too large or broken is left alone with a warning', async () => {
    write('large', Buffer.alloc((8 << 20) + 1, 'a'))
    write('broken.json', '{"a": ')
    const values = [{ key: 'a', value: 'secret' }]
    const said = await apply(properties('large', { a: '1' }), {
      path: 'broken.json',
      format: 'json',
      create: true,
      values,
    })
    expect(said).toEqual([
      expect.stringMatching(/^large .*larger than/),
      expect.stringMatching(/^broken\.json .*JSON/),
    ])
    expect(said.join()).not.toContain('secret')
    expect(read('broken.json')).toBe('{"a": ')
    expect(statSync(join(inside, 'large')).size).toBe((8 << 20) + 1)
  })

  test('bytes survive: Latin-1, marks, UTF-16', async () => {
    const latin1 = Buffer.from('motd=Gr\xfc\xdfe\nport=1\n', 'latin1')
    write('latin1.properties', latin1)
    write('mark.properties', '\ufeffport=1\n')
    write('wide.ini', Buffer.from('\ufeff[S]\r\nName=ü\r\nport=1\r\n', 'utf16le'))
    write('latin1.ini', latin1)
    const ini = (path: string, key: string, value: string): ConfigFile => ({
      path,
      format: 'ini',
      create: true,
      values: [{ key, value }],
    })
    const said = await apply(
      properties('latin1.properties', { port: '2', new: '→ü' }),
      properties('mark.properties', { port: '2' }),
      ini('wide.ini', 'S.port', '→'),
      ini('latin1.ini', 'port', '→'),
      ini('latin1.ini', 'port', 'ü'),
    )
    expect(said).toEqual([expect.stringContaining('encoding')])
    expect(readFileSync(join(inside, 'latin1.properties'), 'latin1')).toBe(
      'motd=Gr\xfc\xdfe\nport=2\nnew=\\u2192\\u00fc\n',
    )
    expect(read('mark.properties')).toBe('\ufeffport=2\n')
    expect(readFileSync(join(inside, 'wide.ini'), 'utf16le')).toBe('\ufeff[S]\r\nName=ü\r\nport=→\r\n')
    expect(readFileSync(join(inside, 'latin1.ini'), 'latin1')).toBe('motd=Gr\xfc\xdfe\nport=\xfc\n')
  })

  test('a property is set by a step of an installation, or refused with a reason', async () => {
    await setProperty(root, { path: 'eula.txt', format: 'properties', key: 'eula', value: 'true' })
    expect(read('eula.txt')).toBe('eula=true\n')
    write('broken.yml', 'a: [')
    const step = { path: 'broken.yml', format: 'yaml', key: 'a', value: 'swordfish' } as const
    await expect(setProperty(root, step)).rejects.toThrow(/^broken\.yml: .*YAML/)
  })
})
