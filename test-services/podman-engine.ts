// A real Podman for tests, behind its Docker-compatible socket: its own storage, network and configuration.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ContainerEngine, startContainerEngine } from './container-engine.ts'
import { type EngineRoom, missingEngineRoom, openEngineRoom } from './engine-room.ts'
import { findProgram } from './running-component.ts'
import { chooseTestNetwork, removeAbandonedBridges, removeBridge, type TestNetwork } from './test-network.ts'

/** Where Podman keeps locks, names of networks and addresses, whatever its storage folder is. */
const sharedPlaces = ['/dev/shm', '/var/lib/cni', '/run/netns']

/** A test machine may not be allowed more, and Podman asks for the largest values by default. */
const configuration = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
`

/** Why Podman cannot be started here, or null. */
export function missingPodmanEngine(): string | null {
  const missing = ['podman', 'runc', 'conmon'].find(name => findProgram(name) === null)
  if (missing !== undefined) return `${missing} is not installed (Debian packages podman and runc)`
  return missingEngineRoom()
}

export async function startPodmanEngine(): Promise<ContainerEngine> {
  const podman = findProgram('podman')
  if (podman === null) throw new Error(missingPodmanEngine() ?? '')
  const room = await openEngineRoom('podman', sharedPlaces)
  await removeAbandonedBridges()
  const network = chooseTestNetwork()
  const inRoom = (name: string) => join(room.folder, name)
  await writeConfiguration(room, network)
  return startContainerEngine({
    name: 'podman',
    room,
    socketFile: inRoom('engine.sock'),
    launch: () =>
      room.start(
        podman,
        [
          ...['--root', inRoom('storage'), '--runroot', inRoom('run'), '--tmpdir', inRoom('state')],
          ...[
            '--runtime',
            'runc',
            '--cgroup-manager',
            'cgroupfs',
            '--network-config-dir',
            inRoom('networks'),
          ],
          ...['--events-backend', 'file', 'system', 'service', '--time=0', `unix://${inRoom('engine.sock')}`],
        ],
        { CONTAINERS_CONF: inRoom('containers.conf') },
      ),
    cleanUp: () => removeBridge(network.bridge),
  })
}

async function writeConfiguration(room: EngineRoom, network: TestNetwork): Promise<void> {
  await mkdir(join(room.folder, 'networks'))
  await writeFile(join(room.folder, 'containers.conf'), configuration)
  const list = JSON.stringify(networkList(network))
  await writeFile(join(room.folder, 'networks/87-podman.conflist'), list)
}

function networkList({ bridge, prefix }: TestNetwork): object {
  const addresses = { subnet: `${prefix}.0/24`, gateway: `${prefix}.1` }
  return {
    cniVersion: '0.4.0',
    name: 'podman',
    plugins: [
      {
        type: 'bridge',
        bridge,
        isGateway: true,
        hairpinMode: true,
        ipam: { type: 'host-local', routes: [{ dst: '0.0.0.0/0' }], ranges: [[addresses]] },
      },
      { type: 'portmap', capabilities: { portMappings: true } },
      { type: 'tuning' },
    ],
  }
}
