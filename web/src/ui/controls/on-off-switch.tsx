// A switch with its state in a word beside it: nothing is said by color and position alone.

import { Switch, type SwitchProps } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import styles from './on-off-switch.module.css'

interface OnOffSwitchProps extends SwitchProps {
  checked: boolean
  /** False where what is beside it says more than on and off. */
  hasState?: boolean
}

export function OnOffSwitch({ label, hasState = true, ...others }: OnOffSwitchProps) {
  const t = useTexts()
  return (
    <Switch
      {...others}
      label={
        <>
          {label && <span className={styles.label}>{label}</span>}
          {/* A screen reader has it from the switch itself. */}
          {hasState && (
            <span className={styles.state} data-on={others.checked} aria-hidden>
              <span>{t('switches.on')}</span>
              <span>{t('switches.off')}</span>
            </span>
          )}
        </>
      }
    />
  )
}
