// The picture of each power action.

import {
  IconBolt,
  IconDownload,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlayerTrackNext,
  IconRefresh,
  IconRefreshAlert,
  IconRotateClockwise,
  type TablerIcon,
} from '@tabler/icons-react'
import type { PowerAction } from './power-rules.ts'

export const powerIcons: Readonly<Record<PowerAction, TablerIcon>> = {
  install: IconDownload,
  start: IconPlayerPlay,
  stop: IconPlayerStop,
  restart: IconRotateClockwise,
  pause: IconPlayerPause,
  resume: IconPlayerTrackNext,
  kill: IconBolt,
  update: IconRefresh,
  reinstall: IconRefreshAlert,
}
