// One scope of the editor: what holds there in words, and opened, a choice for every permission.

import { Box, Button, Flex, Group, Stack } from '@mantine/core'
import type { Permission } from '@rookery/contracts/game-server-permissions.ts'
import type { StoredEntry } from '@rookery/contracts/http/permissions.ts'
import { IconArrowBackUp, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { EffectChoice } from './effect-choice.tsx'
import { type NameOf, scopeSummary } from './logic/entries-text.ts'
import { groupsFor } from './logic/permission-groups.ts'
import { type Effect, effectIn, type Scope, withEffect, withoutEffectIn } from './logic/scopes.ts'
import styles from './permissions.module.css'
import { EffectLines } from './scope-summary-list.tsx'

export interface ScopeCardProps {
  scope: Scope
  entries: readonly StoredEntry[]
  nameOf: NameOf
  /** What holds now for the person, whichever entry decides. */
  nowText?: (scope: Scope, permission: Permission) => string | null
  isOpen: boolean
  onToggle: () => void
  onChange: (entries: StoredEntry[]) => void
}

export function ScopeCard(props: ScopeCardProps) {
  const { scope, entries, nameOf, isOpen, onToggle } = props
  const t = useTexts()
  const language = useLanguage()
  const bodyId = useId()
  const text = scopeSummary(t, entries, scope, nameOf, language)
  const hint = hintOf(scope)
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <section className="panel" aria-label={text.where}>
      <Group p="14px 16px 14px 20px" gap={16} align="flex-start" wrap="nowrap" justify="space-between">
        <Box miw={0}>
          <h3>{text.where}</h3>
          {isOpen && hint ? (
            <span className="text-faint">{t(`permissions.scopeHints.${hint}`)}</span>
          ) : (
            <EffectLines text={text} />
          )}
        </Box>
        <Button
          size="xs"
          variant="default"
          flex="none"
          rightSection={<Chevron size={14} />}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          aria-label={`${isOpen ? t('permissions.fold') : t('permissions.edit')}: ${text.where}`}
          onClick={onToggle}
        >
          {isOpen ? t('permissions.fold') : t('permissions.edit')}
        </Button>
      </Group>
      {isOpen && (
        <div id={bodyId}>
          <Choices {...props} where={text.where} />
        </div>
      )}
    </section>
  )
}

function hintOf({ objectType, objectId }: Scope): 'everywhere' | 'server' | null {
  if (objectType === null) return 'everywhere'
  return objectType === 'server' && objectId === null ? 'server' : null
}

function Choices(props: ScopeCardProps & { where: string }) {
  const t = useTexts()
  // Of those that were stored when the editor opened, so that one that is taken out can be put back.
  const [strays] = useState(() => withoutEffectIn(props.entries, props.scope))
  return (
    <>
      {groupsFor(props.scope).map(({ group, permissions }) => (
        <div key={group} className={styles.group}>
          <h4>{t(`permissions.groups.${group}`)}</h4>
          {permissions.map(permission => (
            <Choice key={permission} {...props} permission={permission} />
          ))}
        </div>
      ))}
      {strays.length > 0 && (
        <div className={styles.group}>
          <h4>{t('permissions.withoutEffectTitle')}</h4>
          {strays.map(permission => (
            <Stray key={permission} {...props} permission={permission} />
          ))}
        </div>
      )}
    </>
  )
}

interface ChoiceProps extends ScopeCardProps {
  where: string
  permission: Permission
}

function Choice({ scope, entries, where, permission, nowText, onChange }: ChoiceProps) {
  const t = useTexts()
  const name = t(`permissionTitles.${permission}`)
  return (
    <ChoiceRow name={name} text={t(`permissionTexts.${permission}`)} now={nowText?.(scope, permission)}>
      <EffectChoice
        label={t('permissions.choiceOf', { permission: name, scope: where })}
        effect={effectIn(entries, scope, permission)}
        onChoose={chosen => onChange(withEffect(entries, scope, permission, chosen))}
      />
    </ChoiceRow>
  )
}

/** Stored although nothing comes of it: there is nothing to choose, it can only go. */
function Stray({ scope, entries, where, permission, onChange }: ChoiceProps) {
  const t = useTexts()
  const name = t(`permissionTitles.${permission}`)
  const effect = effectIn(entries, scope, permission)
  const [stored] = useState<Effect | null>(effect)
  const isRemoved = effect === null
  const label = t(isRemoved ? 'permissions.undoRemove' : 'permissions.remove')
  const Icon = isRemoved ? IconArrowBackUp : IconX
  return (
    <ChoiceRow
      name={name}
      text={t(isRemoved ? 'permissions.removedOnSave' : 'permissions.withoutEffectAbout')}
    >
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon size={14} aria-hidden />}
        aria-label={`${label}: ${t('permissions.choiceOf', { permission: name, scope: where })}`}
        onClick={() => onChange(withEffect(entries, scope, permission, isRemoved ? stored : null))}
      >
        {label}
      </Button>
    </ChoiceRow>
  )
}

interface ChoiceRowProps {
  name: string
  text: string
  now?: string | null | undefined
  children: ReactNode
}

function ChoiceRow({ name, text, now, children }: ChoiceRowProps) {
  return (
    <Flex
      py={8}
      gap="8px 20px"
      justify="space-between"
      direction={{ base: 'column', sm: 'row' }}
      align={{ base: 'flex-start', sm: 'center' }}
    >
      <Stack gap={0} miw={0}>
        <span className="text-name">{name}</span>
        <span className="text-note">{text}</span>
        {now && <span className="text-hint">{now}</span>}
      </Stack>
      {children}
    </Flex>
  )
}
