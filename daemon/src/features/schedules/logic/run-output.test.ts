import type { ScheduleRun } from '@rookery/contracts/schedule.ts'
import { describe, expect, test } from 'vitest'
import { answerLimitBytes, fittingAnswer, outputLimitBytes, withLine } from './run-output.ts'

describe('what is kept of a run', () => {
  test('lines, up to the limit, and then once that there was more', () => {
    expect(withLine('', 'one')).toBe('one\n')
    let output = ''
    for (let line = 0; line < 20_000; line++) output = withLine(output, `line ${line}: ä`)
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(outputLimitBytes)
    expect(output.endsWith('\n… more was said than is kept\n')).toBe(true)
    expect(output.match(/more was said/g)).toHaveLength(1)
  })

  test('one line that is too long by itself', () => {
    expect(withLine('', 'x'.repeat(outputLimitBytes))).toBe('… more was said than is kept\n')
  })

  test('an answer stays small: the oldest runs lose their output', () => {
    const run = (id: number): ScheduleRun => ({
      id,
      schedule_id: 1,
      due_at_ms: 0,
      began_at_ms: 0,
      ended_at_ms: 0,
      status: 'success',
      reason: '',
      output: 'x'.repeat(60_000),
    })
    const answer = fittingAnswer(Array.from({ length: 50 }, (_, index) => run(50 - index)))
    expect(answer).toHaveLength(50)
    expect(answer[0]?.output).toHaveLength(60_000)
    expect(answer.at(-1)?.output).toContain('too long')
    expect(JSON.stringify(answer).length).toBeLessThan(answerLimitBytes + 20_000)
  })
})
