// The corner where short notes appear.

import { Box, CloseButton, Group, Stack } from '@mantine/core'
import { IconAlertCircleFilled } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTexts } from '../../texts/texts.ts'
import styles from './feedback.module.css'
import { noteList } from './note-list.ts'

export function Notes() {
  const t = useTexts()
  const notes = useSyncExternalStore(noteList.subscribe, noteList.current)
  return (
    <Stack className={styles.notes} gap={8} role="alert">
      {notes.map(note => (
        <Group key={note.id} className={styles.note} gap={10} align="stretch" wrap="nowrap">
          <IconAlertCircleFilled size={18} aria-hidden />
          <Box flex={1}>
            <strong>{note.title}</strong>
            <p className="text-quiet">{note.text}</p>
          </Box>
          <CloseButton size="sm" aria-label={t('actions.close')} onClick={() => noteList.remove(note.id)} />
        </Group>
      ))}
    </Stack>
  )
}
