// Many simulated nodes in one process of their own: enrolls and connects them, and tells how many are connected.

import { parseEnrollmentKey } from '@rookery/contracts/daemon/enrollment-key.ts'
import { requestIdentity } from '../../src/platform/panel-link/enroll.ts'
import { readLinkAddress } from '../../src/platform/panel-link/link-address-client.ts'
import { newPrivateKey } from '../../src/platform/panel-link/node-certificate.ts'
import { intervalSeconds, SimulatedNode } from './simulated-node.ts'

export interface FleetOrder {
  url: string
  /** Where the nodes dial; where the panel says without it. */
  dials?: string
  nodes: { gameServerId: number; furtherGameServerIds?: readonly number[]; enrollmentKey: string }[]
  /** How far back each remembers when it connects first. */
  rememberedSeconds: number
}

export interface FleetState {
  connected: number
  /** Of all nodes since they began. */
  welcomes: number
}

/** The state is told whenever it changes; what each node has measured, at every further message. */
export type FleetNews = { state: FleetState } | { measured: [nodeId: number, moments: number[]][] }

const pollEveryMs = 50
const enrolledAtOnce = 32

process.once('message', (order: FleetOrder) => void run(order))
process.once('disconnect', () => process.exit(0))

async function run({ url, dials, nodes, rememberedSeconds }: FleetOrder): Promise<void> {
  const { address, caPem } = await readLinkAddress(url)
  const fleet: SimulatedNode[] = []
  const left = [...nodes]
  const enrollSome = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const key = parseEnrollmentKey(next.enrollmentKey)
      if (!key) throw new Error('the panel gave no enrollment key')
      const enrolled = await requestIdentity({ address, caPem, key, privateKeyPem: newPrivateKey() })
      const { gameServerId, furtherGameServerIds = [] } = next
      const node = new SimulatedNode({ ...enrolled, address: dials ?? address }, [
        gameServerId,
        ...furtherGameServerIds,
      ])
      node.remember(rememberedSeconds)
      node.link.start()
      fleet.push(node)
    }
  }
  describeState(fleet)
  process.on('message', () => {
    const measured = fleet.map(({ nodeId, moments }): [number, number[]] => [nodeId, moments])
    process.send?.({ measured } satisfies FleetNews)
  })
  await Promise.all(Array.from({ length: enrolledAtOnce }, enrollSome))
  // Spread over the interval, as the phase of a real daemon is.
  for (const [at, node] of fleet.entries()) {
    setTimeout(
      () => setInterval(() => node.tick(Math.floor(Date.now() / 1000)), intervalSeconds * 1000),
      (at / fleet.length) * intervalSeconds * 1000,
    )
  }
}

function describeState(fleet: SimulatedNode[]): void {
  let reported = ''
  setInterval(() => {
    const connected = fleet.filter(({ link }) => link.isConnected).length
    const welcomes = fleet.reduce((sum, node) => sum + node.welcomes, 0)
    const key = `${connected} ${welcomes}`
    if (key !== reported) process.send?.({ state: { connected, welcomes } } satisfies FleetNews)
    reported = key
  }, pollEveryMs)
}
