// Runs the tests for machines with systemd inside of such a machine, and tells the outcome of each as its own.

import { describe, expect, test } from 'vitest'
import { proofSize } from '../../../../../../test-services/proof-size.ts'
import { sharedDocker } from '../../../../../../test-services/shared.ts'
import { missingSystemdHost, startSystemdHost } from '../../../../../../test-services/systemd-host.ts'

const missing = missingSystemdHost()
if (missing !== null) console.warn(`skipped: ${missing}`)
const config = 'daemon/src/platform/process-managers/systemd/test/inside.vitest.config.ts'
const reportFile = '/tmp/report.json'

interface Outcome {
  fullName: string
  status: string
  failureMessages: string[]
}

async function runInside(): Promise<Outcome[]> {
  const host = await startSystemdHost({ engine: await sharedDocker() })
  try {
    const size = `ROOKERY_PROOF=${proofSize({ short: 'false', proof: 'true' })}`
    const vitest = [
      'env',
      size,
      'node',
      'node_modules/vitest/vitest.mjs',
      'run',
      '--root=.',
      `--config=${config}`,
    ]
    const report = ['--configLoader=native', '--reporter=json', `--outputFile=${reportFile}`]
    const { stdout, stderr } = await host.run([...vitest, ...report])
    const read = await host.run(['cat', reportFile])
    if (read.code !== 0) throw new Error(`the tests inside gave no report:\n${stdout}\n${stderr}`)
    return outcomesOf(read.stdout)
  } finally {
    await host.stop()
  }
}

/** A file that could not be loaded has no tests, and is told as one that failed. */
function outcomesOf(report: string): Outcome[] {
  const { testResults } = JSON.parse(report) as {
    testResults: { name: string; status: string; message: string; assertionResults: Outcome[] }[]
  }
  return testResults.flatMap(({ name, status, message, assertionResults }) =>
    status === 'failed' && assertionResults.every(outcome => outcome.status !== 'failed')
      ? [{ fullName: name, status, failureMessages: [message] }, ...assertionResults]
      : assertionResults,
  )
}

const outcomes = missing === null ? await runInside() : []

describe.skipIf(missing !== null)('inside of a machine with systemd', () => {
  test('tests were run', () => {
    expect(outcomes.length).toBeGreaterThan(11)
  })

  for (const { fullName, status, failureMessages } of outcomes) {
    test.skipIf(status === 'skipped' || status === 'pending')(fullName, () => {
      expect(failureMessages.join('\n')).toBe('')
      expect(status).toBe('passed')
    })
  }
})
