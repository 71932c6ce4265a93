// What goes wrong while backups are made: nothing is lost, and nothing claims to be a backup and is not.

import { execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server, request as sendRequest } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPausableProxy } from '../../../../../test-services/pausable-proxy.ts'
import {
  leaveLock,
  preparedPasswords,
  prepareRepository,
} from '../../../../../test-services/prepared-repository.ts'
import { proofSize, proofTest } from '../../../../../test-services/proof-size.ts'
import { missingRestic } from '../../../../../test-services/restic.ts'
import { missingS3Proxy, s3Bucket, s3Keys } from '../../../../../test-services/s3-server.ts'
import { sharedS3 } from '../../../../../test-services/shared.ts'
import type { BackupRepository, S3Storage } from '../backup-engine.ts'
import { type EngineFixture, isRoot } from '../conformance/engine-under-test.ts'
import { openFolderStorage, restics, resticUnderTest } from '../conformance/restic-fixture.ts'

const missing = missingRestic()
if (missing !== null) console.log(`skipped: ${missing}`)

const megabyte = 1024 * 1024
/** Hours from now, and whose clock it was. */
const clocks = proofSize<[string, number, string][]>({
  short: [['a day ahead on another machine', 24, 'elsewhere']],
  proof: [
    ['a day ahead on another machine', 24, 'elsewhere'],
    ['a day ahead', 24, hostname()],
    ['a year behind', -365 * 24, hostname()],
  ],
})
const password = preparedPasswords[0]

describe.skipIf(missing !== null).each(restics)('faults, $version', ({ find }) => {
  let fixture: EngineFixture
  let name: string
  let source: string
  let repository: BackupRepository

  beforeEach(async () => {
    fixture = await resticUnderTest(openFolderStorage, {}, find)()
    name = randomUUID()
    fixture.prepare(name)
    source = join(fixture.folder, 'source')
    mkdirSync(source)
    repository = fixture.engine.repository({ storage: fixture.storage, name, password })
  })
  afterEach(() => fixture.end())

  const take = (files = source) => repository.take({ sources: { files }, manifest: '{}', tags: {} })
  const fill = (folder: string, megabytes: number) => {
    mkdirSync(folder, { recursive: true })
    for (let at = 0; at < megabytes; at += 1) writeFileSync(join(folder, `${at}`), randomBytes(megabyte))
  }
  const listed = async () => (await repository.list()).map(({ id }) => id)

  test('kill -9 of restic, wherever it is: what is listed can be restored, and the next one works', async () => {
    const kills = proofSize({ short: 1, proof: 20 })
    fill(source, proofSize({ short: 16, proof: 64 }))
    const whole = [(await take()).id]
    for (let kill = 0; kill < kills; kill += 1) {
      fill(source, proofSize({ short: 16, proof: 64 }))
      const taking = take().then(
        ({ id }) => void whole.push(id),
        (error: unknown) => expect(error).toMatchObject({ name: 'BackupError' }),
      )
      await killRun(name, 'backup', (kill * 1_500) / kills)
      await taking
      expect(await listed()).toEqual(whole)
    }
    whole.push((await take()).id)
    expect(await listed()).toEqual(whole)
    await repository.prune()
    expect(await repository.verify({ n: 1, of: 1 })).toEqual({ isSound: true, problems: [] })
    const into = join(fixture.folder, 'restored')
    await repository.restore({ id: whole.at(-1) ?? '', into })
    for (const file of readdirSync(source))
      expect(readFileSync(join(into, 'files', file)).equals(readFileSync(join(source, file)))).toBe(true)
  })

  test('a lock of a run that was killed is removed', async () => {
    fill(source, proofSize({ short: 4, proof: 64 }))
    await take()
    const verifying = repository.verify({ n: 1, of: 1 }).catch((error: unknown) => error)
    await killRun(name, 'check', 0)
    await verifying
    const { id } = await take()
    await repository.forget([id])
    expect(await listed()).toHaveLength(1)
  })

  test.each(clocks)(
    'a lock of a run that was killed while the clock was %s is removed',
    async (_clock, hours, host) => {
      fill(source, 4)
      const gone = spawn('true')
      await once(gone, 'exit')
      const time = new Date(Date.now() + hours * 3_600_000)
      leaveLock(join(fixture.folder, 'storage', name), { time, hostname: host, pid: gone.pid ?? 0 })
      const { id } = await take()
      await repository.forget([id])
      await repository.prune()
      expect(await listed()).toEqual([])
    },
  )

  test('restic ends with the daemon, and the next daemon goes on', async () => {
    const kills = proofSize({ short: 1, proof: 20 })
    const program = await find()
    for (let kill = 0; kill < kills; kill += 1) {
      fill(source, 24)
      const daemon = spawn(process.execPath, ['--input-type=module', '-e', daemonScript], {
        stdio: ['pipe', 'ignore', 'inherit'],
      })
      const stateFolder = join(fixture.folder, 'state')
      const options = { program, stateFolder, storage: fixture.storage, name, password, source }
      daemon.stdin.end(JSON.stringify(options))
      await expect.poll(() => runsOf(name, 'backup'), { interval: 5 }).not.toEqual([])
      await delay((kill * 800) / kills)
      daemon.kill('SIGKILL')
      await expect.poll(() => runsOf(name, 'backup')).toEqual([])
    }
    const { id } = await take()
    const others = (await listed()).filter(one => one !== id)
    for (const one of others) {
      const into = join(fixture.folder, `restored-${one}`)
      await repository.restore({ id: one, into })
      expect(readdirSync(join(into, 'files'))).toHaveLength(24)
    }
    await repository.prune()
    expect(await repository.verify({ n: 1, of: 1 })).toEqual({ isSound: true, problems: [] })
  })

  test('a damaged pack is found, told, and other backups still come back', async () => {
    const other = join(fixture.folder, 'other')
    fill(source, 2)
    fill(other, 2)
    const first = await take()
    const before = new Set(packs(fixture.folder))
    const second = await take(other)
    const [pack = ''] = packs(fixture.folder)
      .filter(path => !before.has(path))
      .toSorted((a, b) => statSync(b).size - statSync(a).size)
    const content = readFileSync(pack)
    const middle = Math.floor(content.length / 2)
    content.fill(0, middle, middle + 4)
    rmSync(pack)
    writeFileSync(pack, content)
    const { isSound, problems } = await repository.verify({ n: 1, of: 1 })
    expect(isSound).toBe(false)
    expect(problems.join('\n')).toContain(pack.split('/').at(-1))
    const into = join(fixture.folder, 'restored')
    await expect(repository.restore({ id: second.id, into })).rejects.toMatchObject({ code: 'damaged' })
    expect(existsSync(into)).toBe(false)
    await repository.restore({ id: first.id, into })
    expect(readdirSync(join(into, 'files'))).toHaveLength(2)
  })

  test.skipIf(!isRoot)(
    'a full disk is told, leaves no backup, and works again after room was made',
    async () => {
      const image = join(fixture.folder, 'disk.img')
      const disk = join(fixture.folder, 'disk')
      mkdirSync(disk)
      execFileSync('truncate', ['-s', '60M', image])
      execFileSync('mkfs.ext4', ['-q', '-m', '0', image])
      execFileSync('mount', ['-o', 'loop', image, disk])
      try {
        const storage = { kind: 'folder' as const, path: disk }
        prepareRepository(join(disk, name))
        repository = fixture.engine.repository({ storage, name, password })
        const ballast = join(disk, 'of-somebody-else')
        writeFileSync(ballast, Buffer.alloc(10 * megabyte, 1))
        fill(source, 4)
        const small = await take()
        const large = join(fixture.folder, 'large')
        fill(large, 90)
        await expect(take(large)).rejects.toMatchObject({ code: 'no_space', message: /no space left/ })
        expect(await listed()).toEqual([small.id])
        // Freeing space writes an index first, for which the last packs may have left no byte.
        rmSync(ballast)
        await repository.prune()
        await take()
        expect(await repository.verify({ n: 1, of: 1 })).toEqual({ isSound: true, problems: [] })
      } finally {
        execFileSync('umount', ['--lazy', disk])
      }
    },
  )

  describe.skipIf(missingS3Proxy() !== null)('of S3', () => {
    proofTest('away in the middle: told as such, and fine as soon as it is back', async () => {
      const server = await sharedS3()
      const proxy = await openPausableProxy(server.port)
      const openFar = async () => ({
        storage: s3At(proxy.through(server.url)),
        repositories: server.bucketFolder,
        end: async () => {},
      })
      const far = await resticUnderTest(openFar, {}, find)()
      const impatient = await resticUnderTest(openFar, { silenceLimitMs: 1_500, patienceMs: 500 }, find)()
      try {
        far.prepare(name)
        const place = { storage: far.storage, name, password }
        repository = far.engine.repository(place)
        expect(await listed()).toEqual([])
        fill(source, 16)
        for (const fail of ['refuse', 'goSilent'] as const) {
          const taking = impatient.engine.repository(place).take({
            ...{ sources: { files: source }, manifest: '{}', tags: {}, limitBytesPerSecond: 4 * megabyte },
            onProgress: ({ bytesDone }) => {
              if (bytesDone > 0) proxy[fail]()
            },
          })
          await expect(taking).rejects.toMatchObject({ code: 'unreachable' })
          proxy.pass()
          expect(await listed()).toEqual([])
        }
        const { id } = await take()
        expect(await listed()).toEqual([id])
      } finally {
        await impatient.end()
        await far.end()
        await proxy.close()
      }
    })

    test('answering 500, or misconfigured: told within the limit', async () => {
      const server = createServer((_request, answer) => answer.writeHead(500).end('broken'))
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      try {
        const storage = s3At(`http://127.0.0.1:${portOf(server)}`)
        await expect(fixture.engine.testStorage(storage)).rejects.toMatchObject({ code: 'unreachable' })
      } finally {
        server.close()
      }
    })

    proofTest('failing in the middle with 500: told as such, and fine as soon as it is well', async () => {
      const server = await sharedS3()
      let isBroken = false
      const between = createServer((request, answer) => {
        if (isBroken) return answer.writeHead(500).end('broken')
        const options = { method: request.method, headers: request.headers }
        const onward = sendRequest(`${server.url}${request.url}`, options, got => {
          answer.writeHead(got.statusCode ?? 500, got.headers)
          got.pipe(answer)
        })
        onward.on('error', () => answer.destroy())
        request.pipe(onward)
      })
      await new Promise<void>(resolve => between.listen(0, '127.0.0.1', resolve))
      const openFar = async () => ({
        storage: s3At(`http://127.0.0.1:${portOf(between)}`),
        repositories: server.bucketFolder,
        end: async () => {},
      })
      const far = await resticUnderTest(openFar, { silenceLimitMs: 5_000, patienceMs: 1_000 }, find)()
      try {
        far.prepare(name)
        repository = far.engine.repository({ storage: far.storage, name, password })
        fill(source, 16)
        const taking = repository.take({
          ...{ sources: { files: source }, manifest: '{}', tags: {}, limitBytesPerSecond: 4 * megabyte },
          onProgress: ({ bytesDone }) => {
            isBroken ||= bytesDone > 0
          },
        })
        await expect(taking).rejects.toMatchObject({ code: 'unreachable' })
        isBroken = false
        expect(await listed()).toEqual([])
        const { id } = await take()
        expect(await listed()).toEqual([id])
      } finally {
        await far.end()
        between.close()
      }
    })

    test('slow: a backup takes its time, and is whole', async () => {
      const server = await sharedS3()
      const proxy = createTcpServer(client => {
        const onward = connect(server.port, '127.0.0.1')
        for (const [from, to] of [
          [client, onward],
          [onward, client],
        ] as const)
          pipeline(from, slowly, to).catch(() => {})
      })
      await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
      const openFar = async () => ({
        storage: s3At(`http://127.0.0.1:${portOf(proxy)}`),
        repositories: server.bucketFolder,
        end: async () => {},
      })
      // What is in the buffer of a socket has moved already: of this machine that is ten seconds of such a line.
      const far = await resticUnderTest(openFar, { silenceLimitMs: 20_000 }, find)()
      try {
        far.prepare(name)
        repository = far.engine.repository({ storage: far.storage, name, password })
        fill(source, slowLine.megabytes)
        const { id } = await take()
        expect(await listed()).toEqual([id])
        expect(await repository.verify({ n: 1, of: 1 })).toEqual({ isSound: true, problems: [] })
      } finally {
        await far.end()
        proxy.close()
      }
    })

    proofTest('a bucket that cannot be: told within the limit', async () => {
      const storage = { ...s3At((await sharedS3()).url), bucket: 'ab' }
      await expect(fixture.engine.testStorage(storage)).rejects.toMatchObject({ name: 'BackupError' })
    })
  })
})

/** In a proof a backup takes a minute, three times as long as restic may be silent. */
const slowLine = proofSize({
  short: { megabytes: 1, msPerMegabyte: 1_000 },
  proof: { megabytes: 16, msPerMegabyte: 4_000 },
})

/** A little at a time. */
async function* slowly(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    await delay((chunk.length / megabyte) * slowLine.msPerMegabyte)
    yield chunk
  }
}

function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function s3At(endpoint: string): S3Storage {
  return { kind: 's3', endpoint, bucket: s3Bucket, prefix: '', region: 'us-east-1', ...s3Keys }
}

const engineFile = pathToFileURL(join(import.meta.dirname, '../restic/restic-engine.ts')).href
const daemonScript = `
  const { ResticEngine } = await import(${JSON.stringify(engineFile)})
  const { text } = await import('node:stream/consumers')
  const { program, stateFolder, storage, name, password, source } = JSON.parse(await text(process.stdin))
  const repository = new ResticEngine({ program, stateFolder }).repository({ storage, name, password })
  await repository.take({ sources: { files: source }, manifest: '{}', tags: {} })`

/** Processes of restic that work on this repository; of other tests there may be more. */
function runsOf(name: string, verb: string): number[] {
  return readdirSync('/proc')
    .filter(pid => /^\d+$/.test(pid))
    .filter(pid => {
      const command = readOrEmpty(`/proc/${pid}/cmdline`)
      const isIt =
        verb === 'backup' ? command.includes(`\0--host\0${name}\0`) : command.includes(`\0${verb}\0`)
      return isIt && /restic|program/.test(command.split('\0')[0] ?? '')
    })
    .map(Number)
}

/** Once it is there, and some time later, so that every part of its work is met. */
async function killRun(name: string, verb: string, afterMs: number): Promise<void> {
  await expect.poll(() => runsOf(name, verb), { interval: 2 }).not.toEqual([])
  await delay(afterMs)
  for (const pid of runsOf(name, verb)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It was done.
    }
  }
}

function packs(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\/storage\/.*\/data\//.test(`${entry.parentPath}/`))
    .map(entry => join(entry.parentPath, entry.name))
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
