// The drop zone over a table of files: says where dropped files will go while they hover.

import { Box, Stack } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import styles from './uploads.module.css'

interface UploadAreaViewProps {
  folder: string
  /** For those who may not write, nothing happens. */
  isClosed?: boolean
  /** Only for the gallery: as if something hovered. */
  isVisible?: boolean
  onDrop: (transfer: DataTransfer) => void
  children: ReactNode
}

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

export function UploadAreaView({ folder, isClosed, isVisible, onDrop, children }: UploadAreaViewProps) {
  const t = useTexts()
  // Entering a part inside is told before leaving the part around it.
  const depth = useRef(0)
  const [isOver, setIsOver] = useState(false)
  const move = (step: number) => (event: DragEvent) => {
    if (isClosed || !bringsFiles(event)) return
    event.preventDefault()
    depth.current = Math.max(0, depth.current + step)
    setIsOver(depth.current > 0)
  }

  function drop(event: DragEvent) {
    depth.current = 0
    setIsOver(false)
    if (isClosed || !bringsFiles(event)) return
    event.preventDefault()
    onDrop(event.dataTransfer)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons beside it are the way without a mouse
    <div
      className={styles.area}
      data-upload-area
      onDragEnter={move(1)}
      onDragOver={move(0)}
      onDragLeave={move(-1)}
      onDrop={drop}
    >
      {children}
      {(isOver || isVisible) && (
        <Stack className={styles.veil} gap={6} align="center" justify="center">
          <IconUpload size={30} stroke={1.6} color="var(--accent-text)" aria-hidden />
          <strong>{t('uploads.drop')}</strong>
          <Box component="span" className={`text-note truncate ${folder ? 'mono' : ''}`} maw="90%">
            {folder ? `/${folder}` : t('uploads.topFolder')}
          </Box>
        </Stack>
      )}
    </div>
  )
}
