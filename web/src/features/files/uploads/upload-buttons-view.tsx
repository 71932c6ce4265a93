// The two ways to choose what is uploaded: files, or a folder with all that is in it.

import { Button, Group } from '@mantine/core'
import { IconFolderUp, IconUpload } from '@tabler/icons-react'
import { type ChangeEvent, useRef } from 'react'
import { useTexts } from '../../../texts/texts.ts'

/** React knows no such attribute, browsers do. */
const folderAttribute = { webkitdirectory: '' } as Record<string, string>

export function UploadButtonsView({ onPick }: { onPick: (files: File[]) => void }) {
  const t = useTexts()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)

  function pick(event: ChangeEvent<HTMLInputElement>) {
    onPick([...(event.currentTarget.files ?? [])])
    // The same file can be chosen again.
    event.currentTarget.value = ''
  }

  const hidden = { type: 'file', multiple: true, hidden: true, tabIndex: -1, onChange: pick }
  return (
    <Group gap={8} align="stretch">
      <Button leftSection={<IconUpload size={16} />} onClick={() => files.current?.click()}>
        {t('uploads.files')}
      </Button>
      <Button
        variant="default"
        data-brief
        aria-label={t('uploads.folder')}
        leftSection={<IconFolderUp size={16} />}
        onClick={() => folder.current?.click()}
      >
        {t('uploads.folder')}
      </Button>
      <input ref={files} {...hidden} aria-label={t('uploads.files')} />
      <input ref={folder} {...hidden} {...folderAttribute} aria-label={t('uploads.folder')} />
    </Group>
  )
}
