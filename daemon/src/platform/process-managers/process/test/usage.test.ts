// What `process` says about the use of a game, against games of which it is known; by cgroup, by user and by mark.

import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import type { Launch, ProcessUsage, RunningProcess } from '../../process-manager.ts'
import { createCgroupFolder } from '../cgroups.ts'
import type { ProcessManagerOptions } from '../process.ts'
import {
  type Fixture,
  hasOwnUsers,
  outputUntil,
  shell,
  until,
  useOneKeeper,
} from './process-manager-fixture.ts'
import { readProcessorShare } from './processor-share.ts'

const megabyte = 1024 * 1024
const userIdBase = 321_000
const asOwnUser = (id: number) => ({ uid: userIdBase + id, gid: userIdBase + id })

interface Way {
  name: string
  isPossible: boolean
  options: Partial<ProcessManagerOptions>
  user: (id: number) => Partial<Launch>
}

const ways: Way[] = [
  { name: 'by cgroup', isPossible: createCgroupFolder('probe') !== null, options: {}, user: () => ({}) },
  {
    name: 'by its own user',
    isPossible: hasOwnUsers,
    options: { useCgroups: false, userIdBase },
    user: asOwnUser,
  },
  { name: 'by its mark', isPossible: true, options: { useCgroups: false }, user: () => ({}) },
]

for (const { name, isPossible, options, user } of ways) {
  describe.runIf(isPossible)(`usage ${name}`, () => {
    const openFixture = useOneKeeper()
    let fixture: Fixture
    afterEach(() => fixture.end())

    const start = (id: number, script: string): Promise<RunningProcess> => {
      fixture = openFixture(options)
      return fixture.manager.start(shell(id, script, user(id)))
    }

    it('6.3 (C346) a game that keeps one core busy uses about 100 percent', async () => {
      const running = await start(1, 'while :; do :; done')
      const sample = async () => ({ told: await look(running), share: readProcessorShare(running.pid) })
      let before = await sample()
      await until(async () => {
        const after = await sample()
        const seconds = after.told.atSeconds - before.told.atSeconds
        if (seconds < 0.3) return false
        const percent = (100 * (after.told.cpuSeconds - before.told.cpuSeconds)) / seconds
        const difference = Math.abs(percent - before.share.percentUntil(after.share))
        // A machine that stood still between the two halves of a sample would spoil all that are compared with it.
        before = after
        return difference < 10
      }, 'what is told agrees with the kernel')
    })

    it('6.3 (C346) a game that holds 100 MB uses that much, and what cannot be measured is absent', async () => {
      const running = await start(
        2,
        `(head -c ${100 * megabyte} /dev/zero; echo held >&2; sleep 600) | tail -c ${100 * megabyte}; true`,
      )
      await outputUntil(running, 'held')
      await until(async () => ((await running.usage()).memoryBytes ?? 0) > 90 * megabyte, 'it holds them')
      const usage = await running.usage()
      expect(usage.memoryBytes).toBeLessThan(110 * megabyte)
      expect(usage.pids).toBe(3)
      expect(Object.keys(usage).toSorted()).toEqual(
        ['blockReadBytes', 'blockWriteBytes', 'cpuSeconds', 'memoryBytes', 'pids'].toSorted(),
      )
    })

    it('6.3 (C272) totals never fall while it runs, though its children come and go', async () => {
      const running = await start(
        3,
        'while :; do (i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done) & (sh -c "exec true" & ); wait; done',
      )
      let last: ProcessUsage = await running.usage()
      for (let round = 0; round < 20 || (last.cpuSeconds ?? 0) <= 0.2; round++) {
        const now = await running.usage()
        for (const key of ['cpuSeconds', 'blockReadBytes', 'blockWriteBytes'] as const) {
          expect(now[key], key).toBeGreaterThanOrEqual(last[key] ?? 0)
        }
        last = now
        await new Promise(resolve => setTimeout(resolve, 10))
      }
    })

    it('6.3 what a game writes is counted, also when the child that wrote has ended', async () => {
      const file = `rookery-usage-test-${process.pid}`
      const writer =
        'block=$(printf %04096d 0); i=0; while [ $i -lt 256 ]; do echo $block; i=$((i+1)); done >$FILE; echo wrote; read line; rm $FILE'
      const running = await start(
        4,
        `cd /var/tmp; export FILE=${file}; sh -c '${writer}'; echo gone; read line`,
      )
      await outputUntil(running, 'wrote')
      const seen = await running.usage()
      expect(seen.blockWriteBytes).toBeGreaterThanOrEqual(megabyte)
      await running.write(Buffer.from('\n'))
      await outputUntil(running, 'gone')
      await until(async () => (await running.usage()).pids === 1, 'the child has ended')
      expect((await running.usage()).blockWriteBytes).toBeGreaterThanOrEqual(seen.blockWriteBytes ?? 0)
    })

    it('has nothing to say about a game that has ended', async () => {
      const running = await start(5, 'exit 0')
      await running.exit
      await until(
        async () =>
          running.usage().then(
            () => false,
            () => true,
          ),
        'nothing is left of it',
      )
      await expect(running.usage()).rejects.toMatchObject({ code: 'ended' })
    })
  })
}

async function look(running: RunningProcess): Promise<{ cpuSeconds: number; atSeconds: number }> {
  const { cpuSeconds } = await running.usage()
  if (cpuSeconds === undefined) throw new Error('no processor time was measured')
  return { cpuSeconds, atSeconds: Number(readFileSync('/proc/uptime', 'latin1').split(' ')[0]) }
}
