// Tests that the console checks a line as the panel does.

import { expect, test } from 'vitest'
import { consoleCommandProblem } from './console-command.ts'
import { consoleCommand } from './http/game-servers.ts'

test.each([
  ['say hello', true],
  ['', false],
  ['two\nlines', false],
  ['\u001b[31mred', false],
  ['x'.repeat(4_000), true],
  ['x'.repeat(4_001), false],
  ['ß'.repeat(2_000), true],
  ['ß'.repeat(2_001), false],
])('4.2 %j is judged by the page as by the panel', (line, isFine) => {
  const problem = consoleCommandProblem(line)
  expect(problem === null).toBe(isFine)
  expect(problem).toBe(consoleCommand.safeParse(line).error?.issues[0]?.message ?? null)
})
