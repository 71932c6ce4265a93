// The backups tab: the list, and one dialog at a time above it.

import { Modal } from '@mantine/core'
import type { Backup } from '@rookery/contracts/http/backups.ts'
import { readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import { readPower } from '@rookery/contracts/http/power.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listServerTasks } from '@rookery/contracts/http/schedules.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { DeleteBackupView, NoteView, RestoreBackupView, TakeBackupView } from './backup-dialogs.tsx'
import { BackupFilesDialog } from './backup-files-dialog.tsx'
import { momentOf } from './backup-style.ts'
import { BackupsView } from './backups-view.tsx'
import { FreeSpaceDialog } from './free-space-dialog.tsx'
import { NewServerDialog } from './new-server-dialog.tsx'
import { nextBackup } from './next-backup-rules.ts'
import { StoragesDialog } from './storages-dialog.tsx'
import { downloadFromBackup, useBackups } from './use-backups.ts'

type Dialog =
  | { show: 'take' | 'storages' }
  | { show: 'free'; storage: { id: number; name: string } }
  | { show: 'note' | 'delete' | 'files' | 'new-server'; backup: Backup }
  | { show: 'restore'; backup: Backup; paths: string[] | null }

export function BackupsPage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  return <Backups key={serverId} server={serverId} />
}

function Backups({ server }: { server: string }) {
  const t = useTexts()
  const profile = useQuery(apiQuery(readProfile, {}))
  const abilities = useQuery(apiQuery(readOwnAbilities, { params: { server } }))
  const canSchedule = abilities.data?.['game-server-tasks'] ?? false
  const schedules = useQuery({ ...apiQuery(listServerTasks, { params: { server } }), enabled: canSchedule })
  const backups = useBackups(server)
  const { state, list, take, restore, change, remove } = backups
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const open = (next: Dialog | null) => {
    for (const failed of [take, restore, change, remove]) failed.reset()
    setDialog(next)
  }
  const error = state.error ?? list.error
  const items = list.data?.items ?? []
  const failed = dialog ? null : change.error
  const asked = useAskedToFree([...(state.data?.storages ?? []), ...items.map(({ storage }) => storage)])
  return (
    <>
      <BackupsView
        status={state.data && list.data ? 'ready' : error ? 'problem' : 'loading'}
        problem={error}
        state={state.data ?? null}
        backups={items}
        hasOlder={(list.data?.total ?? 0) > items.length}
        tasks={backups.atWork}
        isAdministrator={profile.data?.is_admin ?? false}
        serverId={Number(server)}
        canSchedule={canSchedule}
        next={schedules.data && nextBackup(schedules.data)}
        refusal={failed ? problemMessage(t, failed) : null}
        onTake={() => open({ show: 'take' })}
        onStorages={() => open({ show: 'storages' })}
        onFree={storage => open({ show: 'free', storage })}
        onOlder={backups.showOlder}
        onRetry={() => void Promise.all([state.refetch(), list.refetch()])}
        onRestore={backup => open({ show: 'restore', backup, paths: null })}
        onNewServer={backup => open({ show: 'new-server', backup })}
        onBrowse={backup => open({ show: 'files', backup })}
        onDownload={backup => void downloadFromBackup(server, backup, '')}
        onNote={backup => open({ show: 'note', backup })}
        onLock={(backup, locked) => change.mutate({ backup, locked })}
        onDelete={backup => open({ show: 'delete', backup })}
      />
      {asked.storage && <FreeSpaceDialog server={server} storage={asked.storage} onClose={asked.onClose} />}
      {dialog && (
        <BackupDialog
          dialog={dialog}
          server={server}
          backups={backups}
          onOpen={open}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

/** The list of storages leads here to delete backups of one of them. */
function useAskedToFree(storages: readonly { id: number; name: string }[]) {
  const navigate = useNavigate()
  const { free } = useSearch({ from: '/shell/servers/$serverId/backups' })
  return {
    storage: storages.find(({ id }) => id === free) ?? null,
    onClose: () => void navigate({ to: '.', search: {}, replace: true }),
  }
}

interface BackupDialogProps {
  dialog: Dialog
  server: string
  backups: ReturnType<typeof useBackups>
  onOpen: (dialog: Dialog) => void
  onClose: () => void
}

function BackupDialog({ dialog, server, backups, onOpen, onClose }: BackupDialogProps) {
  const t = useTexts()
  const language = useLanguage()
  const { state, take, restore, change, remove } = backups
  const power = useQuery({
    ...apiQuery(readPower, { params: { server } }),
    enabled: dialog.show === 'restore',
    // Who is online is asked for anew each time.
    gcTime: 0,
  })
  const error = take.error ?? restore.error ?? change.error ?? remove.error
  const refusal = useRefusal(error, ['note', 'storage_id'])
  const isBusy = [take, restore, change, remove].some(({ isPending }) => isPending)
  const asked = { isBusy, problem: refusal.problem, onClose }
  const done = { onSuccess: onClose }
  const when = 'backup' in dialog ? momentOf(dialog.backup, language) : ''
  if (dialog.show === 'files') {
    return (
      <BackupFilesDialog
        server={server}
        backup={dialog.backup}
        canRestore={state.data?.can_restore ?? false}
        onRestore={paths => onOpen({ show: 'restore', backup: dialog.backup, paths })}
        onClose={onClose}
      />
    )
  }
  if (dialog.show === 'free')
    return <FreeSpaceDialog server={server} storage={dialog.storage} onClose={onClose} />
  if (dialog.show === 'storages') return <StoragesDialog server={server} onClose={onClose} />
  if (dialog.show === 'new-server') {
    return <NewServerDialog server={server} backup={dialog.backup} onClose={onClose} />
  }
  const titles = {
    take: t('backups.takeTitle'),
    note: t('backups.noteTitle'),
    delete: t('backups.deleteTitle', { when }),
    restore: t('backups.restoreTitle', { when }),
  }
  return (
    <Modal opened onClose={onClose} title={titles[dialog.show]}>
      {dialog.show === 'take' && (
        <TakeBackupView
          {...asked}
          faults={refusal.faults}
          storages={state.data?.storages ?? []}
          canLock={state.data?.can_manage ?? false}
          onTake={input => take.mutate(input, done)}
        />
      )}
      {dialog.show === 'restore' && (
        <RestoreBackupView
          {...asked}
          paths={dialog.paths}
          isBusy={asked.isBusy || power.isLoading}
          facts={power.data?.players ? power.data : null}
          onRestore={(without_safety, choice) =>
            restore.mutate(
              {
                ...{ backup: dialog.backup, without_safety, ...choice },
                ...(dialog.paths && { paths: dialog.paths }),
              },
              done,
            )
          }
        />
      )}
      {dialog.show === 'note' && (
        <NoteView
          {...asked}
          faults={refusal.faults}
          note={dialog.backup.note}
          onSave={note => change.mutate({ backup: dialog.backup, note }, done)}
        />
      )}
      {dialog.show === 'delete' && (
        <DeleteBackupView {...asked} onDelete={() => remove.mutate(dialog.backup, done)} />
      )}
    </Modal>
  )
}
