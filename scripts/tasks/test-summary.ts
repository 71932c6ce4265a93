// The one line that ends every test run, from vitest's own report.

export interface TestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** A file that could not be loaded has no tests of its own and counts as one failure, and so does a run without report. */
export function summaryLine(report: TestReport | null, exitStatus: number): string {
  const brokenFiles =
    report?.testResults.filter(
      file => file.status === 'failed' && !file.assertionResults.some(result => result.status === 'failed'),
    ).length ?? 0
  const counted = (report?.numFailedTests ?? 0) + brokenFiles
  const failed = exitStatus !== 0 ? Math.max(counted, 1) : counted
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  const parts = [`${report?.numPassedTests ?? 0} passed`, `${failed} failed`]
  if (skipped > 0) parts.push(`${skipped} skipped`)
  return parts.join(', ')
}
