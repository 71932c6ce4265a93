// What an administrator may do with a game server beyond its power: edit, clone, delete.

import { ActionIcon, Menu } from '@mantine/core'
import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import { IconCopyPlus, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTexts, withTexts } from '../../../texts/texts.ts'
import type { ManageAction } from './manage-dialogs.tsx'

const loadDialogs = withTexts(
  ['gameServers', 'manageServer', 'newServer', 'variables'],
  () => import('./manage-dialogs.tsx'),
)
const ManageDialog = lazy(async () => ({ default: (await loadDialogs()).ManageDialog }))

export function ManageMenu({ gameServer }: { gameServer: GameServerDetail }) {
  const t = useTexts()
  const [action, setAction] = useState<ManageAction | null>(null)
  return (
    <>
      <Menu position="bottom-end" width={200} onOpen={() => void loadDialogs()}>
        <Menu.Target>
          <ActionIcon
            size={36}
            variant="default"
            aria-label={t('serverMenu.label', { name: gameServer.name })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.8} />}
            renderRoot={props => (
              <Link
                to="/servers/$serverId/settings"
                params={{ serverId: String(gameServer.id) }}
                hash="general"
                {...props}
              />
            )}
          >
            {t('serverMenu.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopyPlus size={16} stroke={1.8} />} onClick={() => setAction('clone')}>
            {t('serverMenu.clone')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="danger"
            leftSection={<IconTrash size={16} stroke={1.8} />}
            onClick={() => setAction('delete')}
          >
            {t('serverMenu.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {action && (
        <Suspense fallback={null}>
          <ManageDialog action={action} gameServer={gameServer} onClose={() => setAction(null)} />
        </Suspense>
      )}
    </>
  )
}
