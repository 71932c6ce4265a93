// Ending a game ends everything it started, by each of the three ways and whatever it does to get away.

import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { RunningProcess } from '../../process-manager.ts'
import { ownUserId } from '../own-user.ts'
import { processesOfUser, processesWithMark } from '../process-members.ts'
import {
  type Fixture,
  hasOwnUsers,
  launchOf,
  outputUntil,
  shell,
  until,
  useOneKeeper,
} from './process-manager-fixture.ts'

/** Leaves its group, its session and its parent, ignores what can be ignored and closes its output. */
const escapes = `
  trap '' TERM INT HUP
  (setsid sh -c 'trap "" TERM HUP; (sleep 601 >/dev/null 2>&1 </dev/null &); exec sleep 602 >/dev/null 2>&1' &)
  (sh -c 'trap "" TERM HUP; exec sleep 603' &)
  sleep 0.2; echo ready
  while :; do sleep 604; done`

const ways = [
  { name: 'by cgroup', useCgroups: true, uid: (id: number) => ownUserId(id), needsRoot: true },
  { name: 'by its own user', useCgroups: false, uid: (id: number) => ownUserId(id), needsRoot: true },
  { name: 'by its mark', useCgroups: false, uid: () => undefined, needsRoot: false },
]

describe('ending trees', () => {
  const openFixture = useOneKeeper()
  let fixture: Fixture
  afterEach(() => fixture.end())

  for (const way of ways) {
    test.skipIf(way.needsRoot && !hasOwnUsers)(
      `T-102 ${way.name}: double fork, setsid, deaf to SIGTERM`,
      async () => {
        fixture = openFixture({ useCgroups: way.useCgroups })
        const bystander = await fixture.manager.start(launchOf(12, ['sleep', '600'], { uid: way.uid(12) }))
        const running = await fixture.manager.start(shell(11, escapes, { uid: way.uid(11) }))
        await outputUntil(running, 'ready')
        const mark = await markOf(running)
        await until(async () => (await processesWithMark(mark, null)).length >= 5, 'all of them run')
        await running.signal('SIGTERM')
        const began = performance.now()
        await running.endTree()
        expect(performance.now() - began).toBeLessThan(20_000)
        expect(await processesWithMark(mark, null)).toEqual([])
        expect(await running.exit).toMatchObject({ code: null, signal: 'SIGKILL' })
        expect(await processesWithMark(await markOf(bystander), null)).toHaveLength(1)
      },
    )

    test.skipIf(way.needsRoot && !hasOwnUsers)(
      `T-102 ${way.name}: what outlives the game itself`,
      async () => {
        fixture = openFixture({ useCgroups: way.useCgroups })
        const script = '(setsid sleep 605 >/dev/null 2>&1 </dev/null &); read -r line'
        const running = await fixture.manager.start(shell(13, script, { uid: way.uid(13) }))
        const mark = await markOf(running)
        await until(async () => (await commandsOf(mark)).includes('sleep 605'), 'its child runs')
        await running.write(Buffer.from('\n'))
        await running.exit
        expect(await processesWithMark(mark, null)).toHaveLength(1)
        await running.endTree()
        expect(await processesWithMark(mark, null)).toEqual([])
      },
    )

    test.skipIf(way.needsRoot && !hasOwnUsers)(
      `T-102 ${way.name}: a game that forks without end`,
      async () => {
        fixture = openFixture({ useCgroups: way.useCgroups })
        const bomb = `
        const { spawn } = require('node:child_process')
        const script = 'i=0; while [ $i -lt 10 ]; do (setsid sh -c "while :; do (sleep 0.05); done" &) ; i=$((i+1)); done; echo ready; sleep 600'
        spawn('sh', ['-c', script], { stdio: 'inherit' })`
        const running = await fixture.manager.start(
          launchOf(14, [process.execPath, '-e', bomb], { uid: way.uid(14) }),
        )
        const mark = await markOf(running)
        await outputUntil(running, 'ready')
        await running.endTree()
        expect(await processesWithMark(mark, null)).toEqual([])
      },
    )

    test.skipIf(way.needsRoot && !hasOwnUsers)(`pause and resume, ${way.name}, reach all of it`, async () => {
      fixture = openFixture({ useCgroups: way.useCgroups })
      const running = await fixture.manager.start(shell(15, escapes, { uid: way.uid(15) }))
      await outputUntil(running, 'ready')
      const mark = await markOf(running)
      await until(async () => (await processesWithMark(mark, null)).length >= 5, 'all of them run')
      await running.signal('SIGSTOP')
      await until(async () => (await statesOf(mark)).every(state => state === 'T'), 'all are stopped')
      await running.signal('SIGCONT')
      await until(async () => (await statesOf(mark)).every(state => state !== 'T'), 'all go on')
      await running.signal('SIGKILL')
      expect(await statesOf(mark)).toEqual([])
    })
  }

  test('T-102 ended twice at once it is one end: a late one could reach the next game of its user', async () => {
    fixture = openFixture()
    const running = await fixture.manager.start(launchOf(17, ['sleep', '606']))
    const first = running.endTree()
    expect(running.endTree()).toBe(first)
    await first
    expect(running.endTree()).not.toBe(first)
    await running.exit
  })

  test.skipIf(!hasOwnUsers)('T-102 by its own user: more of them than are ended one by one', async () => {
    fixture = openFixture({ useCgroups: false })
    const script = 'i=0; while [ $i -lt 60 ]; do sleep 607 & i=$((i+1)); done; echo ready; wait'
    const uid = ownUserId(18)
    const running = await fixture.manager.start(shell(18, script, { uid }))
    await outputUntil(running, 'ready')
    expect((await processesOfUser(uid)).length).toBeGreaterThan(60)
    await running.endTree()
    expect(await processesOfUser(uid)).toEqual([])
  })

  test.skipIf(!hasOwnUsers)('T-102 by its own user: a child that wiped its environment', async () => {
    fixture = openFixture({ useCgroups: false })
    const script = '(setsid env -i sleep 606 >/dev/null 2>&1 </dev/null &); echo ready; sleep 600'
    const uid = ownUserId(16)
    const running = await fixture.manager.start(shell(16, script, { uid }))
    await outputUntil(running, 'ready')
    await until(async () => (await processesOfUser(uid)).length === 3, 'all three run')
    await running.endTree()
    expect(await processesOfUser(uid)).toEqual([])
  })
})

async function statesOf(mark: string): Promise<string[]> {
  return (await processesWithMark(mark, null)).map(({ state }) => state)
}

async function commandsOf(mark: string): Promise<string[]> {
  const members = await processesWithMark(mark, null)
  const lines = members.map(({ pid }) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))
  return (await Promise.all(lines)).map(line => line.replaceAll('\0', ' ').trim())
}

async function markOf(running: RunningProcess): Promise<string> {
  const environment = await readFile(`/proc/${running.pid}/environ`, 'utf8')
  const mark = environment.split('\0').find(entry => entry.startsWith('ROOKERY_SERVER_ID='))
  if (mark === undefined) throw new Error('the game carries no mark')
  return mark
}
