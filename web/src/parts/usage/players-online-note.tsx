// Who is in a game that is about to end: said before it is killed, stopped or deleted, where it is known.

import { Group } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import tones from '../../ui/tone/tone.module.css'
import { usePlayersOnline } from './use-players-online.ts'

export function PlayersOnlineNote({ gameServerIds }: { gameServerIds: readonly number[] }) {
  const t = useTexts()
  const count = usePlayersOnline(gameServerIds)
  if (count === 0) return null
  return (
    <Group component="p" className={`${tones.warning} ${tones.sign}`} gap={8} wrap="nowrap" mt={12}>
      <IconUsers size={17} aria-hidden />
      <strong>{t('power.ask.players', { count })}</strong>
    </Group>
  )
}
