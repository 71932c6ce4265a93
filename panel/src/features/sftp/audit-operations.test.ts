// Audit lines of SFTP carry a name only where the panel let that person in at that node.

import { SftpOperation } from '@rookery/contracts/daemon/generated/link.ts'
import { expect, test } from 'vitest'
import { createSecretBox, keyOf } from '../../platform/secret-box.ts'
import type { AuditEntry } from '../audit/audit.ts'
import { createOperationAudit } from './audit-operations.ts'
import { createSessionGrants } from './session-grants.ts'

const dayMs = 24 * 60 * 60_000
const ownNode = 7
const granted = { nodeId: ownNode, userId: 3, gameServerId: 1, credentialId: 'key:12' }

function world() {
  const clock = { nowMs: 1_000_000 }
  const grants = createSessionGrants({ box: createSecretBox(keyOf('panel')), now: () => clock.nowMs })
  const recorded: AuditEntry[] = []
  const report = createOperationAudit({
    users: { findById: async () => null },
    gameServers: { nodeOf: async () => ownNode },
    audit: {
      record: entry => void recorded.push(entry),
      prepare: () => '',
      recordPrepared: () => {},
    },
    grants,
    random: bytes => Buffer.alloc(bytes),
  })
  const operation = (of: Partial<SftpOperation>) =>
    SftpOperation.create({
      userId: granted.userId,
      gameServerId: granted.gameServerId,
      ip: '192.0.2.1',
      operation: 'deleted',
      outcome: 'success',
      paths: ['a.txt'],
      ...of,
    })
  async function lineOf(of: Partial<SftpOperation>) {
    recorded.length = 0
    await report(ownNode, [operation(of)])
    return recorded.map(({ actor, details }) => [actor?.id, actor?.method, details?.reported_by])
  }
  return { grants, clock, lineOf }
}

const nobody = [[null, 'none', 'node']]

test('6.4 what somebody does in a session that the panel opened stands in their name', async () => {
  const { grants, lineOf, clock } = world()
  const credentialId = grants.issue(granted)
  expect(await lineOf({ credentialId })).toEqual([[3, 'ssh-key', undefined]])
  const byPassword = grants.issue({ ...granted, credentialId: 'password:ab' })
  expect(await lineOf({ credentialId: byPassword })).toEqual([[3, 'sftp-password', undefined]])
  clock.nowMs += 7 * dayMs
  expect(await lineOf({ credentialId })).toEqual(nobody)
})

test('6.4 a node cannot report in the name of somebody whom the panel has not let in there', async () => {
  const { grants, lineOf } = world()
  const foreign = createSessionGrants({ box: createSecretBox(keyOf('another')), now: () => 1_000_000 })
  const claims: Partial<SftpOperation>[] = [
    { credentialId: 'key:12' },
    { credentialId: '' },
    { credentialId: 'enc1:AAAA' },
    { credentialId: foreign.issue(granted) },
    { credentialId: grants.issue({ ...granted, nodeId: 8 }) },
    { credentialId: grants.issue(granted), userId: 4 },
    { credentialId: grants.issue(granted), gameServerId: 2 },
  ]
  for (const claim of claims) expect(await lineOf(claim), JSON.stringify(claim)).toEqual(nobody)
})
