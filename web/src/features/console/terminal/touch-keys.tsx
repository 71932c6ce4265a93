// The keys that a phone's keyboard lacks, below the terminal: Ctrl holds until the next key.

import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import { useTexts } from '../../../texts/texts.ts'
import styles from '../console.module.css'
import { keySequences } from '../logic/touch-key-rules.ts'

interface TouchKeysProps {
  isControlHeld: boolean
  onControl: () => void
  onType: (sequence: string) => void
}

const arrows = [
  { name: 'left', Icon: IconArrowLeft },
  { name: 'up', Icon: IconArrowUp },
  { name: 'down', Icon: IconArrowDown },
  { name: 'right', Icon: IconArrowRight },
] as const

export function TouchKeys({ isControlHeld, onControl, onType }: TouchKeysProps) {
  const t = useTexts()
  // The keyboard of the phone stays open: a press does not take the focus from the terminal.
  const keepsFocus = { onPointerDown: (event: React.PointerEvent) => event.preventDefault() }
  return (
    <div className={`line-above ${styles.touchKeys}`} role="toolbar" aria-label={t('terminal.keys')}>
      <Button
        {...keepsFocus}
        size="compact-md"
        h={44}
        variant={isControlHeld ? 'filled' : 'default'}
        aria-pressed={isControlHeld}
        onClick={onControl}
      >
        Ctrl
      </Button>
      {(['Ctrl-C', 'Tab', 'Esc'] as const).map(name => (
        <Button
          {...keepsFocus}
          key={name}
          size="compact-md"
          h={44}
          variant="default"
          onClick={() => onType(keySequences[name])}
        >
          {name}
        </Button>
      ))}
      {arrows.map(({ name, Icon }) => (
        <ActionIcon
          {...keepsFocus}
          key={name}
          size={44}
          w="100%"
          variant="default"
          aria-label={t(`terminal.${name}`)}
          onClick={() => onType(keySequences[name])}
        >
          <Icon size={18} stroke={1.9} />
        </ActionIcon>
      ))}
    </div>
  )
}
