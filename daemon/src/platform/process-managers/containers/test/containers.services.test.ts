// What only containers can do and only a real engine can show: confinement, ports, an engine that goes and comes back.

import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ContainerEngine, importBusybox } from '../../../../../../test-services/container-engine.ts'
import { missingDockerEngine, startDockerEngine } from '../../../../../../test-services/docker-engine.ts'
import { missingPodmanEngine, startPodmanEngine } from '../../../../../../test-services/podman-engine.ts'
import { proofSize, proofTest } from '../../../../../../test-services/proof-size.ts'
import { freePort } from '../../../../../../test-services/running-component.ts'
import {
  containerLaunch,
  gameUser,
  openContainerFixture,
  testImage,
} from '../../conformance/container-fixture.ts'
import {
  allOutput,
  type ManagerFixture,
  outputFrom,
  outputUntil,
  processesRunning,
  until,
} from '../../conformance/manager-under-test.ts'
import type { Container, Launch } from '../../process-manager.ts'

const run = promisify(execFile)
const engines = [
  { name: 'docker' as const, missing: missingDockerEngine(), start: startDockerEngine },
  { name: 'podman' as const, missing: missingPodmanEngine(), start: startPodmanEngine },
]
for (const { missing } of engines) if (missing !== null) console.log(`skipped: ${missing}`)

describe.each(engines)('$name', ({ name, missing, start }) => {
  describe.skipIf(missing !== null)('containers', () => {
    let engine: ContainerEngine
    let fixture: ManagerFixture
    beforeAll(async () => {
      engine = await start()
      await importBusybox(engine, testImage)
    })
    afterAll(() => engine?.stop())
    beforeEach(() => {
      fixture = openContainerFixture(name, engine)
    })
    afterEach(() => fixture.end())

    /** What an engine of the same interface shows, and nothing of ours does otherwise for Podman. */
    const further = name === 'podman' ? proofTest : test
    const launchOf = (
      id: number,
      argv: string[],
      more: Partial<Launch> & { in?: Partial<Container> } = {},
    ) => ({
      ...{ id, argv, cwd: fixture.folder, env: { PATH: '/bin' }, cols: 120, rows: 40, limits: {} },
      ...containerLaunch,
      ...more,
      container: { image: testImage, ports: [], readOnlyRoot: false, ...more.in },
    })
    const sh = (id: number, script: string, more?: Parameters<typeof launchOf>[2]) =>
      fixture.manager.start(launchOf(id, ['sh', '-c', script], more))
    const engineCall = async (method: string, path: string) =>
      (await run('curl', ['-s', '-X', method, '--unix-socket', engine.socketFile, `http://engine${path}`]))
        .stdout

    further('T-102 a game has no rights, its own user, and cannot gain any', async () => {
      const script = `id -u; id -g; grep -E '^(CapEff|CapBnd|CapPrm|NoNewPrivs)' /proc/self/status; pwd`
      const output = await allOutput(await sh(1, script))
      expect(output).toMatch(new RegExp(`^${gameUser}\\n${gameUser}\\n`))
      expect(output).toMatch(/CapPrm:\s0{16}\n/)
      expect(output).toMatch(/CapEff:\s0{16}\n/)
      expect(output).toMatch(/CapBnd:\s0{16}\n/)
      expect(output).toMatch(/NoNewPrivs:\s1\n/)
      expect(output).toMatch(/\n\/game\n$/)
    })

    further('a read-only root stays as it is; the folder of the game and /tmp can be written', async () => {
      const script = 'touch /new || echo root refused; echo kept > mine; echo x > /tmp/y && echo tmp written'
      const running = await sh(1, script, { in: { readOnlyRoot: true } })
      expect(await allOutput(running)).toMatch(/root refused\ntmp written\n$/)
      const file = join(fixture.folder, 'mine')
      expect(readFileSync(file, 'utf8')).toBe('kept\n')
      expect(statSync(file).uid).toBe(gameUser)
    })

    further('T-102 a fork bomb stays within its number of processes and can be ended', async () => {
      const bystander = await sh(2, 'exec cat')
      const bomb = await sh(
        1,
        `echo ready; sh -c 'while :; do sleep 600 & done' 2>/dev/null & exec sleep 600`,
        { limits: { pids: 50 } },
      )
      await outputUntil(bomb, 'ready')
      let pids = 0
      const forked = async () => {
        pids = (await bomb.usage().catch(() => ({ pids: 0 }))).pids ?? 0
        return pids >= 40
      }
      await until(forked, 'it has forked')
      expect(pids).toBeLessThanOrEqual(50)
      await bystander.write(Buffer.from('alive\n'))
      await outputUntil(bystander, 'alive\r\nalive')
      await bomb.endTree()
      expect((await bomb.exit).signal).toBe('SIGKILL')
    })

    further('a limit of the processor is the one of its control group', async () => {
      const files =
        '/sys/fs/cgroup/cpu.max /sys/fs/cgroup/cpu/cpu.cfs_quota_us /sys/fs/cgroup/cpu/cpu.cfs_period_us'
      const running = await sh(1, `cat ${files} 2>/dev/null`, { limits: { cpuPercent: 25 } })
      const [quota = 0, period = 0] = (await allOutput(running)).trim().split(/\s+/).map(Number)
      expect(quota / period).toBe(0.25)
    })

    proofTest('a limit of the processor is held', async () => {
      const running = await sh(1, 'while :; do :; done', { limits: { cpuPercent: 25 } })
      const began = performance.now()
      const before = (await running.usage()).cpuSeconds ?? 0
      await until(async () => performance.now() - began > 4_000, 'four seconds have passed')
      const used = ((await running.usage()).cpuSeconds ?? 0) - before
      const share = used / ((performance.now() - began) / 1000)
      expect(share).toBeGreaterThan(0.02)
      expect(share).toBeLessThan(0.35)
    })

    further('published ports reach the game, and a port in use is refused with a reason', async () => {
      const port = await freePort()
      const ports = [
        { ip: '127.0.0.1', port, protocol: 'tcp' as const },
        { ip: '127.0.0.1', port, protocol: 'udp' as const },
      ]
      await sh(1, `exec nc -ll -p ${port} -e echo hello over tcp`, { in: { ports } })
      await until(async () => (await readFrom(port)).includes('hello over tcp'), 'it answers')
      expect(await canBindUdp(port)).toBe(false)
      const second = sh(2, 'sleep 600', { in: { ports } })
      await expect(second).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/in use/),
      })
    })

    further('an image that is not there is refused with what to do; nothing is pulled', async () => {
      const image = 'registry.example/no/such:7'
      await expect(sh(1, 'true', { in: { image } })).rejects.toMatchObject({
        code: 'not_runnable',
        message: `the image ${image} is not on this node: run "${name} pull ${image}" there, then start again`,
      })
      const { container: _, ...bare } = launchOf(1, ['true'])
      await expect(fixture.manager.start(bare)).rejects.toMatchObject({
        code: 'invalid',
        message: /names no image/,
      })
    })

    const lineCount = proofSize({ short: 2_000, proof: 3_000 })
    const countingScript = `i=0; while [ $i -lt ${lineCount} ]; do echo "line $i"; i=$((i+1))
      if [ $((i % 20)) = 0 ]; then sleep 0.03; fi; done; exit 4`
    const expectEveryLineOnce = (output: string) => {
      const lines = output.split('\r\n')
      expect(lines.findIndex((line, index) => line !== (index < lineCount ? `line ${index}` : ''))).toBe(-1)
      expect(lines).toHaveLength(lineCount + 1)
    }

    test('T-095 6.2 an engine that crashes: games run on, every line once, calls say what is wrong', async () => {
      const running = await sh(1, countingScript)
      const whole = outputFrom(running, 0)
      await outputUntil(running, 'line 100\r\n')
      await engine.crash()
      const problem = {
        code: 'unavailable',
        message: expect.stringMatching(/engine does not answer at .*sock/),
      }
      await expect(running.usage()).rejects.toMatchObject(problem)
      await expect(sh(2, 'true')).rejects.toMatchObject(problem)
      await expect(fixture.openAnother().adopt()).rejects.toThrow(/does not answer/)
      await engine.start()
      expectEveryLineOnce(await whole)
      expect(await running.exit).toMatchObject({ code: 4, signal: null })
    })

    test.runIf(name === 'docker')('T-095 lines the crash took out of the log are there once', async () => {
      const running = await sh(1, countingScript)
      const whole = outputFrom(running, 0)
      await outputUntil(running, 'line 100\r\n')
      await engine.crash()
      cutDockerLog(engine.folder, 7)
      await engine.start()
      expectEveryLineOnce(await whole)
    })

    test('a container that is removed behind our back has ended, nobody knows how', async () => {
      const running = await sh(1, 'echo here; exec sleep 600')
      await outputUntil(running, 'here')
      const [found] = JSON.parse(await engineCall('GET', '/containers/json')) as { Id: string }[]
      await engineCall('DELETE', `/containers/${found?.Id}?force=1`)
      const exit = await running.exit
      expect(exit.code === null && (exit.signal === null || exit.signal === 'SIGKILL')).toBe(true)
      await running.endTree()
      await running.forget()
      expect(await fixture.manager.adopt()).toEqual([])
    })

    further('another daemon on the same engine finds its own games only', async () => {
      const other = openContainerFixture(name, engine)
      try {
        await sh(1, 'exec sleep 600')
        const theirs = await other.manager.start({ ...launchOf(1, ['sleep', '600']), cwd: other.folder })
        const mine = await fixture.manager.adopt()
        expect(mine).toHaveLength(1)
        expect(await other.manager.adopt()).toEqual([theirs])
        expect(mine[0]?.streamId).not.toBe(theirs.streamId)
      } finally {
        await other.end()
      }
    })

    further('T-080 any bytes are the same after another daemon has adopted the game', async () => {
      // The file is whole before the first byte is seen.
      const script = 'stty raw -echo; head -c 300000 /dev/urandom > bytes; cat bytes; exec sleep 600'
      const running = await sh(1, script)
      const before = await firstBytes(running, 300_000)
      await fixture.manager.close()
      const [adopted] = await fixture.openAnother().adopt()
      const seen = adopted && (await firstBytes(adopted, 300_000))
      const written = readFileSync(join(fixture.folder, 'bytes'))
      for (const bytes of [before, seen]) expect(differenceOf(bytes, written)).toBeNull()
    })

    test('T-102 a flood does not fill the disk, and what the log has lost is marked as a gap', async () => {
      const mark = String(7_400_000 + process.pid)
      const floodBytes = proofSize({ short: 30_000_000, proof: 60_000_000 })
      const script = `head -c ${floodBytes} /dev/zero | tr '\\0' x; echo; echo the end; exec sleep ${mark}`
      const running = await sh(1, script)
      await fixture.manager.close()
      await until(() => processesRunning('sleep', mark).length === 1, 'it has printed all')
      expect(await sizeOfFolder(engine.folder, name)).toBeLessThan(floodBytes / 2)
      const [adopted] = await fixture.openAnother().adopt()
      expect(adopted?.streamId).toBe(running.streamId)
      let gaps = 0
      let text = ''
      for await (const { bytes, gapBytes } of adopted?.output(0) ?? []) {
        gaps += gapBytes
        text = (text + Buffer.from(bytes).toString('latin1')).slice(-100)
        if (text.endsWith('the end\r\n')) break
      }
      expect(gaps).toBeGreaterThan(0)
    })
  })
})

/** Null: none. Else where it begins, and what is there. */
function differenceOf(seen: Buffer | undefined, written: Buffer): string | null {
  if (seen?.equals(written)) return null
  const at = written.findIndex((byte, index) => seen?.[index] !== byte)
  const there = seen?.subarray(Math.max(at, 0), at + 100).toString('latin1')
  return `${seen?.length} bytes of ${written.length}, others from ${at} on: ${JSON.stringify(there)}`
}

/** Its output from the beginning, until there are so many bytes of it. */
async function firstBytes(
  running: { output(fromSeq: number): AsyncIterable<{ bytes: Uint8Array }> },
  count: number,
): Promise<Buffer> {
  const seen: Uint8Array[] = []
  let length = 0
  for await (const { bytes } of running.output(0)) {
    seen.push(bytes)
    length += bytes.length
    if (length >= count) break
  }
  return Buffer.concat(seen)
}

async function canBindUdp(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  const outcome = Promise.race([
    once(socket, 'listening').then(() => true),
    once(socket, 'error').then(() => false),
  ])
  socket.bind(port, '127.0.0.1')
  const isFree = await outcome.catch(() => false)
  socket.close()
  return isFree
}

async function readFrom(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    return text
  } catch {
    return ''
  } finally {
    socket.destroy()
  }
}

/** Takes the newest records out of the one log there is: each ends with its length, which also stands before it. */
function cutDockerLog(folder: string, recordCount: number): void {
  const containers = join(folder, 'data/containers')
  const [log, ...others] = readdirSync(containers, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('container.log'))
    .map(path => join(containers, path))
  if (log === undefined || others.length > 0) throw new Error('there is not exactly one log to cut')
  const content = readFileSync(log)
  let end = content.length
  for (let cut = 0; cut < recordCount; cut += 1) end -= content.readUInt32BE(end - 4) + 8
  truncateSync(log, end)
}

/** Where the engine keeps the logs of its containers. */
async function sizeOfFolder(folder: string, name: string): Promise<number> {
  const place = join(folder, name === 'docker' ? 'data/containers' : 'storage/overlay-containers')
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
}
