// Structured log lines become short sentences; other lines stay as they are.

import { expect, test } from 'vitest'
import { readLogLine } from './log-line.ts'

test.each([
  ['{"level":30,"msg":"hello"}', false, 'info: hello'],
  ['{"level":40,"msg":"odd"}', true, 'warning: odd'],
  ['{"level":50,"msg":"failed","err":{"message":"no space"}}', true, 'error: failed: no space'],
  ['{"level":50,"msg":"no space","err":{"message":"no space"}}', true, 'error: no space'],
  ['{"level":40,"msg":"refused","reason":"not known"}', true, 'warning: refused: not known'],
  ['{"level":"warn","msg":"odd"}', true, 'warning: odd'],
  ['{"level":"info","msg":"hello"}', false, 'info: hello'],
  ['{"level":60}', true, 'fatal: without words, see the log file'],
  ['{"level":20,"msg":"detail"}', false, 'debug: detail'],
  ['{"level":"x","msg":5}', false, 'info: without words, see the log file'],
  ['{broken', false, '{broken'],
  ['plain words', false, 'plain words'],
  ['[1]', false, '[1]'],
  ['', false, ''],
])('%s', (line, isImportant, text) => {
  expect(readLogLine(line)).toEqual({ isImportant, text })
})
