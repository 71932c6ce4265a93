// The command that makes a machine a node, and how far the machine that runs it has come.

import type { InstallStep, NodeInstall } from '@rookery/contracts/http/node-install.ts'

/**
 * One line with TLS. Without it, what comes over the network is compared with what this page says before it runs. `echo`
 * is part of the shell, so that the key is an argument of no program.
 */
export function joinCommandOf(install: NodeInstall, key: string): string {
  const { script_url: url, script_sha256: sum } = install
  const file = 'rookery-install.sh'
  if (install.over_tls) return `{ echo 'ROOKERY_KEY=${key}'; curl -fsSL ${url}; } | sudo sh`
  return [
    `curl -fsSL -o ${file} ${url} &&`,
    `echo '${sum}  ${file}' | sha256sum -c &&`,
    `{ echo 'ROOKERY_KEY=${key}'; cat ${file}; } | sudo sh`,
  ].join('\n')
}

/** For a machine where nobody may become root. */
export function withoutSudo(command: string): string {
  return command.replaceAll('| sudo sh', '| sh')
}

const fixes = {
  local_name: 'HTTP_HOST=panel.example.org',
  http_loopback: 'HTTP_BIND_IP=0.0.0.0',
  grpc_loopback: 'GRPC_BIND_IP=0.0.0.0',
} as const

/** The lines of config.env that let other machines in. */
export function fixesOf(obstacles: NodeInstall['obstacles']): string[] {
  return obstacles.map(obstacle => fixes[obstacle])
}

export const joinSteps = ['downloaded', 'installed', 'enrolled', 'online'] as const
export type JoinStep = (typeof joinSteps)[number]

export interface JoinProgress {
  step: JoinStep
  state: 'done' | 'now' | 'next' | 'failed' | 'away'
}

interface Seen {
  /** The last step that the machine reported. */
  reached: InstallStep | null
  hasFailed: boolean
  isEnrolled: boolean
  isOnline: boolean
  /** It was online since this command was created, whether or not it is now. */
  wasOnline: boolean
}

/** The panel sees by itself that a node is enrolled or online; the machine reports the rest, or that it has failed. */
export function joinProgress(seen: Seen): JoinProgress[] {
  const done = doneBy(seen)
  return joinSteps.map((step, index) => {
    if (index < done) return { step, state: 'done' }
    if (index > done) return { step, state: 'next' }
    if (step === 'online' && seen.wasOnline) return { step, state: 'away' }
    if (seen.hasFailed) return { step, state: 'failed' }
    return { step, state: seen.reached === null && done === 0 ? 'next' : 'now' }
  })
}

function doneBy({ reached, isEnrolled, isOnline, wasOnline }: Seen): number {
  if (isOnline) return joinSteps.length
  if (isEnrolled || wasOnline) return joinSteps.indexOf('enrolled') + 1
  return joinSteps.findIndex(step => step === reached) + 1
}

/** Compares with when the node was seen last before; one that joins anew was seen in its earlier life. */
export function wasOnlineSince(
  seenBefore: string | null,
  node: { online: boolean; last_seen_at: string | null } | undefined,
): boolean {
  return (
    node !== undefined && (node.online || (node.last_seen_at !== null && node.last_seen_at !== seenBefore))
  )
}
