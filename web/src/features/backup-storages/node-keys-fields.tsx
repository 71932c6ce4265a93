// Which nodes sign in to a storage with their own key: a switch for each, and its fields.

import { Box, Input, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { OnOffSwitch } from '../../ui/controls/on-off-switch.tsx'
import styles from './backup-storages.module.css'
import { type NodeKeyDraft, newNodeKey, type StorageDraft } from './storage-draft-rules.ts'

export interface NodeKeysFieldsProps {
  kind: Exclude<StorageDraft['kind'], 'folder'>
  /** Those that use the storage. */
  nodes: readonly { id: number; name: string }[]
  keys: readonly NodeKeyDraft[]
  /** `node_keys.N.field`, in the order of `keys`. */
  faults: Record<string, string[]>
  onChange: (keys: NodeKeyDraft[]) => void
}

export function NodeKeysFields({ kind, nodes, keys, faults, onChange }: NodeKeysFieldsProps) {
  const t = useTexts()
  return (
    <Input.Wrapper
      component="fieldset"
      className={styles.keys}
      label={t('backupStorages.nodeKeys')}
      labelElement="div"
      description={t('backupStorages.nodeKeysHint')}
      error={fieldMessage(t, faults.node_keys)}
    >
      <ul className={`divided ${styles.keyList}`}>
        {nodes.map(({ id, name }) => {
          const at = keys.findIndex(key => key.nodeId === id)
          const own = keys[at]
          return (
            <li key={id} className={styles.keyRow}>
              <OnOffSwitch
                label={name}
                description={own ? t('backupStorages.ownKey') : t('backupStorages.commonKey')}
                checked={own !== undefined}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? [...keys, newNodeKey(id)] : keys.filter(key => key.nodeId !== id))
                }
              />
              {own && (
                <KeyFields
                  kind={kind}
                  draft={own}
                  fault={field => fieldMessage(t, faults[`node_keys.${at}.${field}`])}
                  onChange={change =>
                    onChange(keys.map(key => (key.nodeId === id ? { ...key, ...change } : key)))
                  }
                />
              )}
            </li>
          )
        })}
      </ul>
    </Input.Wrapper>
  )
}

interface KeyFieldsProps extends Pick<NodeKeysFieldsProps, 'kind'> {
  draft: NodeKeyDraft
  fault: (field: 'user' | 'folder' | 'secret') => string | undefined
  onChange: (change: Partial<NodeKeyDraft>) => void
}

function KeyFields({ kind, draft, fault, onChange }: KeyFieldsProps) {
  const t = useTexts()
  const text = (field: 'user' | 'folder' | 'secret') => ({
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [field]: event.currentTarget.value }),
    error: fault(field),
    autoComplete: 'off',
  })
  const kept = draft.isStored ? { description: t('backupStorages.secretKept') } : {}
  const folder = (
    <TextInput
      label={t('backupStorages.nodeFolder')}
      description={t(kind === 'rest' ? 'backupStorages.nodeFolderRestHint' : 'backupStorages.nodeFolderHint')}
      {...text('folder')}
    />
  )
  if (kind === 'sftp') {
    return (
      <Box className={form.form} mt={12}>
        <TextInput label={t('backupStorages.user')} {...text('user')} />
        <Textarea
          label={t('backupStorages.privateKey')}
          autosize
          minRows={3}
          maxRows={6}
          spellCheck={false}
          {...kept}
          {...text('secret')}
        />
        {folder}
      </Box>
    )
  }
  return (
    <Box className={form.form} mt={12}>
      <div className={`${form.pair} ${styles.keyPair}`}>
        <TextInput
          label={t(kind === 's3' ? 'backupStorages.accessKey' : 'backupStorages.user')}
          {...text('user')}
        />
        <PasswordInput
          label={t(kind === 's3' ? 'backupStorages.secretKey' : 'backupStorages.password')}
          {...text('secret')}
          {...kept}
          autoComplete="new-password"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </div>
      {folder}
    </Box>
  )
}
