// What a set of entries gives and denies, in words: one line for each scope.

import { useTexts } from '../../texts/texts.ts'
import tones from '../../ui/tone/tone.module.css'
import { effectLooks } from './effect-style.ts'
import type { ScopeWords } from './logic/entries-text.ts'
import type { Effect } from './logic/scopes.ts'
import styles from './permissions.module.css'

function EffectLine({ effect, list }: { effect: Effect; list: string }) {
  const t = useTexts()
  const { Icon, tone } = effectLooks[effect]
  return (
    <span className={`${styles.line} ${tones[tone]}`}>
      <Icon size={14} stroke={2.2} aria-hidden />
      <span>
        {effect === 'allow' ? t('permissions.allows', { list }) : t('permissions.denies', { list })}
      </span>
    </span>
  )
}

export function EffectLines({ words }: { words: Pick<ScopeWords, 'allows' | 'denies' | 'withoutEffect'> }) {
  const t = useTexts()
  if (!words.allows && !words.denies && !words.withoutEffect) {
    return <span className={styles.nothing}>{t('permissions.nothingSet')}</span>
  }
  return (
    <span className={styles.lines}>
      {words.allows && <EffectLine effect="allow" list={words.allows} />}
      {words.denies && <EffectLine effect="deny" list={words.denies} />}
      {words.withoutEffect && (
        <span className={styles.nothing}>
          {t('permissions.withoutEffect', { list: words.withoutEffect })}
        </span>
      )}
    </span>
  )
}

export function ScopeWordsList({ list, emptyText }: { list: readonly ScopeWords[]; emptyText: string }) {
  if (list.length === 0) return <span className={styles.nothing}>{emptyText}</span>
  return (
    <ul className={styles.wordList}>
      {list.map(words => (
        <li key={words.where}>
          <strong>{words.where}</strong>
          <EffectLines words={words} />
        </li>
      ))}
    </ul>
  )
}
