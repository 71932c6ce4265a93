// The public keys of a person: fingerprint, last use, and the way to add and delete one.

import { Button, Group } from '@mantine/core'
import type { SshKey } from '@rookery/contracts/http/sftp.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useTexts } from '../../texts/texts.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import styles from './sftp.module.css'

interface SshKeysViewProps {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  keys: readonly SshKey[]
  onAdd: () => void
  onDelete: (key: SshKey) => void
  onRetry: () => void
}

export function SshKeysView({ status, problem, keys, onAdd, onDelete, onRetry }: SshKeysViewProps) {
  const t = useTexts()
  if (status === 'loading') return <LoadingRows rows={2} />
  if (status === 'problem') return <ProblemState problem={problem} onRetry={onRetry} />
  if (keys.length === 0) {
    return (
      <EmptyState
        icon={<IconKey size={28} stroke={1.5} />}
        title={t('ownSftp.noKeys')}
        text={t('ownSftp.noKeysText')}
        action={<Button onClick={onAdd}>{t('ownSftp.addKey')}</Button>}
      />
    )
  }
  return (
    <>
      <ul>
        {keys.map(key => (
          <KeyRow key={key.id} sshKey={key} onDelete={() => onDelete(key)} />
        ))}
      </ul>
      <Group className={styles.foot} gap={0} align="stretch" wrap="nowrap" justify="flex-end">
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
          {t('ownSftp.addKey')}
        </Button>
      </Group>
    </>
  )
}

function KeyRow({ sshKey, onDelete }: { sshKey: SshKey; onDelete: () => void }) {
  const t = useTexts()
  return (
    <li className={styles.key}>
      <div className={styles.keyText}>
        <h3>
          <span>{sshKey.name}</span>
          <span className={`text-caption ${styles.type}`}>{sshKey.type}</span>
        </h3>
        <p className={`mono ${styles.fingerprint}`}>{sshKey.fingerprint}</p>
        <p className={`text-hint ${styles.used}`}>
          {sshKey.last_used_at ? (
            <>
              {t('ownSftp.lastUsed')} <TimeAgo at={sshKey.last_used_at} />
            </>
          ) : (
            t('ownSftp.neverUsed')
          )}
          <span aria-hidden> · </span>
          {t('ownSftp.added')} <TimeAgo at={sshKey.created_at} />
        </p>
      </div>
      <Button
        size="xs"
        variant="subtle"
        color="danger"
        aria-label={t('ownSftp.deleteNamed', { name: sshKey.name })}
        onClick={onDelete}
      >
        {t('ownSftp.delete')}
      </Button>
    </li>
  )
}
