// T-055 and T-056 over HTTP: who may manage files sees everything inside a game server's folder and nothing outside.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FilesWorld, jsonOf } from './files-world.ts'

const vectors = fileURLToPath(new URL('../../../shared/vectors/paths', import.meta.url))
const own = [
  '..',
  '../',
  '/..',
  'a/../..',
  '../../../../etc/passwd',
  '/etc/passwd',
  'a/../../b',
  '..\\..\\x',
  '%2e%2e/x',
  '....//x',
  '..\0',
  'a/\0',
]
const strings = [
  ...own,
  ...(existsSync(vectors)
    ? readdirSync(vectors)
        .filter(name => name.endsWith('.txt'))
        .flatMap(name => readFileSync(join(vectors, name), 'latin1').split(/\r?\n/))
    : []),
].filter((text, index, all) => text !== '' && all.indexOf(text) === index)

const world = new FilesWorld()
world.agent = new Agent({ keepAlive: true, maxSockets: 16 })
let sessionToken: string
beforeAll(async () => {
  await world.start()
  const person = await world.person(world.gameServer, ['game-server-common', 'game-server-files'])
  sessionToken = person.sessionToken
  writeFileSync(join(world.folder, 'outside.txt'), 'outside')
  mkdirSync(join(world.root, 'a'))
  writeFileSync(join(world.root, 'inside.txt'), 'inside')
})
afterAll(() => world.stop())

/** Names, sizes and times of all that is not the game server's own. */
function outside(): string {
  const names = readdirSync(world.folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter(name => !join(world.folder, name).startsWith(world.root) && !name.startsWith('keeper'))
    .filter(name => !/^(console|state|store|metrics)|\.sqlite/.test(name))
    .map(name => {
      const stat = statSync(join(world.folder, name))
      return stat.isDirectory() ? `${name} ${stat.mode}` : `${name} ${stat.mode} ${stat.size} ${stat.mtimeMs}`
    })
    .toSorted()
    .join('\n')
}

const inQuery = (tail: string) => (path: string) =>
  world.send(world.address(tail, { path }), { sessionToken })
const inBody = (tail: string, body: (path: string) => object) => (path: string) =>
  world.send(world.address(tail), {
    method: 'POST',
    sessionToken,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body(path))),
  })

const reading: Record<string, (path: string) => ReturnType<FilesWorld['send']>> = {
  list: inQuery(''),
  content: inQuery('/content'),
  download: inQuery('/download'),
  hash: inQuery('/hash'),
  search: inQuery('/search'),
  'rename from': inBody('/rename', path => ({ from: path, to: 'stolen' })),
  'copy from': inBody('/copy', path => ({ from: path, to: 'stolen' })),
  chmod: inBody('/chmod', path => ({ path, mode: '777' })),
  delete: inBody('/delete', path => ({ paths: [path] })),
}
/** What is no way out may be a name like any other here. */
const making: typeof reading = {
  mkdir: inBody('/mkdir', path => ({ path })),
  'rename to': inBody('/rename', path => ({ from: 'nothing', to: path })),
  'copy to': inBody('/copy', path => ({ from: 'inside.txt', to: path })),
  write: path =>
    world.send(world.address('/content', { path }), {
      method: 'PUT',
      sessionToken,
      headers: { 'content-length': '1' },
      body: Buffer.from('x'),
    }),
  upload: path => world.upload([{ name: 'x.txt', content: 'x' }], { path }, sessionToken),
}
const leadsOut = (path: string) => path.split('/').includes('..') || path.includes('\0')

type Ask = (path: string) => ReturnType<FilesWorld['send']>

/**
 * Tries strings, some at a time; tells those whose answer is not as it must be. A read and a write try all of them, each
 * other route another fifth: what walks a path is one and the same, and is tried with all of them on the node.
 */
async function wrongAnswers(
  ask: Ask,
  share: number | 'all',
  isRight: (status: number, path: string) => boolean,
): Promise<string[]> {
  const waiting = strings.filter(
    (_, index) => share === 'all' || index < own.length || index % 5 === share % 5,
  )
  const wrong: string[] = []
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const { status, bytes } = await ask(path)
      if (!isRight(status, path)) wrong.push(`${status} for ${JSON.stringify(path)}: ${bytes.toString()}`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, work))
  return wrong
}

const shareOf = (name: string) =>
  name === 'content' || name === 'write' ? 'all' : Object.keys({ ...reading, ...making }).indexOf(name)

const isRefused = (status: number) => [400, 403, 404].includes(status)

describe('T-056 traversal strings over HTTP', () => {
  test.each(Object.entries(reading))(
    'T-056 %s: 400, 403 or 404, and nothing outside changes',
    async (name, ask) => {
      const before = outside()
      expect(await wrongAnswers(ask, shareOf(name), isRefused)).toEqual([])
      expect(outside()).toBe(before)
      expect(existsSync(join(world.root, 'stolen'))).toBe(false)
      expect(readFileSync(join(world.root, 'inside.txt'), 'utf8')).toBe('inside')
    },
    600_000,
  )

  test.each(Object.entries(making))(
    'T-056 %s: what leads out is 400, 403 or 404; whatever is made, is made inside',
    async (name, ask) => {
      const before = outside()
      const isRight = (status: number, path: string) => (leadsOut(path) ? isRefused(status) : status < 500)
      expect(await wrongAnswers(ask, shareOf(name), isRight)).toEqual([])
      expect(outside()).toBe(before)
    },
    600_000,
  )

  test('T-056 the name of an uploaded file is walked too', async () => {
    const before = outside()
    for (const name of strings.filter(text => leadsOut(text) && !/["\r\n]/.test(text)).slice(0, 500)) {
      const answer = await world.upload([{ name, content: 'x' }], {}, sessionToken)
      expect([400, 403, 404], name).toContain(answer.status)
    }
    expect(outside()).toBe(before)
  })
})

describe('T-056 traversal strings in tasks', () => {
  test.each(['../stolen', '/etc/passwd', '../../outside.txt', 'a/../../b'])(
    'T-056 packing and unpacking %s is accepted as a task and refused by the node',
    async path => {
      const before = outside()
      const orders: [string, object][] = [
        ['/archive', { paths: [path], format: 'zip', target: 'stolen.zip' }],
        ['/archive', { paths: ['inside.txt'], format: 'zip', target: path }],
        ['/extract', { path, target: 'stolen' }],
        ['/extract', { path: 'inside.txt', target: path }],
      ]
      for (const [tail, body] of orders) {
        const ordered = await world.ask('POST', world.address(tail), body)
        expect(ordered.status).toBe(202)
        const { status } = await world.ended((ordered.json as { task_id: number }).task_id)
        expect(status, `${tail} ${JSON.stringify(body)}`).toBe('error')
      }
      expect(outside()).toBe(before)
      expect(existsSync(join(world.root, 'stolen.zip'))).toBe(false)
    },
  )
})

describe('T-055 who may manage files but not see the console', () => {
  test('T-055 reads the log that the game writes into its folder: it is a file like any other', async () => {
    writeFileSync(join(world.root, 'console.log'), 'rcon_password was hunter2\n')
    const denied = await world.ask('GET', `/api/servers/${world.gameServer}/console`, undefined, sessionToken)
    expect(denied.status).toBe(403)
    const read = await world.send(world.address('/content', { path: 'console.log' }), { sessionToken })
    expect([read.status, read.bytes.toString()]).toEqual([200, 'rcon_password was hunter2\n'])
  })

  test('T-055 nothing outside the folder is reached: not the daemon, not another game server', async () => {
    const another = await world.addGame('echo ready; read -r line')
    const uuid = (await world.folderOf(another)).split('/').at(-1) ?? ''
    for (const path of [`../${uuid}/game.sh`, '../../daemon.yaml', '../../outside.txt', '../..', '..']) {
      for (const tail of ['', '/content', '/download', '/hash']) {
        const answer = await world.send(world.address(tail, { path }), { sessionToken })
        expect([400, 403, 404], `${tail} ${path}`).toContain(answer.status)
      }
    }
    const foreign = await world.send(`/api/servers/${another}/files`, { sessionToken })
    expect([foreign.status, jsonOf(foreign).code]).toEqual([403, 'forbidden'])
  })
})
