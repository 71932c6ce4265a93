import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { findInTable } from '../process-table.ts'

test('6.3 a game that began after the last look at all processes is found at once', async () => {
  const mark = `ROOKERY_TABLE_TEST=${process.pid}`
  expect(findInTable({ mark })).toEqual([])
  const game = spawn('sleep', ['600'])
  await once(game, 'spawn')
  const pid = game.pid ?? 0
  try {
    expect(findInTable({ mark, leader: { pid } }).map(use => use.pid)).toEqual([pid])
  } finally {
    game.kill('SIGKILL')
    await once(game, 'exit')
  }
})
