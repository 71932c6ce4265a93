import { expect, test } from 'vitest'
import { nodeProblem } from './node-version.ts'

const file = '/usr/bin/node'

test('an old Node is told which one is needed and where it is, in one sentence', () => {
  for (const version of ['20.20.2', '22.0.0', '18.19.1']) {
    const problem = nodeProblem({ version, file }, null) ?? ''
    expect(problem).toMatch(/^Rookery needs Node 24 or newer/)
    expect(problem).toContain(`${version} (${file})`)
    expect(problem).not.toContain('\n')
    expect(nodeProblem({ version, file }, '/usr/lib/rookery/bin/node')).toContain(
      'start it with /usr/lib/rookery/bin/node,',
    )
  }
  for (const version of ['24.0.0', '24.21.0', '25.1.0', '100.0.0'])
    expect(nodeProblem({ version, file }, null)).toBeNull()
})
