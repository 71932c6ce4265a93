// Traversal strings on every route of files over HTTP: what leads out is refused, and nothing outside changes.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FilesWorld } from './files-world.ts'

/** Tried on every route. */
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

type Ask = (path: string) => ReturnType<FilesWorld['send']>

const leadsOut = (path: string) => path.split('/').includes('..') || path.includes('\0')
const isRefused = (status: number) => [400, 403, 404].includes(status)

/** A game server and somebody who may manage its files but not see its console. */
export class TraversalWorld extends FilesWorld {
  override agent = new Agent({ keepAlive: true, maxSockets: 16 })
  visitorToken = ''

  override async start(): Promise<this> {
    await super.start()
    const person = await this.person(this.gameServer, ['game-server-common', 'game-server-files'])
    this.visitorToken = person.sessionToken
    writeFileSync(join(this.folder, 'outside.txt'), 'outside')
    mkdirSync(join(this.root, 'a'))
    writeFileSync(join(this.root, 'inside.txt'), 'inside')
    return this
  }

  /** Names, sizes and times of all that is not the game server's own. */
  outside(): string {
    const names = readdirSync(this.folder, { recursive: true, encoding: 'utf8' })
    return names
      .filter(name => !join(this.folder, name).startsWith(this.root) && !name.startsWith('keeper'))
      .filter(name => !/^(console|state|store|metrics)|\.sqlite/.test(name))
      .map(name => {
        const stat = statSync(join(this.folder, name))
        return stat.isDirectory()
          ? `${name} ${stat.mode}`
          : `${name} ${stat.mode} ${stat.size} ${stat.mtimeMs}`
      })
      .toSorted()
      .join('\n')
  }
}

function routesOf(world: TraversalWorld): { reading: Record<string, Ask>; making: Record<string, Ask> } {
  const inQuery = (tail: string) => (path: string) =>
    world.send(world.address(tail, { path }), { sessionToken: world.visitorToken })
  const inBody = (tail: string, body: (path: string) => object) => (path: string) =>
    world.send(world.address(tail), {
      method: 'POST',
      sessionToken: world.visitorToken,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body(path))),
    })

  const reading: Record<string, Ask> = {
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
  const making: Record<string, Ask> = {
    mkdir: inBody('/mkdir', path => ({ path })),
    'rename to': inBody('/rename', path => ({ from: 'nothing', to: path })),
    'copy to': inBody('/copy', path => ({ from: 'inside.txt', to: path })),
    write: path =>
      world.send(world.address('/content', { path }), {
        method: 'PUT',
        sessionToken: world.visitorToken,
        headers: { 'content-length': '1' },
        body: Buffer.from('x'),
      }),
    upload: path => world.upload([{ name: 'x.txt', content: 'x' }], { path }, world.visitorToken),
  }
  return { reading, making }
}

/** Tries strings, some at a time; returns those whose answer is not as it must be. */
async function wrongAnswers(
  ask: Ask,
  strings: readonly string[],
  isRight: (status: number, path: string) => boolean,
): Promise<string[]> {
  const waiting = [...new Set([...own, ...strings])]
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

/** Declares the tests: `share` gives the strings of one route, `names` those for names of uploaded files. */
export function tryTraversalOverHttp(
  world: TraversalWorld,
  strings: { share(route: number): string[]; names: string[] },
): void {
  const { reading, making } = routesOf(world)
  const shareOf = (name: string) => strings.share(Object.keys({ ...reading, ...making }).indexOf(name))

  beforeAll(() => world.start())
  afterAll(() => world.stop())

  describe('T-056 traversal strings over HTTP', () => {
    test.each(Object.entries(reading))(
      'T-056 %s: 400, 403 or 404, and nothing outside changes',
      async (name, ask) => {
        const before = world.outside()
        expect(await wrongAnswers(ask, shareOf(name), isRefused)).toEqual([])
        expect(world.outside()).toBe(before)
        expect(existsSync(join(world.root, 'stolen'))).toBe(false)
        expect(readFileSync(join(world.root, 'inside.txt'), 'utf8')).toBe('inside')
      },
      600_000,
    )

    test.each(Object.entries(making))(
      'T-056 %s: what leads out is 400, 403 or 404; whatever is made, is made inside',
      async (name, ask) => {
        const before = world.outside()
        const isRight = (status: number, path: string) => (leadsOut(path) ? isRefused(status) : status < 500)
        expect(await wrongAnswers(ask, shareOf(name), isRight)).toEqual([])
        expect(world.outside()).toBe(before)
      },
      600_000,
    )

    test('T-056 the name of an uploaded file is walked too', async () => {
      const before = world.outside()
      for (const name of [...own, ...strings.names].filter(text => leadsOut(text) && !/["\r\n]/.test(text))) {
        const answer = await world.upload([{ name, content: 'x' }], {}, world.visitorToken)
        expect([400, 403, 404], name).toContain(answer.status)
      }
      expect(world.outside()).toBe(before)
    })
  })
}
