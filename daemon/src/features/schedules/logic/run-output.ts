// What is kept of all that a run says, and how much of it fits into one answer to the panel.

import type { ScheduleRun } from '@rookery/contracts/schedule.ts'

export const outputLimitBytes = 64 * 1024
/** Calls are answered on Control, which carries no bulk. */
export const answerLimitBytes = 256 * 1024
const endMessage = '… more was said than is kept\n'

/** One more line; beyond the limit only that there was more. */
export function withLine(output: string, line: string): string {
  if (output.endsWith(endMessage)) return output
  const longer = `${output}${line}\n`
  return Buffer.byteLength(longer) + Buffer.byteLength(endMessage) > outputLimitBytes
    ? `${output}${endMessage}`
    : longer
}

/** Newest first: the oldest lose their output when all together are too much. */
export function fittingAnswer(runs: readonly ScheduleRun[]): ScheduleRun[] {
  let left = answerLimitBytes
  return runs.map(run => {
    left -= Buffer.byteLength(run.output)
    return left >= 0 ? run : { ...run, output: '… what this run said is too long to be shown here\n' }
  })
}
