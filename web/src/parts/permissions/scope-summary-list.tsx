// What a set of entries gives and denies, in words: one line for each scope.

import { Stack } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import tones from '../../ui/tone/tone.module.css'
import { effectStyles } from './effect-style.ts'
import type { ScopeText } from './logic/entries-text.ts'
import type { Effect } from './logic/scopes.ts'
import styles from './permissions.module.css'

function EffectLine({ effect, list }: { effect: Effect; list: string }) {
  const t = useTexts()
  const { Icon, tone } = effectStyles[effect]
  return (
    <span className={`text-secondary ${styles.line} ${tones[tone]}`}>
      <Icon size={14} stroke={2.2} aria-hidden />
      <span>
        {effect === 'allow' ? t('permissions.allows', { list }) : t('permissions.denies', { list })}
      </span>
    </span>
  )
}

export function EffectLines({ text }: { text: Pick<ScopeText, 'allows' | 'denies' | 'withoutEffect'> }) {
  const t = useTexts()
  if (!text.allows && !text.denies && !text.withoutEffect) {
    return <span className={styles.nothing}>{t('permissions.nothingSet')}</span>
  }
  return (
    <span className={styles.lines}>
      {text.allows && <EffectLine effect="allow" list={text.allows} />}
      {text.denies && <EffectLine effect="deny" list={text.denies} />}
      {text.withoutEffect && (
        <span className={styles.nothing}>{t('permissions.withoutEffect', { list: text.withoutEffect })}</span>
      )}
    </span>
  )
}

export function ScopeSummaryList({ list, emptyText }: { list: readonly ScopeText[]; emptyText: string }) {
  if (list.length === 0) return <span className={styles.nothing}>{emptyText}</span>
  return (
    <Stack component="ul" className={styles.wordList} gap={4}>
      {list.map(text => (
        <li key={text.where}>
          <strong>{text.where}</strong>
          <EffectLines text={text} />
        </li>
      ))}
    </Stack>
  )
}
