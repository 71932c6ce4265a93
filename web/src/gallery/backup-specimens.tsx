// Backups and their storages in all their moods.

import type { FoundServer } from '@rookery/contracts/http/found-servers.ts'
import {
  backedUpFiles,
  backupState,
  backupStorages,
  backups,
  choices,
  comparison,
  panelBackup,
  recoveryKey,
  storageContents,
} from '../../pictures/fixtures/backup-fixtures.ts'
import { BackupStoragesView } from '../features/backup-storages/backup-storages-view.tsx'
import { FoundServersView } from '../features/backup-storages/found-servers-view.tsx'
import { PanelBackupView } from '../features/backup-storages/panel-backup-view.tsx'
import { RecoverySheetView } from '../features/backup-storages/recovery-sheet-view.tsx'
import { StorageContentsView } from '../features/backup-storages/storage-contents-dialog.tsx'
import { draftOf } from '../features/backup-storages/storage-draft-rules.ts'
import { StorageFormView, type StorageFormViewProps } from '../features/backup-storages/storage-form-view.tsx'
import {
  DeleteBackupView,
  NoteView,
  RestoreBackupView,
  TakeBackupView,
} from '../features/backups/backup-dialogs.tsx'
import { BackupFilesView, type BackupFilesViewProps } from '../features/backups/backup-files-view.tsx'
import { BackupsView, type BackupsViewProps } from '../features/backups/backups-view.tsx'
import { FreeSpaceView } from '../features/backups/free-space-dialog.tsx'
import { NewServerView } from '../features/backups/new-server-view.tsx'
import { StoragesView } from '../features/backups/storages-view.tsx'
import { ApiError } from '../platform/api-error.ts'
import { ignore, Specimen } from './specimen.tsx'

const powerFacts = {
  ...{ players: 5, can_plan: true, can_plan_restore: true, can_wait_until_empty: true },
  ...{ can_message: true, planned: null },
}

const foundServer: FoundServer = {
  ...{ uuid: '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa', name: 'Survival', template: 'arena', game: 'Arena' },
  backups: [
    {
      ...{ id: 'a1', taken_at: backups[0]?.taken_at ?? '', kind: 'manual', note: 'before the storm' },
      ...{ files: 869, bytes: 1_073_000_000 },
    },
  ],
  ...{ backup_count: 12, is_sealed: false, problem: '' },
}
const finding = {
  ...{ nodes: [{ id: 1, name: 'rook-1' }], needsUuid: false, isSearching: false, isBusy: false, faults: {} },
  opened: 2,
  found: [
    foundServer,
    { ...foundServer, uuid: '2', name: 'Old castle', template: 'castles', game: null },
    { ...foundServer, uuid: '3', name: '', backups: [], problem: 'This repository is damaged.' },
    { ...foundServer, uuid: '4', is_sealed: true },
  ],
  ...{ problem: null, onSearch: ignore, onBringBack: ignore, onClose: ignore },
}
const away = new ApiError({ code: 'node_offline', status: 503, message: 'the node is not connected' })
const nowhere = { ...backupState, engine: null, storages: [] }
type ShownTask = BackupsViewProps['tasks'][number]
const atWork: ShownTask = {
  ...{ id: 4, kind: 'backup', status: 'working', planned: null },
  ...{ message: '412 of 869 files, 480 MB', progress: 0.47 },
}
const planned: ShownTask = {
  ...{ id: 5, kind: 'restore', status: 'waiting', message: null, progress: null },
  planned: { when: 'empty', due_at: null },
}

function Shown(props: Partial<BackupsViewProps>) {
  return (
    <BackupsView
      status="ready"
      state={backupState}
      backups={backups}
      hasOlder={false}
      tasks={[]}
      isAdministrator
      serverId={1}
      canSchedule
      refusal={null}
      onTake={ignore}
      onStorages={ignore}
      onFree={ignore}
      onOlder={ignore}
      onRetry={ignore}
      onRestore={ignore}
      onNewServer={ignore}
      onBrowse={ignore}
      onDownload={ignore}
      onNote={ignore}
      onLock={ignore}
      onDelete={ignore}
      {...props}
    />
  )
}

function Files(props: Partial<BackupFilesViewProps>) {
  return (
    <BackupFilesView
      browsing={{ at: 'folder', path: '' }}
      status="ready"
      files={backedUpFiles}
      changes={comparison.changes}
      when="15 Nov 2026, 19:16"
      text={null}
      isCut={false}
      selected={new Set(['world'])}
      canRestore
      onBrowse={ignore}
      onSelect={ignore}
      onRestore={ignore}
      onDownload={ignore}
      onRetry={ignore}
      {...props}
    />
  )
}

function Form(props: Partial<StorageFormViewProps>) {
  return (
    <StorageFormView
      isNew
      draft={draftOf(null)}
      hasSecret={false}
      nodes={[
        { id: 1, name: 'Able' },
        { id: 2, name: 'Baker' },
      ]}
      isBusy={false}
      faults={{}}
      problem={null}
      trial={null}
      isTesting={false}
      testProblem={null}
      fingerprint={null}
      onTest={ignore}
      onReadHostKey={ignore}
      onSave={ignore}
      onClose={ignore}
      {...props}
    />
  )
}

const asked = { isBusy: false, problem: null, onClose: ignore, faults: {} }
const s3 = draftOf(backupStorages[0] ?? null)
const sftp = {
  ...draftOf(null),
  kind: 'sftp',
  name: 'NAS',
  host: 'nas.example.org',
  user: 'rookery',
} as const

const ofPanel = {
  ...{ backup: panelBackup, storages: backupStorages, isSaving: false, isSaved: true, problem: null },
  ...{ onChange: ignore, onRun: ignore },
}

export function BackupSpecimens() {
  return (
    <>
      <Specimen name="Backups">
        <Shown hasOlder tasks={[atWork, planned]} />
      </Specimen>
      <Specimen name="Whole copies, none yet">
        <Shown
          state={{ ...backupState, engine: 'archive', storages: backupState.storages.slice(0, 1) }}
          backups={[]}
        />
      </Specimen>
      <Specimen name="No storage, for an administrator">
        <Shown state={nowhere} backups={[]} />
      </Specimen>
      <Specimen name="No storage, for others">
        <Shown state={nowhere} backups={[]} isAdministrator={false} />
      </Specimen>
      <Specimen name="A daemon that is too old">
        <Shown state={{ ...nowhere, is_supported: false }} backups={[]} />
      </Specimen>
      <Specimen name="Backups that load">
        <Shown status="loading" state={null} />
      </Specimen>
      <Specimen name="Backups that cannot be read">
        <Shown status="problem" problem={away} />
      </Specimen>
      <Specimen name="Back up now" isNarrow>
        <TakeBackupView {...asked} storages={backupState.storages} canLock onTake={ignore} />
      </Specimen>
      <Specimen name="Free up space" isNarrow>
        <FreeSpaceView {...asked} backups={backups} onDelete={ignore} />
      </Specimen>
      <Specimen name="Restore everything" isNarrow>
        <RestoreBackupView {...asked} paths={null} facts={powerFacts} onRestore={ignore} />
      </Specimen>
      <Specimen name="Restore some, refused" isNarrow>
        <RestoreBackupView
          {...asked}
          paths={['world', 'mods']}
          facts={null}
          problem="The game server is being installed: wait for the end of that."
          onRestore={ignore}
        />
      </Specimen>
      <Specimen name="Restore as a new server, refused" isNarrow>
        <NewServerView
          {...asked}
          name="Wolfpack"
          nodeId={1}
          nodes={[
            { id: 1, name: 'basement', online: true },
            { id: 2, name: 'frankfurt-1', online: false },
          ]}
          faults={{ node_id: ['this backup is in a folder of "basement": choose that node'] }}
          onCreate={ignore}
        />
      </Specimen>
      <Specimen name="Storages of a server, one above its limit" isNarrow>
        <StoragesView
          {...asked}
          choices={choices.storages}
          offered={choices.offered}
          faults={{ 'storages.0.limits.count': ['must be at most 20, as the storage says'] }}
          onSave={ignore}
        />
      </Specimen>
      <Specimen name="A note" isNarrow>
        <NoteView {...asked} note="Before the new map" onSave={ignore} />
      </Specimen>
      <Specimen name="Delete a backup" isNarrow>
        <DeleteBackupView {...asked} onDelete={ignore} />
      </Specimen>
      <Specimen name="Files of a backup">
        <Files />
      </Specimen>
      <Specimen name="Found by name">
        <Files browsing={{ at: 'search', name: 'server' }} files={backedUpFiles.slice(4)} isCut />
      </Specimen>
      <Specimen name="Compared with today">
        <Files browsing={{ at: 'comparison' }} />
      </Specimen>
      <Specimen name="One file to look at">
        <Files
          browsing={{ at: 'file', path: 'config/server.properties' }}
          text={'motd=Welcome\npvp=true\n'}
        />
      </Specimen>
      <Specimen name="Files that cannot be read">
        <Files status="problem" problem={away} />
      </Specimen>
      <Specimen name="Backup storages">
        <BackupStoragesView
          status="ready"
          storages={backupStorages}
          onAdd={ignore}
          onChange={ignore}
          onDelete={ignore}
          onFind={ignore}
          onFree={ignore}
          onRetry={ignore}
        />
      </Specimen>
      <Specimen name="Whose backups take the space of a storage" isNarrow>
        <StorageContentsView storageId={2} contents={storageContents} />
      </Specimen>
      <Specimen name="A storage that no server has backups in" isNarrow>
        <StorageContentsView
          storageId={2}
          contents={{ servers: [], deleted: { servers: 1, stored_bytes: 870 * 1024 ** 2 } }}
        />
      </Specimen>
      <Specimen name="The panel’s own backup">
        <PanelBackupView {...ofPanel} />
      </Specimen>
      <Specimen name="The panel’s own backup, not chosen">
        <PanelBackupView {...ofPanel} backup={{ ...panelBackup, storage_id: null }} />
      </Specimen>
      <Specimen name="The panel’s own backup that failed">
        <PanelBackupView
          {...ofPanel}
          backup={{
            ...panelBackup,
            is_running: true,
            last_attempt: {
              at: panelBackup.last_good_at ?? '',
              is_good: false,
              message: 'Can’t take the backup: the S3 storage refuses access. Check its keys.',
            },
          }}
        />
      </Specimen>
      <Specimen name="No backup storages">
        <BackupStoragesView
          status="ready"
          storages={[]}
          onAdd={ignore}
          onChange={ignore}
          onDelete={ignore}
          onFind={ignore}
          onFree={ignore}
          onRetry={ignore}
        />
      </Specimen>
      <Specimen name="A new storage: a folder" isNarrow>
        <Form />
      </Specimen>
      <Specimen name="S3 that was tried and failed" isNarrow>
        <Form
          draft={s3}
          hasSecret
          trial={{ is_good: false, took_ms: 40, problem: 'Access Denied: check the secret access key.' }}
        />
      </Specimen>
      <Specimen name="S3 with a key for one node that is refused" isNarrow>
        <Form
          draft={s3}
          hasSecret
          faults={{
            'node_keys.0.secret': ['is required anew, because the address or the user is another one'],
          }}
        />
      </Specimen>
      <Specimen name="SFTP with a fingerprint and a missing key" isNarrow>
        <Form
          draft={sftp}
          fingerprint="SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU"
          faults={{ secret: ['enter the private key of the user'] }}
        />
      </Specimen>
      <Specimen name="A REST server that works" isNarrow>
        <Form
          draft={{
            ...draftOf(null),
            kind: 'rest',
            name: 'Barn',
            url: 'https://rest.example.org',
            user: 'able',
          }}
          trial={{ is_good: true, took_ms: 212, problem: '' }}
        />
      </Specimen>
      <Specimen name="Servers in a storage, before looking" isNarrow>
        <FoundServersView {...finding} found={null} needsUuid />
      </Specimen>
      <Specimen name="Servers found in a storage" isNarrow>
        <FoundServersView {...finding} />
      </Specimen>
      <Specimen name="A recovery key that opens nothing" isNarrow>
        <FoundServersView
          {...finding}
          found={null}
          faults={{ recovery_key: ['opens none of the servers in this storage'] }}
        />
      </Specimen>
      <Specimen name="The recovery key, once" isNarrow>
        <RecoverySheetView
          name="Cloud"
          recoveryKey={recoveryKey}
          command="rookery backups list s3:https://s3.example.com/games --access-key AKIA1 --region eu-1"
          onPrint={ignore}
          onDownload={ignore}
          onDone={ignore}
        />
      </Specimen>
    </>
  )
}
