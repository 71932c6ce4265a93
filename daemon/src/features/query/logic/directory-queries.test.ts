// Every protocol of the library that names a host of its own is known as one.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { games } from 'gamedig'
import { describe, expect, it } from 'vitest'
import { asksDirectory } from './directory-queries.ts'

const folder = join(dirname(fileURLToPath(import.meta.resolve('gamedig'))), '../protocols')
const sources = new Map(
  readdirSync(folder)
    .filter(name => name.endsWith('.js') && name !== 'index.js')
    .map(name => [name.slice(0, -3), readFileSync(join(folder, name), 'utf8')]),
)

/** An address in a text that is not made of the game's own host. */
const namesHost = (text: string) =>
  text
    .split('\n')
    .filter(line => !/^\s*(\*|\/\/|\/\*)/.test(line))
    .some(line => /['`]https?:\/\/[a-z0-9-]+\.[a-z]|master\w*\.\w+\.(com|net|org)/.test(line))

function leadsToHost(name: string): boolean {
  const text = sources.get(name) ?? ''
  const others = [...text.matchAll(/from '\.\/([\w-]+)\.js'/g)].map(([, other = '']) => other)
  return namesHost(text) || others.some(other => other !== 'core' && leadsToHost(other))
}

describe('queries that ask a list on the internet', () => {
  it('are all whose code names a host', () => {
    const found = [...sources.keys()].filter(leadsToHost)
    expect(found.length).toBeGreaterThan(10)
    expect(found.filter(name => !asksDirectory(`protocol-${name}`, games))).toEqual([])
  })

  it('are known by the name of a game too', () => {
    expect(asksDirectory('minetest', games)).toBe(true)
    expect(asksDirectory('factorio', games)).toBe(true)
    for (const game of ['minecraft', 'openarena', 'rust', 'protocol-valve', 'nothing']) {
      expect(asksDirectory(game, games)).toBe(false)
    }
  })
})
