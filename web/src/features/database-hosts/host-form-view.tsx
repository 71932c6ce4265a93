// The form of a database host: how the panel signs in there, who uses it, and a test before saving.

import { Button, Group, NumberInput, PasswordInput, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { databaseKinds, databaseTlsModes } from '@rookery/contracts/database-hosts.ts'
import type { DatabaseHostTrial } from '@rookery/contracts/http/database-hosts.ts'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { MultiChoice } from '../../ui/controls/multi-choice.tsx'
import { FormHint, FormProblem } from '../../ui/feedback/form-message.tsx'
import { type HostDraft, withKind } from './host-draft-rules.ts'

export interface HostFormViewProps {
  draft: HostDraft
  isNew: boolean
  nodes: readonly { id: number; name: string }[]
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  /** Null: not tried yet. */
  trial: DatabaseHostTrial | null
  isTesting: boolean
  testProblem: string | null
  onTest: (draft: HostDraft) => void
  onSave: (draft: HostDraft) => void
  onClose: () => void
}

type TextKey = 'name' | 'address' | 'user' | 'password' | 'authorities' | 'addressForGames'
type NumberKey = 'port' | 'portForGames' | 'maxDatabases'

export function HostFormView(props: HostFormViewProps) {
  const { isNew, nodes, faults, trial } = props
  const t = useTexts()
  const [draft, setDraft] = useState(props.draft)
  const set = (change: Partial<HostDraft>) => setDraft(before => ({ ...before, ...change }))
  const text = (key: TextKey, field: string) => ({
    value: draft[key],
    onChange: (event: { currentTarget: { value: string } }) => set({ [key]: event.currentTarget.value }),
    error: fieldMessage(t, faults[field]),
  })
  const number = (key: NumberKey, field: string, max: number) => ({
    ...{ min: 1, max, allowDecimal: false, value: draft[key] ?? '' },
    onChange: (value: string | number) => set({ [key]: value === '' ? null : Number(value) }),
    error: fieldMessage(t, faults[field]),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSave(draft)
  }
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {props.problem && <FormProblem>{props.problem}</FormProblem>}
      <div className={form.pair}>
        <TextInput label={t('databaseHosts.name')} maxLength={190} data-autofocus {...text('name', 'name')} />
        <Select
          label={t('databaseHosts.kind')}
          allowDeselect={false}
          data={databaseKinds.map(kind => ({ value: kind, label: t(`databaseHosts.kinds.${kind}`) }))}
          value={draft.kind}
          onChange={kind => kind && setDraft(withKind(draft, kind as HostDraft['kind']))}
        />
        <TextInput
          label={t('databaseHosts.address')}
          autoComplete="off"
          spellCheck={false}
          {...text('address', 'address')}
        />
        <NumberInput label={t('databaseHosts.port')} {...number('port', 'port', 65_535)} />
        <TextInput
          label={t('databaseHosts.user')}
          description={t('databaseHosts.userHint')}
          autoComplete="off"
          spellCheck={false}
          {...text('user', 'user')}
        />
        <PasswordInput
          label={t('databaseHosts.password')}
          description={isNew ? t('databaseHosts.passwordHint') : t('databaseHosts.passwordKept')}
          autoComplete="new-password"
          {...text('password', 'password')}
        />
      </div>
      <Select
        label={t('databaseHosts.tls')}
        allowDeselect={false}
        data={databaseTlsModes.map(mode => ({ value: mode, label: t(`databaseHosts.tlsModes.${mode}`) }))}
        value={draft.tls}
        onChange={tls => tls && set({ tls: tls as HostDraft['tls'] })}
      />
      {draft.tls === 'checked' && (
        <Textarea
          label={t('databaseHosts.authorities')}
          description={t('databaseHosts.authoritiesHint')}
          autosize
          minRows={3}
          maxRows={6}
          spellCheck={false}
          {...text('authorities', 'authorities')}
        />
      )}
      <Stack gap={8}>
        <Group>
          <Button variant="default" loading={props.isTesting} onClick={() => props.onTest(draft)}>
            {t('databaseHosts.test')}
          </Button>
        </Group>
        {props.testProblem && <FormProblem>{props.testProblem}</FormProblem>}
        {trial?.is_good && (
          <FormHint>{t('databaseHosts.testGood', { product: trial.product, time: trial.took_ms })}</FormHint>
        )}
        {trial && !trial.is_good && <FormProblem>{trial.problem}</FormProblem>}
      </Stack>
      <div className={form.pair}>
        <TextInput
          label={t('databaseHosts.addressForGames')}
          description={t('databaseHosts.addressForGamesHint')}
          placeholder={draft.address}
          spellCheck={false}
          {...text('addressForGames', 'address_for_games')}
        />
        <NumberInput
          label={t('databaseHosts.portForGames')}
          description={t('databaseHosts.portForGamesHint')}
          placeholder={String(draft.port ?? '')}
          {...number('portForGames', 'port_for_games', 65_535)}
        />
      </div>
      <NumberInput
        label={t('databaseHosts.maxDatabases')}
        placeholder={t('databaseHosts.unlimited')}
        {...number('maxDatabases', 'max_databases', 1_000_000)}
      />
      <Select
        label={t('databaseHosts.nodes')}
        allowDeselect={false}
        data={[
          { value: 'all', label: t('databaseHosts.allNodes') },
          { value: 'nodes', label: t('databaseHosts.chosenNodes') },
        ]}
        value={draft.assignedTo}
        onChange={to => to && set({ assignedTo: to as HostDraft['assignedTo'] })}
      />
      {draft.assignedTo === 'nodes' && (
        <MultiChoice
          label={t('databaseHosts.chosenNodes')}
          data={nodes.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={draft.nodeIds}
          onChange={nodeIds => set({ nodeIds })}
          error={fieldMessage(t, faults['assigned.node_ids'])}
        />
      )}
      <Group className={`${form.foot} ${form.stays}`} gap={12} justify="flex-end">
        <Button variant="default" onClick={props.onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={props.isBusy}>
          {isNew ? t('databaseHosts.add') : t('actions.save')}
        </Button>
      </Group>
    </form>
  )
}
