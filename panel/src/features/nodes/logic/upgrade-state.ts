// Whether the daemon of a node is behind its panel, and what is still missing of upgrading it from here.

import type { Node, UpgradeObstacle } from '@rookery/contracts/http/nodes.ts'
import { compareVersions } from '@rookery/primitives/compare-versions.ts'
import type { StoredNode } from '../nodes-store.ts'

/** An upgrade of which nobody has said anything for so long is no longer under way: the instance that led it is gone. */
export const upgradeSilenceMs = 2 * 60_000

type NodeFacts = Pick<StoredNode, 'version' | 'installation'>

interface Around extends Pick<Node['upgrade'], 'running' | 'failed'> {
  panelVersion: string
  isOnline: boolean
}

/** `running` and `failed` are what the panel itself knows; a node tells in its Hello that it has gone back. */
export function upgradeStateOf(node: NodeFacts, around: Around): Node['upgrade'] {
  const { installation } = node
  const isBehind = node.version !== null && compareVersions(node.version, around.panelVersion) < 0
  // Who runs the version is upgraded, whether the instance that led it has said so or not.
  const running = isBehind ? around.running : null
  return {
    available: isBehind ? around.panelVersion : null,
    method: installation?.method ?? null,
    package_name: installation?.packageName || null,
    obstacle: isBehind ? obstacleOf(node, around.isOnline) : null,
    running,
    failed: isBehind && !running ? (around.failed ?? installation?.failed ?? null) : null,
  }
}

function obstacleOf({ installation }: NodeFacts, isOnline: boolean): UpgradeObstacle | null {
  if (!installation) return 'too_old'
  const { method } = installation
  if (method === 'deb' || method === 'rpm') return 'package'
  if (method !== 'script') return method
  if (!installation.isAllowed) return 'switched_off'
  if (!installation.isSupervised) return 'not_supervised'
  return isOnline ? null : 'offline'
}

/** For whoever asks all the same. */
export const obstacleMessages: Record<UpgradeObstacle, string> = {
  offline: 'the node is offline: it can be upgraded when it is back',
  too_old:
    'the daemon of this node is too old to be upgraded from here: run the install script on the machine',
  package: 'the daemon of this node was installed as a package: install the newer package on the machine',
  container: 'the daemon of this node runs in a container: start it from the newer image',
  other: 'the daemon of this node was not installed by the script of the panel: upgrade it on the machine',
  switched_off:
    'this node does not allow upgrades from the panel: set upgrades.from_panel to true in its daemon.yaml and restart its daemon, or upgrade it on the machine',
  not_supervised:
    'nothing on the machine would start the daemon of this node again: run the install script on the machine',
}
