// One file: a picture is shown, a text is edited, all else is told about.

import { type FileEntry, listFiles } from '@rookery/contracts/http/files.ts'
import { readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { noteList } from '../../ui/feedback/note-list.ts'
import { downloadFiles } from './download-files.ts'
import { EditorPage } from './editor/editor-page.tsx'
import { readText } from './editor/text-content-rules.ts'
import { imageLimitBytes, readContent } from './file-content-client.ts'
import { imageTypeOf } from './logic/file-kind.ts'
import { nameOf } from './logic/file-paths.ts'
import { isInstalling } from './logic/is-installing.ts'
import { type Preview, PreviewView } from './preview/preview-view.tsx'

function useImage(server: string, path: string, type: string | null): Preview {
  const read = useQuery({
    queryKey: ['image', server, path],
    queryFn: ({ signal }) => readContent(server, path, imageLimitBytes, signal),
    enabled: type !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const bytes = read.data && 'bytes' in read.data ? read.data.bytes : null
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!bytes || !type) return
    const created = URL.createObjectURL(new Blob([bytes], { type }))
    setAddress(created)
    return () => {
      URL.revokeObjectURL(created)
      setAddress(null)
    }
  }, [bytes, type])

  if (read.isError) return { kind: 'problem', problem: read.error, onRetry: () => void read.refetch() }
  if (read.data && 'sizeBytes' in read.data) return { kind: 'tooLarge', sizeBytes: read.data.sizeBytes }
  if (!bytes || !address) return { kind: 'loading' }
  return { kind: 'image', address, sizeBytes: bytes.length }
}

export function FilePage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const { path, line } = useSearch({ from: '/shell/servers/$serverId/files/file' })
  return <File key={`${serverId} ${path}`} server={serverId} path={path} line={line} />
}

interface FileProps {
  server: string
  path: string
  line?: number
}

function File({ server, path, line }: FileProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const gameServer = useQuery(apiQuery(readGameServer, { params: { server } }))
  const imageType = imageTypeOf(nameOf(path))
  const image = useImage(server, path, imageType)
  const text = useText(server, path, imageType === null)
  const entry = useKnownEntry(path)
  const events = {
    onDownload: () => {
      downloadFiles(server, [path]).catch((error: unknown) =>
        noteList.add(t('fileDialogs.downloadFailed'), problemMessage(t, error)),
      )
    },
    onOpenFolder: (folder: string) =>
      void navigate({
        to: '/servers/$serverId/files',
        params: { serverId: server },
        search: { path: folder || undefined },
      }),
  }
  if (imageType === null && 'content' in text) {
    return (
      <EditorPage
        server={server}
        path={path}
        line={line}
        opened={text}
        isReadOnly={gameServer.data ? isInstalling(gameServer.data.state) : false}
        {...events}
      />
    )
  }
  const preview = imageType === null && 'kind' in text ? text : image
  return <PreviewView path={path} preview={preview} entry={entry} {...events} />
}

/** Read once, when it is opened: what is being edited is not exchanged under somebody's hands. */
function useText(server: string, path: string, isWanted: boolean) {
  const read = useQuery({
    queryKey: ['text', server, path],
    queryFn: ({ signal }) => readContent(server, path, undefined, signal),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return useMemo(():
    | Preview
    | { content: Extract<ReturnType<typeof readText>, { kind: 'text' }>; etag: string } => {
    if (read.isError) return { kind: 'problem', problem: read.error, onRetry: () => void read.refetch() }
    if (!read.data) return { kind: 'loading' }
    if ('sizeBytes' in read.data) return { kind: 'tooLarge', sizeBytes: read.data.sizeBytes }
    const content = readText(read.data.bytes)
    if (content.kind === 'text') return { content, etag: read.data.etag }
    return { kind: content.kind, sizeBytes: read.data.bytes.length }
  }, [read.isError, read.error, read.data, read.refetch])
}

interface FolderPages {
  pages: { entries: FileEntry[] }[]
}

/** As the list of its folder has shown it, where somebody came from there. */
function useKnownEntry(path: string): FileEntry | null {
  const lists = useQueryClient().getQueriesData<FolderPages>({ queryKey: [...keyOf(listFiles), 'folder'] })
  for (const [, known] of lists) {
    for (const { entries } of known?.pages ?? []) {
      const found = entries.find(entry => entry.path === path)
      if (found) return found
    }
  }
  return null
}
