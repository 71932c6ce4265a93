// The password for SFTP alone: whether there is one, and the ways to make, replace and remove it.

import { Button, Group } from '@mantine/core'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useTexts } from '../../texts/texts.ts'
import { SettingRow } from '../../ui/controls/section.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { TimeAgo } from '../../ui/time/live-time.tsx'

interface SftpPasswordViewProps {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  /** Null: there is none. */
  createdAt: string | null
  isBusy: boolean
  onCreate: () => void
  onReplace: () => void
  onRemove: () => void
  onRetry: () => void
}

export function SftpPasswordView(props: SftpPasswordViewProps) {
  const t = useTexts()
  const { status, problem, createdAt, isBusy, onCreate, onReplace, onRemove, onRetry } = props
  if (status === 'loading') return <LoadingRows rows={1} />
  if (status === 'problem') return <ProblemState problem={problem} onRetry={onRetry} />
  if (createdAt === null) {
    return (
      <SettingRow
        title={t('ownSftp.noPassword')}
        text={t('ownSftp.noPasswordText')}
        action={
          <Button variant="default" loading={isBusy} onClick={onCreate}>
            {t('ownSftp.makePassword')}
          </Button>
        }
      />
    )
  }
  return (
    <SettingRow
      title={t('ownSftp.hasPassword')}
      text={
        <>
          {t('ownSftp.made')} <TimeAgo at={createdAt} />. {t('ownSftp.hasPasswordText')}
        </>
      }
      action={
        <Group gap={8} align="stretch">
          <Button variant="default" onClick={onReplace}>
            {t('ownSftp.replace')}
          </Button>
          <Button variant="subtle" color="danger" onClick={onRemove}>
            {t('ownSftp.remove')}
          </Button>
        </Group>
      }
    />
  )
}
