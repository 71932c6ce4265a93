// A game that swaps folders and links as fast as it can, in a process of its own, against every verb: not one escape.

import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FileRequest } from '@rookery/contracts/daemon/file-request.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { LinkRefusal } from '../../src/platform/panel-link/link-hooks.ts'
import { openTestFolder, openTestNode, type TestNode } from '../open-test-node.ts'
import { askForFiles, type FileAnswers, writeRequest } from './ask-for-files.ts'
import { contentsBelow, snapshotTree } from './tree-snapshot.ts'

const runMs = proofSize({ short: 200, proof: 60_000 })
const busyLimitMs = 45_000
/** Of each verb, so that every one has seen both sides of the race. */
const enough = proofSize({ short: 6, proof: 15 })
const marker = 'this is outside'
const hashOfInside = createHash('sha256').update('inside').digest('hex')
const codes = ['forbidden', 'not_found', 'conflict']

/** Exchanges what the names `slot` and `name` mean, between a real thing and a link to the outside, without end. */
const swapper = `
  const { renameSync, rmSync } = require('node:fs')
  const attempt = work => {
    try { work() } catch (error) { return error.code }
  }
  const move = (from, to) => {
    const refused = attempt(() => renameSync(from, to))
    if (refused === 'ENOTEMPTY') attempt(() => rmSync(to, { recursive: true, force: true }))
  }
  process.chdir(process.argv[1])
  process.stdout.write('ready')
  for (;;)
    for (const name of ['slot', 'name']) {
      move(name, name + '-real')
      move(name + '-link', name)
      move(name, name + '-link')
      move(name + '-real', name)
    }`

describe('link swapping beside the verbs', () => {
  let node: TestNode
  let outside: string
  let inside: string
  let child: ChildProcess
  let childExit: Promise<unknown>
  let before: string[]

  beforeEach(async () => {
    outside = openTestFolder()
    mkdirSync(join(outside, 'folder'))
    for (const name of ['file', 'victim']) writeFileSync(join(outside, name), marker, { mode: 0o600 })
    node = await openTestNode()
    const { uuid } = node.put(1)
    inside = join(node.folder, 'servers', uuid)
    for (const path of ['slot/file', 'slot/victim', 'name', 'plain'])
      await askForFiles(node.app, 1, writeRequest(path, { make_folders: true }), [Buffer.from('inside')])
    symlinkSync(outside, join(inside, 'slot-link'))
    symlinkSync(join(outside, 'file'), join(inside, 'name-link'))
    before = snapshotTree(outside)
    child = spawn(process.execPath, ['-e', swapper, inside], { stdio: ['ignore', 'pipe', 'inherit'] })
    childExit = once(child, 'exit')
    if (child.stdout) await once(child.stdout, 'data')
  })
  afterEach(async () => {
    child.kill('SIGKILL')
    await childExit
    await node.end()
    rmSync(outside, { recursive: true })
  })

  type Step = () => Promise<unknown>

  async function hammer(verbs: Record<string, Step>): Promise<void> {
    const began = performance.now()
    const seen = Object.fromEntries(Object.keys(verbs).map(name => [name, { worked: 0, refused: 0 }]))
    const sum = (of: 'worked' | 'refused') => Object.values(seen).reduce((total, own) => total + own[of], 0)
    const isEnough = () =>
      Object.values(seen).every(({ worked, refused }) => worked + refused >= enough) &&
      sum('worked') > enough &&
      sum('refused') > enough
    const goesOn = () => {
      const passedMs = performance.now() - began
      return passedMs < runMs || (!isEnough() && passedMs < busyLimitMs)
    }
    const runOne = async ([name, verb]: [string, Step]) => {
      const own = seen[name]
      while (own && goesOn()) {
        try {
          await verb()
          own.worked += 1
        } catch (error) {
          expect(error, name).toBeInstanceOf(LinkRefusal)
          expect(codes, name).toContain((error as LinkRefusal).code)
          own.refused += 1
        }
      }
    }
    await Promise.all(Object.entries(verbs).map(runOne))
    expect(isEnough(), JSON.stringify(seen)).toBe(true)
  }

  const ask = (request: FileRequest, content: Buffer[] = []) => askForFiles(node.app, 1, request, content)
  const harmless = ({ answers, bytes }: FileAnswers) => {
    expect(JSON.stringify(answers)).not.toContain(marker)
    expect(bytes.includes(marker)).toBe(false)
  }

  test('T-056 T-058 reading verbs: not one byte from outside', async () => {
    const read = async (path: string) => harmless(await ask({ verb: 'read', path, start: 0, end: null }))
    await hammer({
      'read below': () => read('slot/file'),
      'read itself': () => read('name'),
      list: async () => {
        const { answers } = await ask({ verb: 'list', path: 'slot', offset: 0, limit: 100 })
        expect(JSON.stringify(answers)).not.toContain('folder')
      },
      stat: async () => {
        const { answers } = await ask({ verb: 'stat', path: 'slot/file' })
        expect(answers).toMatchObject([{ entry: { size_bytes: 6 } }])
      },
      hash: async () => {
        const { answers } = await ask({ verb: 'hash', path: 'slot/file', algorithm: 'sha256' })
        expect(answers).toEqual([{ hash: hashOfInside }])
      },
      'search of names': async () => {
        const { answers } = await ask({ verb: 'search', path: '', name: 'folder', content: '', limit: 10 })
        expect(answers).toHaveLength(1)
      },
      'search of contents': async () => {
        const { answers } = await ask({
          verb: 'search',
          path: '',
          name: '',
          content: 'is outside',
          limit: 10,
        })
        expect(answers).toHaveLength(1)
      },
      pack: async () => {
        const { bytes } = await ask({ verb: 'pack', paths: ['slot', 'plain'], format: 'tar.gz' })
        expect(gunzipSync(bytes).includes(marker)).toBe(false)
      },
      usage: () => ask({ verb: 'usage' }),
    })
    expect(snapshotTree(outside)).toEqual(before)
  })

  test('T-056 T-058 changing verbs: nothing outside appears, changes or goes, and nothing comes in', async () => {
    let turn = 0
    const next = () => {
      turn += 1
      return turn
    }
    const content = [Buffer.from('inside')]
    const dropped = async (path: string) => {
      await ask({ verb: 'delete', paths: [path] })
    }
    await hammer({
      'write below': () => ask(writeRequest('slot/planted'), content),
      'write with folders': () =>
        ask(writeRequest(`slot/folder/${next()}/x`, { make_folders: true }), content),
      'write itself': () => ask(writeRequest('name'), content),
      mkdir: () => ask({ verb: 'mkdir', path: `slot/folder/${next()}` }),
      'rename out of it': async () => {
        const to = `stolen-${next()}`
        await ask({ verb: 'rename', from: 'slot/file', to })
        harmless(await ask({ verb: 'read', path: to, start: 0, end: null }))
        await ask({ verb: 'rename', from: to, to: 'slot/file' })
      },
      'rename into it': async () => {
        const from = `to-move-${next()}`
        await ask(writeRequest(from), content)
        await ask({ verb: 'rename', from, to: `slot/${from}` })
      },
      'copy of a file': async () => {
        const to = `copy-${next()}`
        await ask({ verb: 'copy', from: 'slot/file', to })
        harmless(await ask({ verb: 'read', path: to, start: 0, end: null }))
        await dropped(to)
      },
      'copy of a tree': async () => {
        const to = `tree-${next()}`
        await ask({ verb: 'copy', from: 'slot', to })
        const isLink = JSON.stringify(await ask({ verb: 'stat', path: to })).includes('"link"')
        if (!isLink)
          for (const found of contentsBelow(join(inside, to))) expect(found.includes(marker)).toBe(false)
        await dropped(to)
      },
      'copy into it': () => ask({ verb: 'copy', from: 'plain', to: `slot/copied-${next()}` }),
      'delete below': () => dropped('slot/victim'),
      'delete of a tree': () => dropped('slot/folder'),
      'chmod below': () => ask({ verb: 'chmod', path: 'slot/file', mode: 0o777 }),
      'chmod itself': () => ask({ verb: 'chmod', path: 'name', mode: 0o777 }),
      upload: () => uploadTo(`slot/uploaded-${next()}`, content),
    })
    child.kill('SIGKILL')
    await childExit
    expect(snapshotTree(outside)).toEqual(before)
    for (const found of contentsBelow(inside)) expect(found.includes(marker)).toBe(false)
    expect(readdirSync(inside).filter(name => name.endsWith('.tmp'))).toEqual([])
  }, 120_000)

  async function uploadTo(path: string, content: Buffer[]): Promise<void> {
    const upload = { upload_id: randomBytes(16).toString('hex'), user_id: 1 }
    const size = { size_bytes: 6, limit_bytes: 100 }
    const options = { expect: { what: 'anything' as const }, sha256: null, make_folders: true, metadata: '' }
    try {
      await ask({ verb: 'begin_upload', path, ...upload, ...size, ...options })
      await ask({ verb: 'append_upload', ...upload, offset: 0 }, content)
      const policy = { allowed_types: [], allow_archives: false, allow_binary: false }
      await ask({ verb: 'finish_upload', ...upload, upload: policy })
    } finally {
      await ask({ verb: 'remove_upload', ...upload })
    }
  }
})
