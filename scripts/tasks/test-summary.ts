// What ends every test run, from vitest's own report: the failures by name, and one line that counts.

import { relative } from 'node:path'

export interface TestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: TestFileReport[]
}

interface TestFileReport {
  name: string
  status: string
  message?: string
  assertionResults: {
    status: string
    fullName?: string
    failureMessages?: string[] | null
    duration?: number | null
    meta?: { figures?: string }
  }[]
}

/** What run-notes-reporter.ts has noted beside vitest's own report. */
export interface RunNotes {
  files: { name: string; seconds: number }[]
  /** Reasons, as tests have printed them after "skipped: ". */
  leftOut: string[]
}

const longestReason = 1_500
const withoutRoot = 'this is not root: mounts, other owners and the users of games are not tried'

/** Each failure with its file, its name and the beginning of its reason, so that the end of a long log tells it. */
export function failureLines(report: TestReport | null, root: string): string[] {
  return (report?.testResults ?? []).flatMap(file => {
    const failed = file.assertionResults.filter(result => result.status === 'failed')
    const where = relative(root, file.name)
    if (failed.length === 0) return file.status === 'failed' ? [failure(where, 'the file', file.message)] : []
    return failed.map(result => failure(where, result.fullName ?? '', result.failureMessages?.[0]))
  })
}

function failure(where: string, name: string, reason = ''): string {
  return `FAILED ${where} > ${name}\n${reason.slice(0, longestReason).trim().replaceAll(/^/gm, '    ')}`
}

/** Where the time of a run went; nothing for a run of a few files. */
export function slowestLines(notes: RunNotes | null, root: string, count = 10): string[] {
  const files = notes?.files ?? []
  if (files.length <= count) return []
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, count)
  const lines = slowest.map(
    ({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${relative(root, name)}`,
  )
  return [`The ${count} slowest of ${files.length} files:`, ...lines]
}

/** What this machine cannot do, and how many tests that costs. Tests that only root can do skip without a word. */
export function leftOutLines(notes: RunNotes | null, report: TestReport | null, isRoot: boolean): string[] {
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  const reasons = [...(notes?.leftOut ?? []), ...(isRoot || skipped === 0 ? [] : [withoutRoot])]
  if (skipped === 0 && reasons.length === 0) return []
  return [
    `Left out here (${skipped} ${skipped === 1 ? 'test' : 'tests'}):`,
    ...reasons.toSorted().map(reason => `  ${reason}`),
  ]
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
