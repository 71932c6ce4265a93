// What a test panel has written to its audit log.

import type { TestPanel } from '../start-test-panel.ts'

export type Line = Record<string, unknown>

/** Every line of the log; throws where one is not a JSON object of its own. */
export function logLinesOf(panel: Pick<TestPanel, 'logLines'>): Line[] {
  return panel.logLines.map(line => {
    if (line.indexOf('\n') !== line.length - 1) throw new Error(`not exactly one line: ${line}`)
    return JSON.parse(line) as Line
  })
}

export function auditLinesOf(panel: Pick<TestPanel, 'logLines'>): Line[] {
  return logLinesOf(panel).filter(line => line.component === 'audit')
}

/** The audit lines that some work adds. */
export async function auditedBy(panel: TestPanel, work: () => Promise<unknown>): Promise<Line[]> {
  const before = auditLinesOf(panel).length
  await work()
  return auditLinesOf(panel).slice(before)
}
