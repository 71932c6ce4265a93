// The color schemes to choose from, with word and icon.

import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

export const schemes = ['dark', 'light', 'auto'] as const
export type Scheme = (typeof schemes)[number]

export const schemeTexts = { dark: 'shell.dark', light: 'shell.light', auto: 'shell.system' } as const
export const schemeIcons = { dark: IconMoon, light: IconSun, auto: IconDeviceDesktop }
