// The files tab: one folder of the game server, and all that can be done in it.

import { useMediaQuery } from '@mantine/hooks'
import { type FileEntry, readFileUsage } from '@rookery/contracts/http/files.ts'
import { type GameServer, readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { readTask } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { ApiError } from '../../platform/api-error.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts, withTexts } from '../../texts/texts.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { noteList } from '../../ui/feedback/note-list.ts'
import { BrowserView, type FolderStatus } from './browser/browser-view.tsx'
import type { FileAction } from './browser/logic/available-actions.ts'
import { type HeldEntries, pastePlan } from './browser/logic/paste-plan.ts'
import { useFolder } from './browser/use-folder.ts'
import { downloadFiles } from './download-files.ts'
import { FileDialogs, type FileQuestion } from './file-dialogs.tsx'
import { nameInText } from './logic/displayed-name.ts'
import { isInstalling } from './logic/is-installing.ts'
import { SearchPage } from './search/search-page.tsx'
import { useFolderTree } from './tree/use-folder-tree.ts'
import { UploadArea, UploadButtons } from './uploads/uploads.tsx'
import { RefusedHere, useFileActions } from './use-file-actions.ts'

const loadSftpCard = withTexts(['sftp'], () => import('./sftp-card/sftp-card.tsx'))
const SftpCard = lazy(async () => ({ default: (await loadSftpCard()).SftpCard }))

interface FilesPageProps {
  showTask: (taskId: number, onClose: () => void) => ReactNode
}

export function FilesPage({ showTask }: FilesPageProps) {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const gameServer = useQuery(apiQuery(readGameServer, { params: { server: serverId } }))
  if (!gameServer.data) return null
  return <Files key={serverId} gameServer={gameServer.data} showTask={showTask} />
}

function Files({ gameServer, showTask }: FilesPageProps & { gameServer: GameServer }) {
  const { path: folder = '', search } = useSearch({ from: '/shell/servers/$serverId/files' })
  const navigate = useNavigate()
  const serverId = String(gameServer.id)
  const places = {
    openFolder: (path: string) =>
      void navigate({
        to: '/servers/$serverId/files',
        params: { serverId },
        search: { path: path || undefined },
      }),
    openFile: (path: string, line?: number) =>
      void navigate({ to: '/servers/$serverId/files/file', params: { serverId }, search: { path, line } }),
    openSearch: () =>
      void navigate({
        to: '/servers/$serverId/files',
        params: { serverId },
        search: { path: folder || undefined, search: true },
      }),
  }
  if (search) return <SearchPage server={serverId} folder={folder} {...places} />
  return <Folder gameServer={gameServer} folder={folder} showTask={showTask} {...places} />
}

interface FolderProps extends FilesPageProps {
  gameServer: GameServer
  folder: string
  openFolder: (path: string) => void
  openFile: (path: string) => void
  openSearch: () => void
}

function statusOf(isOnline: boolean, isRead: boolean, error: unknown): FolderStatus {
  const code = error instanceof ApiError ? error.code : null
  if (!isOnline || code === 'node_offline') return 'away'
  if (code === 'not_found') return 'missing'
  if (isRead) return 'ready'
  return error ? 'problem' : 'loading'
}

function Folder({ gameServer, folder, showTask, openFolder, openFile, openSearch }: FolderProps) {
  const t = useTexts()
  const server = String(gameServer.id)
  const isOnline = gameServer.node_online
  const [wantsAll, setWantsAll] = useState<string | null>(null)
  const listed = useFolder(server, folder, wantsAll === folder)
  const hasTree = useMediaQuery('(min-width: 1181px)') ?? true
  const tree = useFolderTree(server, folder, isOnline && hasTree)
  const usage = useQuery({
    ...apiQuery(readFileUsage, { params: { server } }),
    enabled: isOnline,
    retry: false,
  })
  const actions = useFileActions(server)
  const [question, setQuestion] = useState<FileQuestion | null>(null)
  const [held, setHeld] = useState<HeldEntries | null>(null)
  const task = useFollowedTask(actions.readAgain)
  const taken = useMemo(() => new Set(listed.entries.map(({ name }) => name)), [listed.entries])
  const status = statusOf(isOnline, listed.isRead, listed.error)
  const isReadOnly = isInstalling(gameServer.state)

  function ask(next: FileQuestion) {
    actions.forget()
    setQuestion(next)
  }

  function act(action: FileAction, entries: readonly FileEntry[]) {
    const [entry] = entries
    if (!entry) return
    if (action === 'open') return entry.type === 'directory' ? openFolder(entry.path) : openFile(entry.path)
    if (action === 'download') return download(entries)
    if (action === 'mode' || action === 'extract' || action === 'hash') return ask({ what: action, entry })
    if (action !== 'rename') ask({ what: action, entries })
  }

  function download(entries: readonly FileEntry[]) {
    downloadFiles(
      server,
      entries.map(({ path }) => path),
    ).catch((error: unknown) => noteList.add(t('fileDialogs.downloadFailed'), problemMessage(t, error)))
  }

  function paste() {
    if (!held) return
    const { steps, intoItself } = pastePlan(held, folder, taken)
    actions.run(
      async () => {
        const [stuck] = intoItself
        if (stuck) throw new RefusedHere(t('files.intoItself', { name: nameInText(stuck.name) }))
        await actions.paste(held.how, steps)
      },
      () => held.how === 'move' && setHeld(null),
    )
  }

  return (
    <>
      <UploadArea gameServerId={gameServer.id} folder={folder} isClosed={isReadOnly || status !== 'ready'}>
        <BrowserView
          folder={folder}
          status={status}
          problem={listed.error}
          entries={listed.entries}
          total={listed.total}
          isCut={listed.isCut}
          isWhole={listed.isWhole}
          isLoadingRest={listed.isLoadingRest}
          isReadOnly={isReadOnly}
          usage={usage.data ?? null}
          tree={{ folders: tree.folders, opened: tree.opened, onToggle: tree.toggle }}
          held={held}
          isBusy={actions.isBusy}
          refusal={question ? null : actions.problem}
          task={task.id !== null && showTask(task.id, task.forget)}
          uploads={<UploadButtons gameServerId={gameServer.id} folder={folder} />}
          sftp={
            <Suspense fallback={<LoadingRows rows={2} />}>
              <SftpCard gameServerId={gameServer.id} />
            </Suspense>
          }
          onOpenFolder={openFolder}
          onAction={act}
          onRename={(entry, name) => actions.run(() => actions.rename(entry, name))}
          onNew={what => ask({ what })}
          onHold={(how, entries) => setHeld({ how, entries })}
          onPaste={paste}
          onDropHeld={() => setHeld(null)}
          onCloseRefusal={actions.forget}
          onSearch={openSearch}
          onRefresh={() => void actions.readAgain()}
          onLoadMore={listed.loadMore}
          onLoadAll={() => setWantsAll(folder)}
        />
      </UploadArea>
      <FileDialogs
        server={server}
        folder={folder}
        taken={taken}
        question={question}
        actions={actions}
        onTask={task.follow}
        onOpenFile={openFile}
        onClose={() => setQuestion(null)}
      />
    </>
  )
}

/** The last task that was asked for; when it ends, what it made appears. */
function useFollowedTask(readAgain: () => Promise<unknown>) {
  const [id, setId] = useState<number | null>(null)
  const task = useQuery({
    ...apiQuery(readTask, { params: { id: String(id) } }),
    enabled: id !== null,
  })
  const isOver = task.data !== undefined && hasEnded(task.data.status)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each task that ends
  useEffect(() => {
    if (isOver) void readAgain()
  }, [isOver, id])
  return { id, follow: setId, forget: () => setId(null) }
}
