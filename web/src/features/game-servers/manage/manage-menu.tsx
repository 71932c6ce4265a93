// What an administrator may do with a game server beyond its power: edit, clone, delete.

import { ActionIcon, Menu } from '@mantine/core'
import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import { IconCopyPlus, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { ClonePage } from './clone-page.tsx'
import { DeletePage } from './delete-page.tsx'
import { EditPage } from './edit-page.tsx'

type Action = 'edit' | 'clone' | 'delete'

export function ManageMenu({ gameServer }: { gameServer: GameServerDetail }) {
  const t = useTexts()
  const [action, setAction] = useState<Action | null>(null)
  const close = () => setAction(null)
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon
            size={36}
            variant="default"
            aria-label={t('manageServer.menu', { name: gameServer.name })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.8} />} onClick={() => setAction('edit')}>
            {t('manageServer.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopyPlus size={16} stroke={1.8} />} onClick={() => setAction('clone')}>
            {t('manageServer.clone')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--state-trouble)"
            leftSection={<IconTrash size={16} stroke={1.8} />}
            onClick={() => setAction('delete')}
          >
            {t('manageServer.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {action === 'edit' && <EditPage gameServer={gameServer} onClose={close} />}
      {action === 'clone' && <ClonePage gameServer={gameServer} onClose={close} />}
      {action === 'delete' && <DeletePage gameServer={gameServer} onClose={close} />}
    </>
  )
}
