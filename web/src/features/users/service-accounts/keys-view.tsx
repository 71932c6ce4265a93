// The keys of a service account: how each begins, from where it is taken, when it ends and when it was last used.

import { Button, Group } from '@mantine/core'
import type { ServiceAccountKey } from '@rookery/contracts/http/service-accounts.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { ExpiryTime } from '../../../parts/expiry/expiry-time.tsx'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import table from '../../../ui/controls/table.module.css'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { TimeAgo, useIsPast } from '../../../ui/time/live-time.tsx'
import styles from './service-accounts.module.css'

export interface KeysViewProps {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  keys: readonly ServiceAccountKey[]
  /** Of a disabled account no key is taken: another one is not the next step. */
  isDisabled: boolean
  onCreate: () => void
  onRotate: (key: ServiceAccountKey) => void
  onRevoke: (key: ServiceAccountKey) => void
  onRetry: () => void
}

export function KeysView(props: KeysViewProps) {
  const t = useTexts()
  const { status, problem, keys, isDisabled, onCreate, onRetry } = props
  const variant = isDisabled ? 'default' : 'filled'
  return (
    <div className={styles.keys}>
      <Panel
        title={t('serviceAccounts.keys')}
        action={
          keys.length > 0 && (
            <Button size="xs" variant={variant} leftSection={<IconPlus size={15} />} onClick={onCreate}>
              {t('serviceAccounts.createKey')}
            </Button>
          )
        }
      >
        {status === 'loading' && <LoadingRows rows={2} />}
        {status === 'problem' && <ProblemState problem={problem} onRetry={onRetry} />}
        {status === 'ready' && keys.length === 0 && (
          <EmptyState
            icon={<IconKey size={28} stroke={1.5} />}
            title={t('serviceAccounts.noKeysTitle')}
            text={t('serviceAccounts.noKeysText')}
            action={
              <Button variant={variant} onClick={onCreate}>
                {t('serviceAccounts.createKey')}
              </Button>
            }
          />
        )}
        {keys.length > 0 && <KeysTable {...props} />}
      </Panel>
    </div>
  )
}

function KeysTable({ keys, onCreate, onRotate, onRevoke }: KeysViewProps) {
  const t = useTexts()
  return (
    <table className={`${table.table} ${table.stacks} ${styles.table}`}>
      <thead>
        <tr>
          <th>{t('accessTokens.name')}</th>
          <th>{t('serviceAccounts.addresses')}</th>
          <th>{t('expiry.label')}</th>
          <th>{t('serviceAccounts.lastUsed')}</th>
          <th>
            <span className="visually-hidden">{t('accessTokens.revoke')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map(key => (
          <tr key={key.id}>
            <td className={styles.name}>
              <span className="text-name">{key.name}</span>
              <span className="mono text-caption">{key.prefix}…</span>
              {key.rotated_at && <span className="text-caption">{t('serviceAccounts.replaced')}</span>}
            </td>
            <td className={`text-quiet ${styles.addresses}`} data-label={t('serviceAccounts.addresses')}>
              {key.addresses.length > 0 ? (
                <span className="mono">{key.addresses.join(', ')}</span>
              ) : (
                t('serviceAccounts.anywhere')
              )}
            </td>
            <td className="text-quiet" data-label={t('expiry.label')}>
              <ExpiryTime at={key.expires_at} />
            </td>
            <td className="text-quiet" data-label={t('serviceAccounts.lastUsed')}>
              {key.last_used_at ? <TimeAgo isValue at={key.last_used_at} /> : t('serviceAccounts.never')}
            </td>
            <td className={`${table.right} ${styles.actions}`}>
              <KeyActions serviceKey={key} onCreate={onCreate} onRotate={onRotate} onRevoke={onRevoke} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface KeyActionsProps extends Pick<KeysViewProps, 'onCreate' | 'onRotate' | 'onRevoke'> {
  serviceKey: ServiceAccountKey
}

/** A key that has ended cannot be followed by another one of its kind: a new one takes its place. */
function KeyActions({ serviceKey: key, onCreate, onRotate, onRevoke }: KeyActionsProps) {
  const t = useTexts()
  const isOver = useIsPast(key.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at))
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {!key.rotated_at && (
        <Button
          size="xs"
          variant="subtle"
          aria-label={t(isOver ? 'serviceAccounts.createInstead' : 'serviceAccounts.rotateNamed', {
            name: key.name,
          })}
          onClick={() => (isOver ? onCreate() : onRotate(key))}
        >
          {t(isOver ? 'serviceAccounts.createNew' : 'serviceAccounts.rotate')}
        </Button>
      )}
      <Button
        size="xs"
        variant="subtle"
        color="danger"
        aria-label={t('accessTokens.revokeNamed', { name: key.name })}
        onClick={() => onRevoke(key)}
      >
        {t('accessTokens.revoke')}
      </Button>
    </Group>
  )
}
