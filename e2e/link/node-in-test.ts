// The test takes the place of a daemon: with its identity it says and asks the panel what no honest daemon would.

import { daemonFilePath, loadDaemonConfig } from '../../daemon/src/config/load-daemon-config.ts'
import { readIdentity } from '../../daemon/src/platform/panel-link/node-identity-files.ts'
import type { Programs } from '../live/programs.ts'
import { DaemonSide } from './link-world.ts'

export type NodeInTest = DaemonSide

/** The daemon itself is stopped before: a node is connected once. */
export async function takePlaceOfDaemon(programs: Programs): Promise<NodeInTest> {
  await programs.stopDaemon()
  const reading = loadDaemonConfig(daemonFilePath(programs.nodeFolder))
  if (!reading || 'problems' in reading) throw new Error('the node has not joined')
  const { nodeId, apiKey, connectionPassword, panelAddress, ...files } = reading.config
  const identity = await readIdentity({
    caFile: files.caFile,
    certificateFile: files.certificateFile,
    keyFile: files.certificateKeyFile,
  })
  return new DaemonSide({ nodeId, apiKey, connectionPassword, address: panelAddress, identity }).connect()
}
