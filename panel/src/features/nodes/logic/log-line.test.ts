import { expect, test } from 'vitest'
import { readLogLine } from './log-line.ts'

test('a line of the daemon is read: time, level, words and details', () => {
  const text =
    '{"level":"warn","time":"2026-11-15T05:00:00.000Z","component":"daemon","port":7777,"reason":"","err":{"code":"X"},"msg":"in use"}'
  expect(readLogLine(text)).toEqual({
    at: '2026-11-15T05:00:00.000Z',
    level: 'warn',
    message: 'in use  port=7777  err={"code":"X"}',
  })
})

test('what is no JSON, or odd JSON, is shown as it is', () => {
  expect(readLogLine('oh no')).toEqual({ at: null, level: 'info', message: 'oh no' })
  expect(readLogLine('{"time":7,"level":30}')).toEqual({ at: null, level: 'info', message: '' })
})
