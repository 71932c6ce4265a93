// A real Docker engine for tests: its own folders, socket and bridge; the firewall of the machine is left alone.

import { join } from 'node:path'
import { type ContainerEngine, startContainerEngine } from './container-engine.ts'
import { missingEngineRoom, openEngineRoom } from './engine-room.ts'
import { findProgram } from './running-component.ts'
import { chooseTestNetwork, createBridge, removeBridge } from './test-network.ts'

/** Why the Docker engine cannot be started here, or null. */
export function missingDockerEngine(): string | null {
  const missing = ['dockerd', 'containerd', 'runc'].find(name => findProgram(name) === null)
  if (missing !== undefined) return `${missing} is not installed (Debian packages docker.io and iptables)`
  return missingEngineRoom()
}

/** Each engine stands alone: any number of test files may run one at the same time. */
export async function startDockerEngine(): Promise<ContainerEngine> {
  const dockerd = findProgram('dockerd')
  if (dockerd === null) throw new Error(missingDockerEngine() ?? '')
  const room = await openEngineRoom('docker')
  const bridge = await createBridge(chooseTestNetwork()).catch(async (error: unknown) => {
    await room.end()
    throw error
  })
  const inRoom = (name: string) => join(room.folder, name)
  return startContainerEngine({
    name: 'dockerd',
    room,
    socketFile: inRoom('engine.sock'),
    launch: () =>
      room.start(dockerd, [
        ...['--data-root', inRoom('data'), '--exec-root', inRoom('exec'), '--pidfile', inRoom('pid')],
        ...['-H', `unix://${inRoom('engine.sock')}`, '--bridge', bridge, '--live-restore'],
        // Ports are carried by the engine's own proxy, so that no rule of the firewall is needed.
        ...['--iptables=false', '--ip6tables=false', '--ip-masq=false', '--ip-forward=false'],
      ]),
    cleanUp: () => removeBridge(bridge),
  })
}
