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
import type { FileAction } from './logic/available-actions.ts'

export const actionIcons = {
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
} satisfies Record<FileAction, typeof IconCopy>

export function ActionItems({
  actions,
  onAction,
}: {
  actions: readonly FileAction[]
  onAction: (action: FileAction) => void
}) {
  const t = useTexts()
  return actions.map(action => {
    const Icon = actionIcons[action]
    return (
      <Menu.Item
        key={action}
        color={action === 'delete' ? 'danger' : undefined}
        leftSection={<Icon size={16} />}
        onClick={event => {
          event.stopPropagation()
          onAction(action)
        }}
      >
        {t(`fileActions.${action}`)}
      </Menu.Item>
    )
  })
}
