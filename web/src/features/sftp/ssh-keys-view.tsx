// The public keys of a person: fingerprint, last use, and the way to add and delete one.

import { Box, Button, Group } from '@mantine/core'
import type { SshKey } from '@rookery/contracts/http/sftp.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { TimeAgo } from '../../ui/time/live-time.tsx'

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
    <div className="divided">
      <ul className="divided">
        {keys.map(key => (
          <KeyRow key={key.id} sshKey={key} onDelete={() => onDelete(key)} />
        ))}
      </ul>
      <Group p="12px 14px" justify="flex-end">
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
          {t('ownSftp.addKey')}
        </Button>
      </Group>
    </div>
  )
}

function KeyRow({ sshKey, onDelete }: { sshKey: SshKey; onDelete: () => void }) {
  const t = useTexts()
  return (
    <Group
      component="li"
      p="14px 14px 14px 20px"
      gap="12px 20px"
      align="flex-start"
      wrap="nowrap"
      justify="space-between"
    >
      <Box miw={0}>
        <Group component="h3" gap="2px 10px" align="baseline">
          <span>{sshKey.name}</span>
          <Box component="span" className="text-caption" fw={450}>
            {sshKey.type}
          </Box>
        </Group>
        <Box component="p" className="mono text-quiet" mt={3} fz={12.5}>
          {sshKey.fingerprint}
        </Box>
        <Dotted component="p" className="text-hint" mt={3}>
          <span>
            {sshKey.last_used_at ? (
              <>
                {t('ownSftp.lastUsed')} <TimeAgo isDate at={sshKey.last_used_at} />
              </>
            ) : (
              t('ownSftp.neverUsed')
            )}
          </span>
          <span>
            {t('ownSftp.added')} <TimeAgo isDate at={sshKey.created_at} />
          </span>
        </Dotted>
      </Box>
      <Button
        size="xs"
        variant="subtle"
        color="danger"
        flex="none"
        aria-label={t('ownSftp.deleteNamed', { name: sshKey.name })}
        onClick={onDelete}
      >
        {t('ownSftp.delete')}
      </Button>
    </Group>
  )
}
