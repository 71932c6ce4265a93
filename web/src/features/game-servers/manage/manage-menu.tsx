// The menu of a game server: what an administrator may do with it, and on a phone the power actions without a button.

import { ActionIcon, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import { IconCopyPlus, IconDots, IconSettings, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { type PowerButtonsProps, useAskedAction } from '../../../parts/power/power-buttons.tsx'
import { powerIcons } from '../../../parts/power/power-icons.ts'
import { actionsInRow, fitsState, mainAction } from '../../../parts/power/power-rules.ts'
import { useTexts, withTexts } from '../../../texts/texts.ts'
import { DialogPlace } from '../../../ui/feedback/dialog-place.tsx'
import type { ManageAction } from './manage-dialogs.tsx'

const loadDialogs = withTexts(
  ['gameServers', 'manageServer', 'newServer', 'variables'],
  () => import('./manage-dialogs.tsx'),
)
const ManageDialog = lazy(async () => ({ default: (await loadDialogs()).ManageDialog }))

/** What does not arrive now is asked for again when it is wanted. */
const preload = () => void loadDialogs().catch(() => undefined)

interface ManageMenuProps extends Pick<PowerButtonsProps, 'abilities' | 'isBusy' | 'onAct'> {
  gameServer: GameServerDetail
  isAdministrator: boolean
}

/** Those that fit now and have no button. */
function furtherActions({ gameServer, abilities }: ManageMenuProps) {
  const { state, node_online: isNodeOnline } = gameServer
  const actions = actionsInRow(state, abilities)
  const main = mainAction(actions, state, isNodeOnline)
  return actions.filter(action => action !== main && fitsState(action, state, isNodeOnline))
}

export function ManageMenu(props: ManageMenuProps) {
  const t = useTexts()
  const { gameServer, isAdministrator, isBusy, onAct } = props
  const isNarrow = useMediaQuery('(max-width: 720px)') ?? false
  const further = isNarrow ? furtherActions(props) : []
  const asked = useAskedAction(gameServer, onAct)
  const [action, setAction] = useState<ManageAction | null>(null)
  const hasEntries = isAdministrator || further.length > 0
  return (
    <>
      {hasEntries && (
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <ActionIcon
              size={36}
              variant="default"
              aria-label={t('serverMenu.label', { name: gameServer.name })}
              onPointerEnter={preload}
              onFocus={preload}
            >
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {further.map(power => {
              const Icon = powerIcons[power]
              return (
                <Menu.Item
                  key={power}
                  color={power === 'kill' ? 'danger' : undefined}
                  disabled={isBusy}
                  leftSection={<Icon size={16} stroke={1.8} />}
                  onClick={() => asked.act(power)}
                >
                  {t(`power.${power}`)}
                </Menu.Item>
              )
            })}
            {further.length > 0 && isAdministrator && <Menu.Divider />}
            {isAdministrator && <ManageEntries gameServer={gameServer} onChoose={setAction} />}
          </Menu.Dropdown>
        </Menu>
      )}
      {asked.question}
      {action && (
        <DialogPlace>
          <ManageDialog action={action} gameServer={gameServer} onClose={() => setAction(null)} />
        </DialogPlace>
      )}
    </>
  )
}

interface ManageEntriesProps {
  gameServer: GameServerDetail
  onChoose: (action: ManageAction) => void
}

function ManageEntries({ gameServer, onChoose }: ManageEntriesProps) {
  const t = useTexts()
  return (
    <>
      <Menu.Item
        leftSection={<IconSettings size={16} stroke={1.8} />}
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
      <Menu.Item leftSection={<IconCopyPlus size={16} stroke={1.8} />} onClick={() => onChoose('clone')}>
        {t('serverMenu.clone')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        color="danger"
        leftSection={<IconTrash size={16} stroke={1.8} />}
        onClick={() => onChoose('delete')}
      >
        {t('serverMenu.delete')}
      </Menu.Item>
    </>
  )
}
