// A file of a terabyte and a folder of very many names: bounded memory, an end when the panel leaves, others served.

import { execFileSync } from 'node:child_process'
import { readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FileRequest } from '@rookery/contracts/daemon/file-request.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { proofTest } from '../../../test-services/proof-size.ts'
import { watchBlocks } from '../longest-block.ts'
import { openTestFolder, openTestNode, type TestNode, until } from '../open-test-node.ts'
import { askForFiles, openFileAsk, refusedWith, writeRequest } from './ask-for-files.ts'
import { openRoomyFolder } from './roomy-folder.ts'

const mib = 1024 * 1024
/** More than a listing and a search look at, which is 100,000 and 200,000. */
const names = 1_000_000

function openFilesIn(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap(name => {
    try {
      const target = readlinkSync(`/proc/self/fd/${name}`)
      return target.startsWith(folder) ? [target] : []
    } catch {
      return []
    }
  })
}

describe('huge things', () => {
  let workPath: string
  let inside: string
  let node: TestNode

  beforeEach(async () => {
    workPath = openRoomyFolder()
    node = await openTestNode(openTestFolder(), { workPath })
    const { uuid } = node.put(1)
    inside = join(workPath, uuid)
    await ask(writeRequest('small'), [Buffer.from('x')])
  })
  afterEach(async () => {
    await node.end()
    rmSync(workPath, { recursive: true })
  })

  const ask = (request: FileRequest, content: Buffer[] = []) => askForFiles(node.app, 1, request, content)

  test('T-063 a sparse file of 1 TB: reading and hashing stop when the panel leaves, in bounded memory', async () => {
    execFileSync('truncate', ['-s', '1T', join(inside, 'sparse')])
    const { answers } = await ask({ verb: 'stat', path: 'sparse' })
    expect(answers).toMatchObject([{ entry: { size_bytes: 2 ** 40 } }])
    const before = process.memoryUsage.rss()
    const read = openFileAsk(
      node.app,
      1,
      { verb: 'read', path: 'sparse', start: 0, end: null },
      { dropBytes: true },
    )
    const hash = openFileAsk(node.app, 1, { verb: 'hash', path: 'sparse', algorithm: 'sha256' })
    const copy = openFileAsk(node.app, 1, { verb: 'copy', from: 'sparse', to: 'copied' })
    await until(() => read.soFar.byteCount > 100 * mib, '100 MiB were read')
    for (const open of [read, hash, copy]) open.leave()
    for (const open of [read, hash, copy]) await expect(open.ended).rejects.toBeInstanceOf(Error)
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * mib)
    const tail = await ask({ verb: 'read', path: 'sparse', start: 2 ** 40 - 10, end: null })
    expect(tail.bytes).toEqual(Buffer.alloc(10))
    const search = await ask({ verb: 'search', path: '', name: '', content: 'x', limit: 10 })
    expect(search.answers).toHaveLength(2)
    expect((await ask({ verb: 'usage' })).answers).toMatchObject([{ used_bytes: 2 ** 40 + 1, files: 2 }])
    expect(readdirSync(inside).sort()).toEqual(['small', 'sparse'])
    await until(() => openFilesIn(inside).length === 0, 'all files are closed')
  })

  test('T-063 a file of 1 TB does not fit under a disk limit', async () => {
    node.put(2, { limits: { memory_bytes: null, cpu_percent: null, disk_bytes: 10 * mib } })
    const other = (request: FileRequest) => askForFiles(node.app, 2, request)
    await other({ verb: 'mkdir', path: 'a' })
    const { uuid } = node.app.gameServers.require(2).record.definition
    execFileSync('truncate', ['-s', '1T', join(workPath, uuid, 'sparse')])
    await expect(other({ verb: 'copy', from: 'sparse', to: 'copied' })).rejects.toEqual(
      refusedWith('no_space'),
    )
    expect(readdirSync(join(workPath, uuid)).sort()).toEqual(['a', 'sparse'])
  })

  // Before a change lands: large-folders.test.ts of the confined files, with a smaller limit.
  proofTest(
    `T-064 a folder of ${names} names: 100,000 of them, marked as cut, and others are served meanwhile`,
    async () => {
      await ask({ verb: 'mkdir', path: 'many' })
      const fill = `seq -f name-%07.0f ${names} | xargs touch`
      execFileSync('sh', ['-c', fill], { cwd: join(inside, 'many'), timeout: 180_000 })
      const before = process.memoryUsage.rss()
      const longestBlock = watchBlocks()
      const list = openFileAsk(node.app, 1, { verb: 'list', path: 'many', offset: 99_990, limit: 1_000 })
      let isOver = false
      const answer = list.ended.finally(() => {
        isOver = true
      })
      let served = 0
      let slowestMs = 0
      while (!isOver) {
        const began = performance.now()
        await ask({ verb: 'stat', path: 'small' })
        slowestMs = Math.max(slowestMs, performance.now() - began)
        served += 1
      }
      const blockedMs = longestBlock()
      const { answers } = await answer
      const [{ entries, total, is_cut: isCut }] = answers as [Record<string, unknown>]
      expect({ total, isCut }).toEqual({ total: 100_000, isCut: true })
      expect(entries).toHaveLength(10)
      console.log(
        `T-064: ${served} others served meanwhile, the slowest in ${Math.round(slowestMs)} ms, longest block ${Math.round(blockedMs)} ms`,
      )
      expect(served).toBeGreaterThan(5)
      expect(blockedMs).toBeLessThan(1_000)
      expect(slowestMs).toBeLessThan(30_000)
      expect(process.memoryUsage.rss() - before).toBeLessThan(200 * mib)
      const search = openFileAsk(node.app, 1, {
        verb: 'search',
        path: '',
        name: 'nothing has this name',
        content: '',
        limit: 10,
      })
      expect((await search.ended).answers).toEqual([{ is_cut: true, looked_at: 200_000 }])
    },
    300_000,
  )
})
