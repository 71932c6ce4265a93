// A node that asks without end: others are answered at once meanwhile, and it is cut off and kept out for a while.

import { expect, test } from 'vitest'
import { linkLifecycle } from './link-lifecycle.ts'
import { enrollNode, eventually } from './link-world.ts'

const { startPanel, startDaemon } = linkLifecycle()

test('L12 26,000 questions of one node delay nobody else, and cut it off', async () => {
  const panel = await startPanel()
  let atWork = 0
  let mostAtWork = 0
  let answered = 0
  panel.hooks.ask = async nodeId => {
    if (nodeId === 8) return {}
    atWork += 1
    mostAtWork = Math.max(mostAtWork, atWork)
    // As a database that is busy with each of them.
    await new Promise(resolve => setTimeout(resolve, 5))
    atWork -= 1
    answered += 1
    return {}
  }
  const hostile = await startDaemon(await enrollNode(panel, 7))
  const honest = await startDaemon(await enrollNode(panel, 8))
  const question = { $case: 'sftpCheck', value: { userId: 1, gameServerId: 1, credentialId: 'x' } } as const
  const refusals = new Set<string>()
  const asking = (async () => {
    for (let count = 0; count < 26_000; count++) {
      hostile.link.ask(question).catch((error: Error) => refusals.add(error.message))
      // Or it would cut itself off, as a daemon does whose panel does not read.
      if (count % 500 === 0) await new Promise(resolve => setTimeout(resolve, 1))
    }
  })()
  const slowest = { ms: 0 }
  for (let count = 0; count < 20 || !panel.logged.includes('a node was cut off'); count++) {
    const askedAt = performance.now()
    await honest.link.ask(question)
    slowest.ms = Math.max(slowest.ms, performance.now() - askedAt)
  }
  await asking
  expect(slowest.ms).toBeLessThan(2_000)
  expect(mostAtWork).toBeLessThanOrEqual(8)
  expect(answered).toBeLessThan(26_000)
  await eventually(() => expect(panel.link.isOnline(7)).toBe(false))
  await eventually(() =>
    expect(hostile.warnings.map(({ reason }) => reason).join()).toContain('cut off a moment ago'),
  )
  expect(panel.link.isOnline(8)).toBe(true)
  expect([...refusals].join()).toContain('asks more than the panel can answer')
})
