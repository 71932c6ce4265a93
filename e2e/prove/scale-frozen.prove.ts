// An instance of the panel is frozen (SIGSTOP), for a moment and five times for longer: its machine still accepts connections.

import { readConsole, sendConsoleCommand, startGameServer } from '@rookery/contracts/http/game-servers.ts'
import { readNode } from '@rookery/contracts/http/nodes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '../api.ts'
import { missingForScale, ScaleWorld } from '../scale/scale-world.ts'
import { waitFor } from '../wait-for.ts'

const missing = missingForScale()
if (missing !== null) console.warn(`skipped: ${missing}`)

const echoGame = `echo ready
while read -r line; do
  [ "$line" = quit ] && exit 0
  echo "you said: $line"
done`

describe.skipIf(missing !== null)('a frozen instance', { timeout: 240_000 }, () => {
  let world: ScaleWorld
  let nodeId = 0
  let gameServerId = 0
  const params = () => ({ server: String(gameServerId) })
  const ended = /a control connection has ended/
  const holderOf = () => world.whereIs(nodeId).catch(() => null)

  /** The node hears a command, and its console is read: both of its connections work. */
  async function expectWorking(api: Api, command: string): Promise<void> {
    await api.call(sendConsoleCommand, { params: params(), body: { command } })
    await waitFor(`the game heard ${command}`, async () => {
      return (await api.call(readConsole, { params: params() })).output.includes(`you said: ${command}`)
    })
  }

  beforeAll(async () => {
    world = await new ScaleWorld().start(1)
    nodeId = world.daemons[0]?.nodeId ?? 0
    gameServerId = await world.addGame(nodeId, echoGame)
    const { task_id } = await world.api.call(startGameServer, { params: params() })
    await world.ended(task_id)
  }, 240_000)
  afterAll(() => world?.stop(), 120_000)

  test('L8 a pause of five seconds changes nothing', async () => {
    const { owner } = await world.whereIs(nodeId)
    owner.freeze()
    await new Promise(resolve => setTimeout(resolve, 5_000))
    owner.thaw()
    await waitFor('it is ready again', () => owner.isReady())
    await expectWorking(await world.signInAt(owner), 'after a pause')
    expect((await world.whereIs(nodeId)).owner).toBe(owner)
    expect(owner.log).not.toMatch(ended)
  })

  test.for([1, 2, 3, 4, 5])(
    'L18 behind one address the node is at the other instance within 20 seconds, time %i',
    async () => {
      const { owner: frozen, other: awake } = await world.whereIs(nodeId)
      const api = await world.signInAt(awake)
      const frozenAt = performance.now()
      frozen.freeze()
      try {
        await waitFor('the node is at the other instance', async () => (await holderOf())?.owner === awake)
        await expectWorking(api, 'at the other')
        expect(performance.now() - frozenAt).toBeLessThan(20_000)
      } finally {
        frozen.thaw()
      }
      await waitFor('the frozen one is ready again', () => frozen.isReady())
      const there = await world.signInAt(frozen)
      // It has to hear first who has the node.
      await waitFor('it sees the node', async () => {
        return (await there.call(readNode, { params: { id: String(nodeId) } })).online
      })
      await expectWorking(there, 'with both again')
      expect((await world.whereIs(nodeId)).owner).toBe(awake)
    },
  )

  test('L8 a single instance that is frozen has its node again within 20 seconds of going on', async () => {
    const { owner, other } = await world.whereIs(nodeId)
    await other.terminate()
    owner.freeze()
    await waitFor('nobody has the node', async () => (await holderOf()) === null)
    owner.thaw()
    const thawedAt = performance.now()
    await waitFor('it has the node again', async () => (await holderOf())?.owner === owner)
    expect(performance.now() - thawedAt).toBeLessThan(20_000)
    await waitFor('it is ready again', () => owner.isReady())
    await expectWorking(await world.signInAt(owner), 'going on')
  })
})
