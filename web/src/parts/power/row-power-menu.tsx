// What a row of the list has no button for.

import { Menu } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import { powerIcons } from './power-icons.ts'
import type { PowerAction } from './power-rules.ts'

interface RowPowerMenuProps {
  /** Where the button stands in the window. */
  anchor: DOMRect
  actions: readonly PowerAction[]
  onAct: (action: PowerAction) => void
  onClose: () => void
}

export function RowPowerMenu({ anchor, actions, onAct, onClose }: RowPowerMenuProps) {
  const t = useTexts()
  const { left, top, width, height } = anchor
  return (
    <Menu opened position="bottom-end" onClose={onClose} withinPortal>
      <Menu.Target>
        <span style={{ position: 'fixed', left, top, width, height, pointerEvents: 'none' }} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(action => {
          const Icon = powerIcons[action]
          return (
            <Menu.Item
              key={action}
              color={action === 'kill' ? 'danger' : undefined}
              leftSection={<Icon size={16} />}
              onClick={() => onAct(action)}
            >
              {t(`power.${action}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
