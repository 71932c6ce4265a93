import { expect, test } from 'vitest'
import { nodeProblem } from './node-version.ts'

test('an old Node is told which one is needed, in one sentence', () => {
  for (const version of ['20.20.2', '22.0.0', '18.19.1']) {
    const problem = nodeProblem(version) ?? ''
    expect(problem).toMatch(/^Rookery needs Node 24 or newer/)
    expect(problem).toContain(version)
    expect(problem).not.toContain('\n')
  }
  for (const version of ['24.0.0', '24.21.0', '25.1.0', '100.0.0']) expect(nodeProblem(version)).toBeNull()
})
