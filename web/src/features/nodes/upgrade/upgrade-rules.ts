// How far the update of a node is, and the command that does it on the machine where the panel cannot.

import type { NodeInstall } from '@rookery/contracts/http/node-install.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import type { JoinProgress } from '../join-rules.ts'

export const visibleSteps = ['sending', 'checking', 'restarting', 'online'] as const
export type VisibleStep = (typeof visibleSteps)[number]

/** A node that waits for its turn has done nothing yet. */
export function upgradeProgress({ step }: { step: 'waiting' | VisibleStep }) {
  const now = step === 'waiting' ? -1 : visibleSteps.indexOf(step)
  return visibleSteps.map((each, index): { step: VisibleStep; state: JoinProgress['state'] } => ({
    step: each,
    state: index < now ? 'done' : index === now ? 'now' : 'next',
  }))
}

/** Those that the panel can update now. */
export const updatable = (nodes: readonly Node[]): Node[] =>
  nodes.filter(({ upgrade }) => upgrade.available !== null && !upgrade.obstacle && !upgrade.running)

export const needsScript = ({ upgrade: { obstacle } }: Node): boolean =>
  obstacle === 'too_old' || obstacle === 'switched_off' || obstacle === 'not_supervised'

const machineNames = { deb: { x64: 'amd64', arm64: 'arm64' }, rpm: { x64: 'x86_64', arm64: 'aarch64' } }

/** Null where there is none to give. */
export function upgradeCommandOf(node: Node, install: NodeInstall | null): string | null {
  const { available: version, method, package_name: name } = node.upgrade
  if (version === null) return null
  const architecture = node.arch === 'arm64' ? 'arm64' : 'x64'
  if (method === 'deb')
    return `sudo apt install ./${name ?? 'rookery-daemon'}_${version}_${machineNames.deb[architecture]}.deb`
  if (method === 'rpm')
    return `sudo dnf install ./${name ?? 'rookery-daemon'}-${version}-1.${machineNames.rpm[architecture]}.rpm`
  if (method === 'container') return `docker load -i rookery-${version}-image-linux-${architecture}.tar.gz`
  return install && needsScript(node) ? scriptCommandOf(install) : null
}

/** As for a new node, without a key: the machine has joined already. */
function scriptCommandOf({ over_tls, script_url: url, script_sha256: sum }: NodeInstall): string {
  if (over_tls) return `curl -fsSL ${url} | sudo sh`
  const file = 'rookery-install.sh'
  return [
    `curl -fsSL -o ${file} ${url} &&`,
    `echo '${sum}  ${file}' | sha256sum -c &&`,
    `sudo sh ${file}`,
  ].join('\n')
}
