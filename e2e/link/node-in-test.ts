// The test itself is a node: it says and asks the panel what no honest daemon would.

import { randomUUID } from 'node:crypto'
import { parseEnrollmentKey } from '@rookery/contracts/daemon/enrollment-key.ts'
import { NodeFacts } from '@rookery/contracts/daemon/generated/link.ts'
import { createNode, issueEnrollment } from '@rookery/contracts/http/nodes.ts'
import { requestIdentity } from '../../daemon/src/platform/panel-link/enroll.ts'
import { readLinkAddress } from '../../daemon/src/platform/panel-link/link-address-client.ts'
import { newPrivateKey } from '../../daemon/src/platform/panel-link/node-certificate.ts'
import type { Programs } from '../live/programs.ts'
import { DaemonSide } from './link-world.ts'

export type NodeInTest = DaemonSide

/** A node of its own, beside those that are there. */
export async function joinAsNode({ api, url }: Programs): Promise<NodeInTest> {
  const { id } = await api.call(createNode, { body: { name: `node in a test ${randomUUID()}` } })
  const issued = await api.call(issueEnrollment, { params: { id: String(id) } })
  const key = parseEnrollmentKey(issued.key)
  if (!key) throw new Error('the panel has issued what is no key')
  const link = await readLinkAddress(url)
  const side = new DaemonSide(await requestIdentity({ ...link, key, privateKeyPem: newPrivateKey() }))
  // Without a process manager it would be given no game server.
  const facts = NodeFacts.create({ version: '1', runtimes: ['process'] })
  side.hooks.describe = () => ({ facts, gameServers: [], tasks: [] })
  return side.connect()
}
