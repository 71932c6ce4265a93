// Says before something risky whether there is a way back: a backup that is taken first, or none.

import { Group } from '@mantine/core'
import { readBackupState } from '@rookery/contracts/http/backups.ts'
import { IconAlertTriangle, IconArchive } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'

interface SafetyNoteProps {
  gameServerId: number
  action: 'change' | 'delete'
}

/** Nothing for people who may not see backups, and while nothing is known. */
export function SafetyNote({ gameServerId, action }: SafetyNoteProps) {
  const t = useTexts()
  const params = { server: String(gameServerId) }
  const state = useQuery({ ...apiQuery(readBackupState, { params }), retry: false })
  if (!state.data) return null
  const isSaved = state.data.is_supported && state.data.storages.length > 0
  const NoteIcon = isSaved ? IconArchive : IconAlertTriangle
  return (
    <Group gap={8} wrap="nowrap" align="flex-start" className="text-secondary">
      <NoteIcon
        size={17}
        stroke={1.8}
        color={isSaved ? 'currentColor' : 'var(--state-trouble)'}
        style={{ flex: 'none', marginTop: 2 }}
        aria-hidden
      />
      <span>{t(isSaved ? `backups.safety.${action}` : 'backups.safety.none')}</span>
    </Group>
  )
}
