// The palette's entries of games: the templates, found by name and game.

import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { IconDeviceGamepad2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { wholeQuery } from '../../platform/api-queries.ts'
import type { PaletteEntry } from './palette-view.tsx'

export function useGameEntries(canSeeTemplates: boolean): PaletteEntry[] {
  const navigate = useNavigate()
  const templates = useQuery({ ...wholeQuery(listTemplates), enabled: canSeeTemplates })
  return (templates.data?.items ?? []).map(({ id, name, game, slug }) => ({
    id: `template-${id}`,
    group: 'groupGames',
    title: name,
    keywords: `${game} ${slug}`,
    Icon: IconDeviceGamepad2,
    run: () => void navigate({ to: '/templates/$templateId', params: { templateId: String(id) } }),
  }))
}
