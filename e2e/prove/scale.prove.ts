// Two instances, three nodes and 200 viewers through kills and restarts of everything: no line, task or right is lost.

import { sendConsoleCommand, startGameServer } from '@rookery/contracts/http/game-servers.ts'
import { changePermissionsOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { createUser } from '@rookery/contracts/http/users.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, signIn } from '../api.ts'
import { missingForScale, ScaleWorld } from '../scale/scale-world.ts'
import { countedGame, type StormedGame, TaskStorm } from '../scale/task-storm.ts'
import { Viewer } from '../scale/viewer.ts'
import { waitFor } from '../wait-for.ts'

const missing = missingForScale()
if (missing !== null) console.warn(`skipped: ${missing}`)

const viewerCount = 200
/** That many are taken before the next thing breaks. */
const tasksBetween = 60
const guest = { login: 'guest', password: 'nine brown otters' }
const guestCount = 6

/** Counts aloud, and repeats what it is told. */
const countingGame = `echo ready
( number=0; while sleep 0.4; do number=$((number + 1)); echo "line $number."; done ) &
while read -r line; do echo "you said: $line"; done`

describe.skipIf(missing !== null)('two instances in a storm', { timeout: 900_000 }, () => {
  let world: ScaleWorld
  const watched: number[] = []
  const stormed: StormedGame[] = []
  const viewers: Viewer[] = []
  let guests: Viewer[] = []
  let storm: TaskStorm

  beforeAll(async () => {
    world = await new ScaleWorld({ hasOwnDatabaseServer: true }).start(3)
    for (const daemon of world.daemons) {
      watched.push(await world.addGame(daemon.nodeId, countingGame))
      stormed.push({ daemon, gameServerId: await world.addGame(daemon.nodeId, countedGame) })
    }
    for (const id of [...watched, ...stormed.map(({ gameServerId }) => gameServerId)]) {
      const { task_id } = await world.api.call(startGameServer, { params: { server: String(id) } })
      expect(await world.ended(task_id)).toMatchObject({ status: 'success' })
    }
    storm = new TaskStorm(world, stormed)
  }, 400_000)
  afterAll(async () => {
    for (const viewer of [...viewers, ...guests]) viewer.stop()
    await storm?.stop()
    await world?.stop()
  }, 120_000)

  async function setRights(api: Api, userId: number, value: boolean): Promise<void> {
    const names = ['game-server-common', 'game-server-console-view'] as const
    const params = { id: String(userId), server: String(watched[0]) }
    const body = names.map(permission => ({ permission, value }))
    await api.call(changePermissionsOnGameServer, { params, body })
  }

  /** Somebody who may watch the first console and nothing else, at both instances. */
  async function inviteGuests(): Promise<number> {
    const body = { ...guest, roles: [] }
    const { id } = await world.api.call(createUser, { body } as never)
    await setRights(world.api, id, true)
    const { sessionToken } = await signIn(world.url, guest)
    guests = Array.from({ length: guestCount }, (_, index) =>
      new Viewer(world.panels[index % 2]?.url ?? '', watched[0] ?? 0, sessionToken).start(),
    )
    await waitFor('the guests see it', () => guests.every(one => one.lines().length > 0))
    return id
  }

  async function withdrawFrom(userId: number): Promise<void> {
    const api = await world.signInAt(world.panels[0])
    await setRights(api, userId, false)
  }

  test('T-095 T-104 T-106 kills and restarts of everything lose no line and no task, double none, and give nobody a right', async () => {
    const { sessionToken } = world.api
    for (let index = 0; index < viewerCount; index++) {
      viewers.push(new Viewer(world.url, watched[index % watched.length] ?? 0, sessionToken).start())
    }
    await waitFor('all viewers see their console', () => viewers.every(one => one.lines().length > 0))
    const guestId = await inviteGuests()
    storm.start(700)
    const goOn = async () => {
      const wanted = storm.accepted.length + tasksBetween
      await waitFor('the storm goes on', () => storm.accepted.length >= wanted)
    }

    await goOn()
    await world.panels[0].kill()
    await world.panels[0].start()
    await goOn()
    await world.daemons[1]?.kill()
    world.daemons[1]?.start()
    await goOn()
    await world.redis.restart()
    await goOn()
    await world.databaseServer?.restart()
    await goOn()
    await waitFor('the guests are back', () =>
      guests.every(one => one.refusedWith === null && one.connects > 0),
    )
    await withdrawFrom(guestId)
    await waitFor('the right is gone at both instances', () => guests.every(one => one.refusedWith === 403))
    const seenByGuests = guests.map(one => one.text)
    await goOn()
    await world.panels[1].kill()
    await world.panels[1].start()
    await goOn()
    await storm.stop()

    for (const id of watched) {
      await waitFor(`game server ${id} hears`, () =>
        world.api
          .call(sendConsoleCommand, { params: { server: String(id) }, body: { command: 'that is all' } })
          .then(() => true)
          .catch(() => false),
      )
    }
    await waitFor('all viewers saw the end', () =>
      viewers.every(one => one.text.includes('you said: that is all')),
    )

    for (const viewer of viewers) {
      const lines = viewer.lines()
      expect(lines).toEqual(Array.from({ length: lines.length }, (_, index) => index + 1))
      expect(viewer.gaps).toBe(0)
    }
    expect(guests.map(one => one.text)).toEqual(seenByGuests)
    expect(guests.every(one => one.refusedWith === 403)).toBe(true)

    for (const taskId of storm.accepted) await world.ended(taskId)
    for (const game of stormed) {
      const tasks = await storm.tasksOf(game.gameServerId)
      expect(tasks.filter(({ status }) => !hasEnded(status))).toEqual([])
      const starts = tasks.filter(({ kind }) => kind === 'restart' || kind === 'start')
      const done = starts.filter(({ status }) => status === 'success').length
      const failed = starts.filter(({ status }) => status === 'error').length
      const counted = await storm.startsOf(game)
      expect(counted).toBeGreaterThanOrEqual(done)
      expect(counted).toBeLessThanOrEqual(done + failed)
    }
    const connects = viewers.map(one => one.connects)
    console.log(
      `${storm.accepted.length} tasks taken, ${storm.refused} not; ${viewers.length} viewers, ` +
        `${Math.min(...connects)} to ${Math.max(...connects)} connections each, ` +
        `${Math.max(...viewers.map(one => one.lines().length))} lines at most`,
    )
  })
})
