// A drive that is full in the middle of an installation: clear words, and nothing left on it.

import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { InstallStep } from '@rookery/contracts/template/install-steps.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRoot, openTestFolder, openTestNode, type TestNode } from '../open-test-node.ts'
import { createTar, createTarGz } from './create-archives.ts'
import { type FileServer, file, startFileServer } from './file-server.ts'

/** A drive of 24 MB. */
function mountSmallDrive(folder: string): boolean {
  mkdirSync(folder)
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=0755', 'tmpfs', folder]).status === 0
}

describe.skipIf(!isRoot)('T-069 no space', () => {
  let node: TestNode
  let server: FileServer
  let folder: string
  let isMounted: boolean
  let revision = 0
  const uuid = randomUUID()
  beforeEach(async () => {
    folder = openTestFolder()
    isMounted = mountSmallDrive(join(folder, 'servers'))
    server = await startFileServer()
    const downloads = { allowedPrivate: true, limitBytes: 1_000_000_000 }
    node = await openTestNode(folder, { downloads }, { retryDelaysMs: [10] })
  })
  afterEach(async () => {
    await node.close()
    await server.close()
    if (isMounted) execFileSync('umount', [join(folder, 'servers')])
    await node.open()
    await node.end()
    rmSync(folder, { recursive: true, force: true })
  })

  const install = (...steps: InstallStep[]) => {
    revision += 1
    node.put(1, { uuid, install: steps }, revision)
    return node.run(1, 'install')
  }
  const download: () => InstallStep = () => ({
    do: 'download',
    url: server.url('/a'),
    to: 'a',
    words: 'downloading',
  })
  const unpack: InstallStep = {
    do: 'unpack',
    from: 'a',
    to: '.',
    strip: 0,
    keep_archive: false,
    words: 'unpacking',
  }
  const left = () => {
    const servers = join(folder, 'servers')
    return readdirSync(servers, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ name }) => name)
  }

  it('a download that does not fit is refused beforehand, or ends where the space ends', async context => {
    if (!isMounted) return context.skip('this machine mounts no tmpfs')
    const large = randomBytes(40_000_000)
    server.serve('/a', file(large))
    expect(await install(download())).toMatchObject({
      status: 'error',
      message: expect.stringMatching(
        /^downloading: there is not enough space on the node: the file has 40 MB, and 2\d MB are free/,
      ),
    })
    server.serve('/a', (_, response) => void response.writeHead(200).end(large))
    expect(await install(download())).toMatchObject({
      status: 'error',
      message: expect.stringMatching(/space/),
    })
    expect(left()).toEqual([])
    expect(node.state(1)).toBe('install_failed')
  })

  it('an archive that does not fit leaves nothing', async context => {
    if (!isMounted) return context.skip('this machine mounts no tmpfs')
    const half = randomBytes(9_000_000)
    const items = [
      { name: 'one', content: half },
      { name: 'two', content: half },
      { name: 'three', content: half },
    ]
    server.serve('/a', file(createTarGz([{ name: 'zeros', content: Buffer.alloc(40_000_000) }])))
    expect(await install(download(), unpack)).toMatchObject({
      message: expect.stringContaining('space left on the node'),
    })
    server.serve('/a', file(createTar(items.slice(0, 2))))
    expect(await install(download(), unpack)).toMatchObject({
      message: expect.stringContaining('space left on the node'),
    })
    expect(left()).toEqual([])
  })

  it('a file that does not fit is told, and the installation works once there is room', async context => {
    if (!isMounted) return context.skip('this machine mounts no tmpfs')
    const fill: InstallStep = {
      ...{
        do: 'run-program',
        command: ['sh', '-c', 'head -c 60000000 /dev/zero > big || true'],
        words: 'filling',
      },
    }
    const write: InstallStep = { do: 'write-file', path: 'x', content: 'x'.repeat(100_000), words: 'writing' }
    expect(await install(fill, write)).toMatchObject({
      message: 'writing: there is no space left on the node: free some and install again',
      failure: { reason: 'no-space', errorCode: 'ENOSPC', step: 'writing' },
    })
    expect(left()).toEqual([])
    expect(await install(write)).toMatchObject({ status: 'success' })
  })
})
