// How the state of a plugin looks, one tone and one icon for each, and where the switch alone says it.

import type { Plugin } from '@rookery/contracts/http/plugins.ts'
import {
  IconAlertTriangleFilled,
  IconChevronsUp,
  IconHandStop,
  IconPlayerPlayFilled,
  IconPower,
} from '@tabler/icons-react'
import type { StatusStyle } from '../../ui/tone/tone.ts'

export const pluginStyles: Record<Plugin['state'], StatusStyle> = {
  off: { tone: 'resting', Icon: IconPower },
  waiting: { tone: 'warning', Icon: IconHandStop },
  starting: { tone: 'moving', Icon: IconChevronsUp, isMoving: true },
  running: { tone: 'running', Icon: IconPlayerPlayFilled },
  failed: { tone: 'trouble', Icon: IconAlertTriangleFilled },
}

/** Off and running are what the switch says; everything else is said by a pill, beside a switch without a word. */
export const saysSwitch = ({ state, enabled }: Pick<Plugin, 'state' | 'enabled'>): boolean =>
  enabled ? state === 'running' : state === 'off'
