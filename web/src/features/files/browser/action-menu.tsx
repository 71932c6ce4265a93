// What can be done with entries, as items of a menu.

import { Menu } from '@mantine/core'
import {
  IconArrowsRightLeft,
  IconCopy,
  IconDownload,
  IconFileZip,
  IconFingerprint,
  IconFolderOpen,
  IconLockAccess,
  IconPackageExport,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useTexts } from '../../../texts/texts.ts'
import type { FileDeed } from './logic/available-actions.ts'

export const deedIcons = {
  open: IconFolderOpen,
  download: IconDownload,
  rename: IconPencil,
  copy: IconCopy,
  move: IconArrowsRightLeft,
  archive: IconFileZip,
  extract: IconPackageExport,
  mode: IconLockAccess,
  hash: IconFingerprint,
  delete: IconTrash,
} satisfies Record<FileDeed, typeof IconCopy>

export function DeedItems({
  deeds,
  onDeed,
}: {
  deeds: readonly FileDeed[]
  onDeed: (deed: FileDeed) => void
}) {
  const t = useTexts()
  return deeds.map(deed => {
    const Icon = deedIcons[deed]
    return (
      <Menu.Item
        key={deed}
        color={deed === 'delete' ? 'danger' : undefined}
        leftSection={<Icon size={16} />}
        onClick={event => {
          event.stopPropagation()
          onDeed(deed)
        }}
      >
        {t(`fileDeeds.${deed}`)}
      </Menu.Item>
    )
  })
}
