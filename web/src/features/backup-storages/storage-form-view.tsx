// The form of a backup storage: its place, who uses it, how long it keeps backups, and a test before saving.

import { Button, Group, NumberInput, PasswordInput, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { backupStorageKinds } from '@rookery/contracts/backups.ts'
import type { testBackupStorage } from '@rookery/contracts/http/backup-storages.ts'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import { type FormEvent, useState } from 'react'
import { StoragePolicyFields } from '../../parts/backups/retention-fields.tsx'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { MultiChoice } from '../../ui/controls/multi-choice.tsx'
import { FormHint, FormProblem } from '../../ui/feedback/form-message.tsx'
import { NodeKeysFields } from './node-keys-fields.tsx'
import { type StorageDraft, usedKeys, usesStorage } from './storage-draft-rules.ts'

export interface StorageFormViewProps {
  draft: StorageDraft
  isNew: boolean
  hasSecret: boolean
  nodes: readonly { id: number; name: string }[]
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  /** Null: not tried yet. */
  trial: AnswerOf<typeof testBackupStorage> | null
  isTesting: boolean
  testProblem: string | null
  /** Of the host key that was asked for. */
  fingerprint: string | null
  onTest: (draft: StorageDraft, nodeId: number) => void
  onReadHostKey: (draft: StorageDraft, nodeId: number, use: (hostKey: string) => void) => void
  onSave: (draft: StorageDraft) => void
  onClose: () => void
}

type TextKey = {
  [Key in keyof StorageDraft]: StorageDraft[Key] extends string ? Key : never
}[keyof StorageDraft]

interface Fields {
  draft: StorageDraft
  set: (change: Partial<StorageDraft>) => void
  text: (
    key: TextKey,
    field: string,
  ) => {
    value: string
    onChange: (event: { currentTarget: { value: string } }) => void
    error: string | undefined
  }
}

export function StorageFormView(props: StorageFormViewProps) {
  const t = useTexts()
  const { nodes, faults } = props
  const [draft, setDraft] = useState(props.draft)
  const [nodeId, setNodeId] = useState(nodes[0]?.id ?? null)
  const set = (change: Partial<StorageDraft>) => setDraft(before => ({ ...before, ...change }))
  const fields: Fields = {
    draft,
    set,
    text: (key, field) => ({
      value: draft[key],
      onChange: event => set({ [key]: event.currentTarget.value }),
      error: fieldMessage(t, faults[field]),
    }),
  }
  const users = nodes.filter(({ id }) => usesStorage(draft, id))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSave(draft)
  }
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {props.problem && <FormProblem>{props.problem}</FormProblem>}
      <div className={form.pair}>
        <TextInput label={t('backupStorages.name')} data-autofocus {...fields.text('name', 'name')} />
        <Select
          label={t('backupStorages.kind')}
          allowDeselect={false}
          data={backupStorageKinds.map(kind => ({ value: kind, label: t(`backupStorages.kinds.${kind}`) }))}
          value={draft.kind}
          onChange={kind => kind && set({ kind: kind as StorageDraft['kind'] })}
        />
      </div>
      <PlaceFields
        fields={fields}
        {...props}
        onAskHostKey={
          nodeId === null ? null : () => props.onReadHostKey(draft, nodeId, hostKey => set({ hostKey }))
        }
      />
      <Select
        label={t('backupStorages.nodes')}
        allowDeselect={false}
        data={[
          { value: 'all', label: t('backupStorages.allNodes') },
          { value: 'nodes', label: t('backupStorages.chosenNodes') },
        ]}
        value={draft.assignedTo}
        onChange={to => to && set({ assignedTo: to as StorageDraft['assignedTo'] })}
      />
      {draft.assignedTo === 'nodes' && (
        <MultiChoice
          label={t('backupStorages.chosenNodes')}
          description={t('backupStorages.nodesHint')}
          data={nodes.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={draft.nodeIds}
          onChange={nodeIds => set({ nodeIds })}
          error={fieldMessage(t, faults['assigned.node_ids'])}
        />
      )}
      {draft.kind !== 'folder' && (users.length > 1 || usedKeys(draft).length > 0) && (
        <NodeKeysFields
          kind={draft.kind}
          nodes={users}
          keys={usedKeys(draft)}
          faults={faults}
          onChange={nodeKeys => set({ nodeKeys })}
        />
      )}
      {props.isNew && (
        <PasswordInput
          label={t('backupStorages.recoveryKey')}
          description={t('backupStorages.recoveryKeyHint')}
          autoComplete="off"
          {...fields.text('recoveryKey', 'recovery_key')}
        />
      )}
      <StoragePolicyFields policy={draft} faults={faults} onChange={policy => set(policy)} />
      {nodeId !== null && (
        <Stack gap={8}>
          <Group gap={8} align="flex-end">
            <Select
              label={t('backupStorages.testOn')}
              allowDeselect={false}
              data={nodes.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(nodeId)}
              onChange={id => id && setNodeId(Number(id))}
            />
            <Button variant="default" loading={props.isTesting} onClick={() => props.onTest(draft, nodeId)}>
              {t('backupStorages.test')}
            </Button>
          </Group>
          {props.testProblem && <FormProblem>{props.testProblem}</FormProblem>}
          {props.trial?.is_good && (
            <FormHint>{t('backupStorages.testGood', { time: props.trial.took_ms })}</FormHint>
          )}
          {props.trial && !props.trial.is_good && <FormProblem>{props.trial.problem}</FormProblem>}
        </Stack>
      )}
      <Group className={`${form.foot} ${form.stays}`} gap={12} justify="flex-end">
        <Button variant="default" onClick={props.onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={props.isBusy}>
          {props.isNew ? t('backupStorages.add') : t('actions.save')}
        </Button>
      </Group>
    </form>
  )
}

interface PlaceFieldsProps extends Pick<StorageFormViewProps, 'hasSecret' | 'fingerprint'> {
  fields: Fields
  /** Null: there is no node to ask. */
  onAskHostKey: (() => void) | null
}

function PlaceFields({ fields, hasSecret, fingerprint, onAskHostKey }: PlaceFieldsProps) {
  const t = useTexts()
  const { draft, set, text } = fields
  const storedHint = hasSecret ? { description: t('backupStorages.secretKept') } : {}
  switch (draft.kind) {
    case 'folder':
      return (
        <TextInput
          label={t('backupStorages.path')}
          description={t('backupStorages.pathHint')}
          {...text('path', 'place.path')}
        />
      )
    case 's3':
      return (
        <>
          <TextInput label={t('backupStorages.endpoint')} {...text('endpoint', 'place.endpoint')} />
          <div className={form.pair}>
            <TextInput label={t('backupStorages.bucket')} {...text('bucket', 'place.bucket')} />
            <TextInput label={t('backupStorages.prefix')} {...text('prefix', 'place.prefix')} />
            <TextInput label={t('backupStorages.region')} {...text('region', 'place.region')} />
            <TextInput
              label={t('backupStorages.accessKey')}
              {...text('accessKeyId', 'place.access_key_id')}
            />
          </div>
          <PasswordInput
            label={t('backupStorages.secretKey')}
            autoComplete="off"
            {...storedHint}
            {...text('secret', 'secret')}
          />
        </>
      )
    case 'sftp':
      return (
        <>
          <div className={form.pair}>
            <TextInput label={t('backupStorages.host')} {...text('host', 'place.host')} />
            <NumberInput
              label={t('backupStorages.port')}
              min={1}
              max={65535}
              allowDecimal={false}
              value={draft.port}
              onChange={value => set({ port: Number(value) || 22 })}
            />
            <TextInput label={t('backupStorages.user')} {...text('user', 'place.user')} />
            <TextInput label={t('backupStorages.remotePath')} {...text('path', 'place.path')} />
          </div>
          <Textarea
            label={t('backupStorages.privateKey')}
            description={hasSecret ? t('backupStorages.secretKept') : t('backupStorages.privateKeyHint')}
            autosize
            minRows={3}
            maxRows={6}
            autoComplete="off"
            spellCheck={false}
            {...text('secret', 'secret')}
          />
          <Stack gap={6}>
            <TextInput label={t('backupStorages.hostKey')} {...text('hostKey', 'place.host_key')} />
            {fingerprint && <FormHint>{t('backupStorages.fingerprint', { text: fingerprint })}</FormHint>}
            {onAskHostKey && (
              <Group>
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={draft.host === ''}
                  onClick={onAskHostKey}
                >
                  {t('backupStorages.readHostKey')}
                </Button>
              </Group>
            )}
          </Stack>
        </>
      )
    case 'rest':
      return (
        <>
          <TextInput label={t('backupStorages.url')} {...text('url', 'place.url')} />
          <div className={form.pair}>
            <TextInput label={t('backupStorages.user')} autoComplete="off" {...text('user', 'place.user')} />
            <PasswordInput
              label={t('backupStorages.password')}
              autoComplete="new-password"
              {...storedHint}
              {...text('secret', 'secret')}
            />
          </div>
        </>
      )
  }
}
