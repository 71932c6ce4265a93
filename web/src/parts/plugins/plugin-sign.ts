// The drawn sign of a plugin that comes with Rookery; null for all others, which have the letters of their name.

import { IconActivityHeartbeat, IconBell, type TablerIcon } from '@tabler/icons-react'

const drawn: Readonly<Record<string, TablerIcon>> = {
  notifications: IconBell,
  'status-page': IconActivityHeartbeat,
}

export const pluginSign = (manifestId: string): TablerIcon | null =>
  Object.hasOwn(drawn, manifestId) ? (drawn[manifestId] ?? null) : null
