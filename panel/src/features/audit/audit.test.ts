import { expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createAudit } from './audit.ts'

test('6.4 a prepared line that cannot be read is written down as it is: no line is lost', () => {
  const lines: Record<string, unknown>[] = []
  const audit = createAudit(createLog('info', { write: line => lines.push(JSON.parse(line)) }), true)
  const line = audit.prepare({ event: 'auth.login', request: null })
  audit.recordPrepared(line, 'failure')
  for (const damaged of ['no JSON\n', 'null', '[]']) audit.recordPrepared(damaged, 'failure')
  expect(lines[0]).toMatchObject({ event: 'auth.login', outcome: 'failure', component: 'audit' })
  expect(lines.slice(1).map(({ prepared }) => prepared)).toEqual([
    expect.stringMatching(/^no JSON/),
    'null',
    '[]',
  ])
  expect(lines.every(({ outcome }) => outcome === 'failure')).toBe(true)
})
