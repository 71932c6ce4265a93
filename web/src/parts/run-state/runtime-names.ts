// The names of the ways in which a game server can be run.

import { processManagerNames } from '@rookery/contracts/process-managers.ts'
import type { TextOf } from '../../texts/texts.ts'

export function runtimeName(t: TextOf, runtime: string): string {
  const name = processManagerNames.find(each => each === runtime)
  return name ? t(`runtimes.${name}`) : runtime
}

export const runtimeNames = (t: TextOf, runtimes: readonly string[]): string =>
  runtimes.map(runtime => runtimeName(t, runtime)).join(', ')
