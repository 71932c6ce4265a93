// Orders end before whoever asked for them gives up; what describes a state is good for as long as the connection.

import { describe, expect, it } from 'vitest'
import { answerMarginMs, messageLifeMs, transferLifeMs } from './message-life.ts'

describe('how long a message is good', () => {
  it('L16 a question and a transfer must have begun before their answer is given up', () => {
    const call = { $case: 'call' as const, value: { callId: 1, body: undefined } }
    const transfer = { $case: 'openTransfer' as const, value: { transferId: 'x', purpose: undefined } }
    expect(messageLifeMs(call, 20_000)).toBe(20_000 - answerMarginMs)
    expect(messageLifeMs(transfer, 10_000)).toBe(10_000 - answerMarginMs)
    expect(messageLifeMs(call, 100)).toBe(1_000)
  })

  it('L16 a task is good for as long as it may wait for its node, a definition has no end', () => {
    const value = { taskId: 1, gameServerId: 1, kind: 'start', payload: '' }
    expect(messageLifeMs({ $case: 'runTask', value }, 0)).toBe(600_000)
    expect(
      messageLifeMs({ $case: 'removeGameServer', value: { gameServerId: 1, deleteFiles: false } }, 0),
    ).toBeNull()
  })

  it('L16 L11 the end of a file comes before a silent node is given up', () => {
    expect(transferLifeMs({ $case: 'fileEnd', value: {} })).toBeLessThan(30_000)
    expect(transferLifeMs({ $case: 'fileBytes', value: { bytes: Buffer.alloc(0) } })).toBeNull()
  })
})
