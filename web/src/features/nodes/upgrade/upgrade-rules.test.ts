// Rules of updates of nodes.

import type { NodeInstall } from '@rookery/contracts/http/node-install.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { describe, expect, test } from 'vitest'
import { updatable, upgradeCommandOf, upgradeProgress } from './upgrade-rules.ts'

const nothing = {
  available: '0.2.0',
  method: null,
  package_name: null,
  obstacle: null,
  running: null,
  failed: null,
}
const node = (upgrade: Partial<Node['upgrade']>, arch = 'x64') =>
  ({ id: 1, arch, upgrade: { ...nothing, ...upgrade } }) as Node
const install: NodeInstall = {
  script_url: 'https://panel.example/install/daemon',
  script_sha256: 'ab',
  over_tls: true,
  obstacles: [],
  missing: [],
}

describe('the command of a node that the panel cannot update', () => {
  test.each([
    [
      node({ method: 'deb', package_name: 'rookery-daemon', obstacle: 'package' }),
      'sudo apt install ./rookery-daemon_0.2.0_amd64.deb',
    ],
    [
      node({ method: 'rpm', package_name: 'rookery', obstacle: 'package' }, 'arm64'),
      'sudo dnf install ./rookery-0.2.0-1.aarch64.rpm',
    ],
    [
      node({ method: 'container', obstacle: 'container' }),
      'docker load -i rookery-0.2.0-image-linux-x64.tar.gz',
    ],
    [node({ obstacle: 'too_old' }), 'curl -fsSL https://panel.example/install/daemon | sudo sh'],
    [node({ method: 'other', obstacle: 'other' }), null],
    [node({ available: null, method: 'deb' }), null],
  ])('%#', (each, command) => expect(upgradeCommandOf(each, install)).toBe(command))

  test('compares the script with its sum where there is no TLS', () => {
    const command = upgradeCommandOf(node({ obstacle: 'too_old' }), { ...install, over_tls: false })
    expect(command?.split('\n')[1]).toBe("echo 'ab  rookery-install.sh' | sha256sum -c &&")
    expect(upgradeCommandOf(node({ obstacle: 'too_old' }), null)).toBeNull()
  })
})

test('what can be updated now is behind, reachable and not under way', () => {
  const running = { to: '0.2.0', step: 'sending', sent_bytes: 0, total_bytes: 1 } as const
  const nodes = [node({}), node({ obstacle: 'offline' }), node({ available: null }), node({ running })]
  expect(updatable(nodes)).toEqual([nodes[0]])
})

test('steps are done one after the other', () => {
  expect(upgradeProgress({ step: 'waiting' }).map(({ state }) => state)).toEqual(Array(4).fill('next'))
  expect(upgradeProgress({ step: 'restarting' }).map(({ state }) => state)).toEqual([
    'done',
    'done',
    'now',
    'next',
  ])
})
