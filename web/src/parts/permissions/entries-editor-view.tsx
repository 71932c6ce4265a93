// The editor of permission entries: scope by scope, collected and saved together.

import { Select, Stack } from '@mantine/core'
import type { StoredEntry } from '@rookery/contracts/http/permissions.ts'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { LeaveGuard } from '../../ui/controls/leave-guard.tsx'
import { SaveBar } from '../../ui/controls/save-bar.tsx'
import { SavedLabel } from '../../ui/controls/saved-label.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { scopeText } from './logic/entries-text.ts'
import { countChanges, type Scope, scopeKey, scopesOf } from './logic/scopes.ts'
import styles from './permissions.module.css'
import { ScopeCard, type ScopeCardProps } from './scope-card.tsx'

export interface EntriesEditorProps extends Pick<ScopeCardProps, 'nameOf' | 'nowText'> {
  /** As they are saved; give the view another key when they change. */
  entries: readonly StoredEntry[]
  /** Scopes that are shown even when nothing is set in them. */
  always: readonly Scope[]
  /** Scopes that can be added. */
  offered: readonly Scope[]
  isBusy: boolean
  isSaved: boolean
  problem: string | null
  onSave: (entries: StoredEntry[]) => void
}

export function EntriesEditorView(props: EntriesEditorProps) {
  const { entries, always, offered, nameOf, nowText, isBusy, isSaved, problem, onSave } = props
  const t = useTexts()
  const [draft, setDraft] = useState<readonly StoredEntry[]>(entries)
  const [added, setAdded] = useState<readonly Scope[]>([])
  const [open, setOpen] = useState<string | null>(null)
  const scopes = scopesOf(draft, [...always, ...added])
  const count = countChanges(draft, entries)
  const isChanged = count > 0

  function add(scope: Scope | undefined) {
    if (!scope) return
    setAdded([...added, scope])
    setOpen(scopeKey(scope))
  }

  return (
    <Stack gap={12}>
      {problem && <FormProblem>{problem}</FormProblem>}
      {isSaved && !isChanged && <SavedLabel>{t('permissions.saved')}</SavedLabel>}
      {scopes.length === 0 && <p className={styles.empty}>{t('permissions.empty')}</p>}
      {scopes.map(scope => (
        <ScopeCard
          key={scopeKey(scope)}
          scope={scope}
          entries={draft}
          nameOf={nameOf}
          nowText={nowText}
          isOpen={open === scopeKey(scope)}
          onToggle={() => setOpen(open === scopeKey(scope) ? null : scopeKey(scope))}
          onChange={setDraft}
        />
      ))}
      <LeaveGuard hasChanges={isChanged && !isBusy} />
      <AddScope {...{ scopes, offered, nameOf }} onAdd={add} />
      {isChanged && (
        <SaveBar
          text={t('matrix.changes', { count })}
          saveText={t('matrix.save', { count })}
          isBusy={isBusy}
          onSave={() => onSave([...draft])}
          onDiscard={() => setDraft(entries)}
        />
      )}
    </Stack>
  )
}

interface AddScopeProps extends Pick<EntriesEditorProps, 'offered' | 'nameOf'> {
  scopes: readonly Scope[]
  onAdd: (scope: Scope | undefined) => void
}

const visibleAtOnce = 60

function AddScope({ scopes, offered, nameOf, onAdd }: AddScopeProps) {
  const t = useTexts()
  const taken = new Set(scopes.map(scopeKey))
  const free = offered.filter(scope => !taken.has(scopeKey(scope)))
  if (free.length === 0) return null
  return (
    <Select
      maw={560}
      label={t('permissions.addScope')}
      placeholder={t('permissions.addScopeHint')}
      leftSection={<IconPlus size={16} aria-hidden />}
      searchable
      limit={visibleAtOnce}
      nothingFoundMessage={t('permissions.noScope')}
      data={free.map(scope => ({ value: scopeKey(scope), label: scopeText(t, scope, nameOf) }))}
      value={null}
      onChange={key => onAdd(free.find(scope => scopeKey(scope) === key))}
    />
  )
}
