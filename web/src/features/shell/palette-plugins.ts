// The palette's entries of plugins: their list, and the pages that they bring for administrators.

import { IconPuzzle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import type { PaletteEntry } from './palette-view.tsx'
import type { PluginPlace } from './rail.tsx'

export function usePluginEntries(seesPlugins: boolean, places: readonly PluginPlace[]): PaletteEntry[] {
  const t = useTexts()
  const navigate = useNavigate()
  const list: PaletteEntry = {
    id: 'plugins',
    group: 'groupPages',
    title: t('pages.plugins'),
    Icon: IconPuzzle,
    run: () => void navigate({ to: '/plugins' }),
  }
  return [
    ...(seesPlugins ? [list] : []),
    ...places.map(
      ({ pluginId, pageId, title }): PaletteEntry => ({
        id: `plugin-${pluginId}-${pageId}`,
        group: 'groupPages',
        title,
        Icon: IconPuzzle,
        run: () => void navigate({ to: '/plugins/$pluginId/pages/$pageId', params: { pluginId, pageId } }),
      }),
    ),
  ]
}
