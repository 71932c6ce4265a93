// 6.4 Every operation on files leaves one line in the audit log, however it ends.

import { expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { createAudit } from '../audit/audit.ts'
import { type AuditedCall, createFileAudit } from './audit-files.ts'

const call: AuditedCall = {
  params: { server: 7 },
  caller: {
    kind: 'personal-access-token',
    userId: 3,
    login: 'ada',
    tokenId: 1,
    abilities: [],
    gameServerIds: null,
  },
  request: {
    ...{ id: 'r1', method: 'DELETE', path: '/api/servers/7/files', userAgent: 'curl' },
    ...{ ip: '203.0.113.7', countedIp: '203.0.113.7', trustedIp: '203.0.113.7' },
  },
}

/** What the audit log says of work that ends as `work` does. */
async function linesOf(event: 'file.deleted' | 'file.uploaded', work: () => Promise<string>) {
  const written: string[] = []
  const audit = createAudit(createLog('info', { write: line => written.push(line) }), true)
  const outcome = await createFileAudit(audit)(call, event, ['world/level.dat'], work).catch(String)
  return { outcome, lines: written.map(line => JSON.parse(line) as object) }
}

const refused = (code: 'forbidden' | 'conflict' | 'unsupported_media_type') => async () => {
  throw new PanelError(code)
}

test('6.4 what was done is written down with who did it and where', async () => {
  const { outcome, lines } = await linesOf('file.deleted', async () => 'deleted')
  expect(outcome).toBe('deleted')
  expect(lines).toEqual([
    expect.objectContaining({
      ...{ event: 'file.deleted', outcome: 'success', actor_id: 3, actor_login: 'ada', ip: '203.0.113.7' },
      ...{ game_server_id: 7, file_count: 1, files: '["world/level.dat"]' },
    }),
  ])
})

test('6.4 what was refused or failed is written down too, and the caller hears of it', async () => {
  for (const [code, said] of [
    ['forbidden', 'denied'],
    ['conflict', 'failure'],
  ] as const) {
    const { outcome, lines } = await linesOf('file.deleted', refused(code))
    expect(outcome).toContain('Error')
    expect(lines).toEqual([expect.objectContaining({ event: 'file.deleted', outcome: said })])
  }
})

test('6.4 an upload of a refused type has its line elsewhere', async () => {
  expect((await linesOf('file.uploaded', refused('unsupported_media_type'))).lines).toEqual([])
})
