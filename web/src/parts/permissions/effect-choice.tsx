// Allow, deny or neither: one of three, so that a contradiction cannot be entered.

import { Group } from '@mantine/core'
import { useId } from 'react'
import { useTexts } from '../../texts/texts.ts'
import choiceStyles from '../../ui/controls/choice.module.css'
import tones from '../../ui/tone/tone.module.css'
import { effectStyles } from './effect-style.ts'
import type { Effect } from './logic/scopes.ts'
import styles from './permissions.module.css'

const choices = ['unset', 'allow', 'deny'] as const

interface EffectChoiceProps {
  label: string
  effect: Effect | null
  onChoose: (effect: Effect | null) => void
}

export function EffectChoice({ label, effect, onChoose }: EffectChoiceProps) {
  const t = useTexts()
  const name = useId()
  return (
    <Group component="fieldset" className={choiceStyles.segments} flex="none" gap={0} wrap="nowrap">
      <legend className="visually-hidden">{label}</legend>
      {choices.map(choice => {
        const { Icon, tone } = effectStyles[choice]
        return (
          <label
            key={choice}
            className={`${choiceStyles.choice} ${choiceStyles.segment} ${styles.effect} ${tones[tone]}`}
          >
            <input
              type="radio"
              name={name}
              checked={(effect ?? 'unset') === choice}
              onChange={() => onChoose(choice === 'unset' ? null : choice)}
            />
            <Icon size={14} stroke={2.2} aria-hidden />
            {t(`permissions.effects.${choice}`)}
          </label>
        )
      })}
    </Group>
  )
}
