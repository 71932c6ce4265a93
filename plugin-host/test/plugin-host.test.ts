import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { shippedPluginWorker as workerFile } from '../../test-services/start-program.ts'
import {
  PluginBusy,
  PluginEnded,
  type PluginLimits,
  type PluginOptions,
  PluginRefusal,
  type RunningPlugin,
  startPlugin,
} from '../src/plugin-host.ts'
import { moduleOf, obliging, passing, plugin } from './wat.ts'

const running: RunningPlugin[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(running.splice(0).map(one => one.close()))
})

/** Its thread steps back behind all others of the machine: what is not about time has all the time. */
const patience = { startMs: 60_000, callMs: 60_000 }

async function start(module: Uint8Array, options: Partial<PluginOptions> = {}): Promise<RunningPlugin> {
  const limits = { ...patience, ...options.limits }
  const started = await startPlugin({ module, workerFile, hostCall: async () => null, ...options, limits })
  running.push(started)
  return started
}

/** False for a thread that has ended meanwhile. */
function hasSteppedBack(thread: string): boolean {
  try {
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')
    return Number(fields?.[16]) > 0
  } catch {
    return false
  }
}

describe('5.12 a plugin runs in a sandbox', () => {
  test('it is called and answers', async () => {
    const one = await start(plugin(obliging))
    await expect(one.call('anything', { a: 1 })).resolves.toBe(1)
  })

  test.runIf(process.platform === 'linux')('its thread steps back behind those of its host', async () => {
    const before = readdirSync('/proc/self/task')
    await start(plugin(obliging))
    const added = readdirSync('/proc/self/task').filter(thread => !before.includes(thread))
    expect(added.filter(hasSteppedBack)).toHaveLength(1)
  })

  test('its host calls are answered by name, and a refusal reaches it with a reason', async () => {
    const one = await start(plugin(passing), {
      hostCall: async (name, argument) => {
        if (name === 'no') throw new PluginRefusal('not allowed')
        if (name === 'crash') throw new Error('/secret/path leaked')
        return [name, argument]
      },
    })
    await expect(one.call('echo', { text: 'ä' })).resolves.toEqual(['echo', { text: 'ä' }])
    await expect(one.call('no', 1)).rejects.toThrow(new PluginRefusal('not allowed'))
    await expect(one.call('crash', 1)).rejects.toThrow('the host could not do this')
  })

  test('C250 there is nothing to import but host_call', async () => {
    const wasi = '(module (import "wasi_snapshot_preview1" "fd_write" (func (param i32))) (memory 1))'
    await expect(start(moduleOf(wasi))).rejects.toThrow(/imports wasi_snapshot_preview1.fd_write/)
  })

  test('calls come one after another, in order, also while one waits for the host', async () => {
    let open = 0
    let most = 0
    const one = await start(plugin(passing), {
      hostCall: async (_name, argument) => {
        open += 1
        most = Math.max(most, open)
        await new Promise(resolve => setImmediate(resolve))
        open -= 1
        return argument
      },
    })
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => one.call('x', index)))
    expect(answers).toEqual(Array.from({ length: 60 }, (_, index) => index))
    expect(most).toBe(1)
  })

  test('more calls than may wait are refused, and the plugin goes on', async () => {
    const gate = Promise.withResolvers<void>()
    const one = await start(plugin(passing), { limits: { waitingCalls: 2 }, hostCall: () => gate.promise })
    const first = [one.call('a', 1), one.call('b', 1), one.call('c', 1)]
    await expect(one.call('d', 1)).rejects.toThrow(PluginBusy)
    gate.resolve()
    await expect(Promise.all(first)).resolves.toEqual([null, null, null])
  })
})

describe('T-118 a hostile plugin ends alone', () => {
  const hostile: [string, string, RegExp, Partial<PluginLimits>?][] = [
    ['an endless loop', '(loop $l (br $l)) (unreachable)', /worked longer than 300 ms/, { callMs: 300 }],
    ['deep recursion', '(call $call (local.get $pointer) (local.get $length))', /call stack/i],
    ['a trap', '(unreachable)', /unreachable/],
    [
      'an answer outside of its memory',
      '(i64.or (i64.shl (i64.const 131000) (i64.const 32)) (i64.const 100000))',
      /outside of the memory/,
    ],
    ['an answer without end', '(i64.const 0xffffffff)', /too many/],
    [
      'an answer that is not JSON',
      '(i64.or (i64.shl (i64.const 17) (i64.const 32)) (i64.const 3))',
      /its answer is not/,
    ],
    [
      'a flood of host calls',
      '(loop $l (drop (call $host_call (local.get $pointer) (local.get $length))) (br $l)) (unreachable)',
      /more than 50 host calls/,
      { hostCalls: 50 },
    ],
  ]
  let second: RunningPlugin
  beforeAll(async () => {
    second = await startPlugin({
      module: plugin(obliging),
      workerFile,
      limits: patience,
      hostCall: async () => null,
    })
  })
  afterAll(() => second.close())
  test.each(hostile)('%s', async (_what, body, message, limits = {}) => {
    const one = await start(plugin(body), { limits })
    const call = one.call('x', {})
    call.catch(() => {})
    await expect(second.call('y', {})).resolves.toBe(1)
    await expect(call).rejects.toThrow(PluginEnded)
    await expect(one.ended).resolves.toMatch(message)
    await expect(one.call('again', {})).rejects.toThrow(PluginEnded)
    await expect(second.call('y', {})).resolves.toBe(1)
  })

  test('memory grows to its limit and no further', async () => {
    const grow = `(local $pages i32)
      (loop $l (br_if $l (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))
      (i32.store8 (i32.const 26) (i32.add (i32.const 48) (i32.eq (memory.size) (i32.const 8))))
      (call $answer)`
    const one = await start(plugin(grow), { limits: { memoryPages: 8 } })
    await expect(one.call('x', {})).resolves.toBe(1)
  })

  test('a host call that never ends is ended with the whole call, and its host is told', async () => {
    const asked = Promise.withResolvers<AbortSignal>()
    const one = await start(plugin(passing), {
      limits: { wholeCallMs: 300 },
      hostCall: (_name, _argument, signal) => {
        asked.resolve(signal)
        return new Promise(() => {})
      },
    })
    // The time of the call begins to pass when the host has been asked.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const call = one.call('x', {})
    const { aborted } = await asked.promise
    expect(aborted).toBe(false)
    vi.advanceTimersByTime(300)
    await expect(call).rejects.toThrow(/longer than 300 ms in all/)
    expect((await asked.promise).aborted).toBe(true)
  })

  test('five endless loops leave no thread behind', async () => {
    const threads = () => Number(/^Threads:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
    const before = threads()
    for (let round = 0; round < 5; round++) {
      const one = await startPlugin({
        module: plugin('(loop $l (br $l)) (unreachable)'),
        limits: { callMs: 20 },
        workerFile,
        hostCall: async () => null,
      })
      await expect(one.call('x', {})).rejects.toThrow(PluginEnded)
      await one.close()
    }
    await expect.poll(threads, { timeout: 30_000 }).toBeLessThanOrEqual(before + 2)
  })
})
