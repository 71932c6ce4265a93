// The names of the ways in which a game server can be run.

import type { TextOf } from '../../texts/texts.ts'

const known = ['process', 'docker', 'podman', 'systemd'] as const

export function runtimeName(t: TextOf, runtime: string): string {
  const name = known.find(each => each === runtime)
  return name ? t(`runtimes.${name}`) : runtime
}

export const runtimeNames = (t: TextOf, runtimes: readonly string[]): string =>
  runtimes.map(runtime => runtimeName(t, runtime)).join(', ')
