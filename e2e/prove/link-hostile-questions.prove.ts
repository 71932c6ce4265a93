// A node that asks without end: others are answered at once meanwhile, and it is cut off and kept out for a while.

import { expect, test } from 'vitest'
import { linkLifecycle } from '../link/link-lifecycle.ts'
import { enrollNode, eventually } from '../link/link-world.ts'

const { startPanel, startDaemon } = linkLifecycle()

test('L12 a node that asks without end delays nobody else, and is cut off', async () => {
  // Its clock stands still: how much is too much within ten seconds does not depend on how busy this machine is.
  const nowMs = Date.now()
  const panel = await startPanel({ clock: () => nowMs })
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
  const isCutOff = () => panel.logged.includes('a node was cut off')
  let asked = 0
  let unanswered = 0
  const asking = (async () => {
    // Also after a connection that a busy machine has lost.
    while (!isCutOff()) {
      // More would be its own fault: a daemon whose panel does not read cuts itself off.
      while (unanswered > 3_000) await new Promise(resolve => setTimeout(resolve, 1))
      asked += 1
      unanswered += 1
      hostile.link
        .ask(question)
        .catch((error: Error) => refusals.add(error.message))
        .finally(() => {
          unanswered -= 1
        })
    }
  })()
  let answeredMeanwhile = 0
  while (!isCutOff()) {
    await honest.link.ask(question)
    answeredMeanwhile += 1
  }
  await asking
  expect(answeredMeanwhile).toBeGreaterThan(answered / 100)
  expect(mostAtWork).toBeLessThanOrEqual(8)
  expect(answered).toBeLessThan(asked)
  await eventually(() => expect(panel.link.isOnline(7)).toBe(false))
  await eventually(() =>
    expect(hostile.warnings.map(({ reason }) => reason).join()).toContain('cut off a moment ago'),
  )
  expect(panel.link.isOnline(8)).toBe(true)
  expect([...refusals].join()).toContain('asks more than the panel can answer')
})
