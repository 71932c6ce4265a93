// One scope of the editor: what holds there in words, and opened, a choice for every permission.

import { Button } from '@mantine/core'
import type { Permission } from '@rookery/contracts/game-server-permissions.ts'
import type { StoredEntry } from '@rookery/contracts/http/permissions.ts'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId } from 'react'
import { useLanguage, useTexts } from '../texts/texts.ts'
import { EffectChoice } from './effect-choice.tsx'
import { type NameOf, scopeSummary } from './logic/entries-in-words.ts'
import { type Effect, effectIn, groupsIn, type Scope, withEffect } from './logic/scopes.ts'
import styles from './permissions.module.css'
import { EffectLines } from './scope-words-list.tsx'

export interface ScopeCardProps {
  scope: Scope
  entries: readonly StoredEntry[]
  nameOf: NameOf
  /** What holds now for the person, whichever entry decides. */
  nowInWords?: (scope: Scope, permission: Permission) => string | null
  isOpen: boolean
  onToggle: () => void
  onChange: (entries: StoredEntry[]) => void
}

export function ScopeCard(props: ScopeCardProps) {
  const { scope, entries, nameOf, isOpen, onToggle } = props
  const t = useTexts()
  const language = useLanguage()
  const bodyId = useId()
  const words = scopeSummary(t, entries, scope, nameOf, language)
  const hint = hintOf(scope)
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <section className={styles.card} aria-label={words.where}>
      <div className={styles.cardHead}>
        <div className={styles.cardWords}>
          <h3>{words.where}</h3>
          {isOpen && hint ? (
            <span className={styles.nothing}>{t(`permissions.scopeHints.${hint}`)}</span>
          ) : (
            <EffectLines words={words} />
          )}
        </div>
        <Button
          size="xs"
          variant="default"
          rightSection={<Chevron size={14} />}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          aria-label={`${isOpen ? t('permissions.fold') : t('permissions.edit')}: ${words.where}`}
          onClick={onToggle}
        >
          {isOpen ? t('permissions.fold') : t('permissions.edit')}
        </Button>
      </div>
      {isOpen && (
        <div id={bodyId}>
          <Choices {...props} where={words.where} />
        </div>
      )}
    </section>
  )
}

function hintOf({ objectType, objectId }: Scope): 'everywhere' | 'server' | null {
  if (objectType === null) return 'everywhere'
  return objectType === 'server' && objectId === null ? 'server' : null
}

function Choices({ scope, entries, nowInWords, onChange, where }: ScopeCardProps & { where: string }) {
  const t = useTexts()
  const choose = (permission: Permission) => (effect: Effect | null) =>
    onChange(withEffect(entries, scope, permission, effect))
  return groupsIn(entries, scope).map(({ group, permissions }) => (
    <div key={group} className={styles.group}>
      <h4>{t(`permissions.groups.${group}`)}</h4>
      {permissions.map(permission => {
        const name = t(`permissions.names.${permission}`)
        const now = nowInWords?.(scope, permission)
        return (
          <div key={permission} className={styles.choice}>
            <div className={styles.choiceWords}>
              <span className={styles.choiceName}>{name}</span>
              <span className={styles.choiceAbout}>{t(`permissions.about.${permission}`)}</span>
              {now && <span className={styles.choiceNow}>{now}</span>}
            </div>
            <EffectChoice
              label={t('permissions.choiceOf', { permission: name, scope: where })}
              effect={effectIn(entries, scope, permission)}
              onChoose={choose(permission)}
            />
          </div>
        )
      })}
    </div>
  ))
}
