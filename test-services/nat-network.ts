// A small network of our own: a machine behind a router that hides it (NAT), reachable by nobody from outside.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface NatNetwork {
  /** This machine, as the hidden one dials it. */
  outsideAddress: string
  /** What the outside sees instead of the hidden machine. */
  routerAddress: string
  hiddenAddress: string
  /** Puts a program and its arguments into the hidden machine's network. */
  inside(command: string, args: readonly string[]): { command: string; args: string[] }
  remove(): Promise<void>
}

/** Null when such a network can be made here, else what is missing. */
export async function missingNatNetwork(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'a network behind NAT needs root'
  const found = await Promise.allSettled([run('ip', ['-V']), run('iptables', ['-V'])])
  if (found.every(result => result.status === 'fulfilled')) return null
  return 'a network behind NAT needs the Debian packages iproute2 and iptables'
}

/** Two namespaces, router and hidden machine; names and addresses are drawn so that two runs do not meet. */
export async function createNatNetwork(draw: number): Promise<NatNetwork> {
  const tag = `rk${draw.toString(36)}`
  const [router, hidden] = [`${tag}-router`, `${tag}-hidden`]
  const outer = `198.18.${draw % 250}`
  const inner = `10.${200 + (draw % 50)}.${draw % 250}`
  const [outsideAddress, routerAddress, hiddenAddress] = [`${outer}.1`, `${outer}.2`, `${inner}.2`]
  const remove = async () => {
    for (const name of [hidden, router]) await run('ip', ['netns', 'del', name]).catch(() => {})
    await run('ip', ['link', 'del', `${tag}o`]).catch(() => {})
  }
  const steps: string[][] = [
    ['ip', 'netns', 'add', router],
    ['ip', 'netns', 'add', hidden],
    ['ip', 'link', 'add', `${tag}o`, 'type', 'veth', 'peer', 'name', 'out', 'netns', router],
    ['ip', 'addr', 'add', `${outsideAddress}/30`, 'dev', `${tag}o`],
    ['ip', 'link', 'set', `${tag}o`, 'up'],
    ['ip', '-n', router, 'addr', 'add', `${routerAddress}/30`, 'dev', 'out'],
    ['ip', '-n', router, 'link', 'set', 'out', 'up'],
    ['ip', '-n', router, 'link', 'add', 'in', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', hidden],
    ['ip', '-n', router, 'addr', 'add', `${inner}.1/24`, 'dev', 'in'],
    ['ip', '-n', router, 'link', 'set', 'in', 'up'],
    ['ip', '-n', hidden, 'addr', 'add', `${hiddenAddress}/24`, 'dev', 'eth0'],
    ['ip', '-n', hidden, 'link', 'set', 'eth0', 'up'],
    ['ip', '-n', hidden, 'link', 'set', 'lo', 'up'],
    ['ip', '-n', hidden, 'route', 'add', 'default', 'via', `${inner}.1`],
    ['ip', 'netns', 'exec', router, 'sysctl', '-q', '-w', 'net.ipv4.ip_forward=1'],
    [
      'ip',
      'netns',
      'exec',
      router,
      'iptables',
      '-t',
      'nat',
      '-A',
      'POSTROUTING',
      '-o',
      'out',
      '-j',
      'MASQUERADE',
    ],
  ]
  try {
    for (const [command = '', ...args] of steps) await run(command, args)
  } catch (error) {
    await remove()
    throw error
  }
  return {
    outsideAddress,
    routerAddress,
    hiddenAddress,
    inside: (command, args) => ({ command: 'ip', args: ['netns', 'exec', hidden, command, ...args] }),
    remove,
  }
}
