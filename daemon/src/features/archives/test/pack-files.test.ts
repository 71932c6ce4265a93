// Downloads of several files: sent as they are packed, as slow as the panel reads, whole whatever the game does meanwhile.

import { appendFileSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileTalk } from '../../files/logic/file-work.ts'
import { packFiles } from '../archives.ts'
import { type ArchiveFixture, openArchiveFixture, treeOf } from './archive-fixture.ts'

interface Panel extends FileTalk {
  sent: Buffer[]
  leave: () => void
}

/** `onSend` is awaited: a panel may read slowly, or leave. */
function openPanel(onSend: (panel: Panel) => Promise<void> | void = () => {}): Panel {
  const left = new AbortController()
  const panel: Panel = {
    sent: [],
    leave: () => left.abort(),
    signal: left.signal,
    answer: () => Promise.reject(new Error('nothing is answered')),
    incoming: () => {
      throw new Error('nothing comes in')
    },
    async send(bytes) {
      panel.sent.push(Buffer.from(bytes))
      await onSend(panel)
    },
  }
  return panel
}

const formats = ['zip', 'tar.gz'] as const

describe('8.2 packed downloads', () => {
  let game: ArchiveFixture
  beforeEach(async () => {
    game = await openArchiveFixture()
    for (let at = 0; at < 20; at += 1) game.write(`world/${at}`, `${at}`.repeat(100_000))
  })
  afterEach(() => game.close())

  const pack = (format: (typeof formats)[number], panel: Panel, paths = ['world']) =>
    packFiles(game.fixture, { verb: 'pack', paths, format }, panel)
  const unpacked = async (panel: Panel) => {
    writeFileSync(join(game.folder, 'download'), Buffer.concat(panel.sent))
    await game.extract('download', 'out')
    return treeOf(join(game.folder, 'out'))
  }

  it.each(formats)('%s: comes out whole, and nothing is stored on the node', async format => {
    const before = treeOf(join(game.folder, 'world'))
    const panel = openPanel(() => expect(readdirSync(game.folder)).toEqual(['world']))
    await pack(format, panel)
    expect(await unpacked(panel)).toEqual({
      'world/': '',
      ...Object.fromEntries(Object.entries(before).map(([name, what]) => [`world/${name}`, what])),
    })
  })

  it.each(formats)('8.2 %s: is as slow as the panel reads, and ends when the panel leaves', async format => {
    const mayGoOn = Promise.withResolvers<void>()
    const panel = openPanel(() => mayGoOn.promise)
    const packing = pack(format, panel)
    while (panel.sent.length === 0) await turn()
    for (let at = 0; at < 200; at += 1) await turn()
    expect(panel.sent).toHaveLength(1)
    panel.leave()
    mayGoOn.resolve()
    await expect(packing).rejects.toThrow(/abort/i)
    expect(panel.sent).toHaveLength(1)
    expect(readdirSync(`/proc/${process.pid}/fd`).length).toBeLessThan(200)
  })

  it.each(formats)('T-061 %s: files that grow, shrink and vanish do not break it', async format => {
    let count = 0
    const panel = openPanel(() => {
      count += 1
      if (count !== 1) return
      for (let at = 0; at < 20; at += 1) appendFileSync(join(game.folder, 'world', String(at)), 'more')
      truncateSync(join(game.folder, 'world', '3'), 10)
      rmSync(join(game.folder, 'world', '7'))
      rmSync(join(game.folder, 'world', '9'))
      mkdirSync(join(game.folder, 'world', '9'))
    })
    await pack(format, panel)
    expect(Object.keys(await unpacked(panel)).length).toBeGreaterThanOrEqual(19)
  })

  it('8.2 what is not there is refused before the first byte', async () => {
    const panel = openPanel()
    await expect(pack('zip', panel, ['world', 'missing'])).rejects.toThrow(/no such file/)
    await expect(pack('zip', panel, ['../x'])).rejects.toThrow(/\.\./)
    expect(panel.sent).toEqual([])
  })
})
