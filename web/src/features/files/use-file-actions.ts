// Everything that changes the files of a game server, one request after the other.

import {
  archiveFiles,
  changeFileMode,
  copyFile,
  createFolder,
  deleteFiles,
  extractArchive,
  type FileEntry,
  listFiles,
  readFileUsage,
  renameFile,
} from '@rookery/contracts/http/files.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { api } from '../../platform/api-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import { keyOf } from '../../platform/api-queries.ts'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import type { PasteStep } from './browser/logic/paste-plan.ts'
import type { ArchiveRequest } from './dialogs/archive-view.tsx'
import { writeContent } from './file-content-client.ts'
import { nameInText } from './logic/displayed-name.ts'
import { joinPath, parentOf } from './logic/file-paths.ts'

/** Refused before anything was asked of the panel, in the person's language. */
export class RefusedHere extends Error {
  override readonly name = 'RefusedHere'
}

/** The panel takes so many paths at once. */
const pathsAtOnce = 1_000

export function useFileActions(server: string) {
  const queryClient = useQueryClient()
  const t = useTexts()
  const params = { server }
  const readAgain = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: keyOf(listFiles) }),
      queryClient.invalidateQueries({ queryKey: keyOf(readFileUsage) }),
    ])
  /** One deed at a time: its question waits for it, and shows why it was refused. */
  const action = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSettled: readAgain })

  return {
    readAgain,
    isBusy: action.isPending,
    problem: action.error ? asText(t, action.error) : null,
    forget: action.reset,
    run: (work: () => Promise<unknown>, onDone?: () => void) => action.mutate(work, { onSuccess: onDone }),
    createFolder: (path: string) => api(createFolder, { params, body: { path } }),
    createFile: (path: string) => writeContent(server, path, new Uint8Array(), 'new'),
    async rename(entry: FileEntry, name: string) {
      const to = joinPath(parentOf(entry.path), name)
      try {
        await api(renameFile, { params, body: { from: entry.path, to } })
      } catch (error) {
        if (!isTaken(error)) throw error
        throw new RefusedHere(t('files.nameTaken', { name: nameInText(name) }))
      }
    },
    changeMode: (path: string, mode: string) => api(changeFileMode, { params, body: { path, mode } }),
    async delete(paths: readonly string[]) {
      for (let at = 0; at < paths.length; at += pathsAtOnce) {
        await api(deleteFiles, { params, body: { paths: paths.slice(at, at + pathsAtOnce) } })
      }
    },
    async paste(how: 'copy' | 'move', steps: readonly PasteStep[]) {
      for (const { entry, to } of steps) {
        await api(how === 'copy' ? copyFile : renameFile, { params, body: { from: entry.path, to } })
      }
    },
    archive: (paths: string[], folder: string, { format, name }: ArchiveRequest) =>
      api(archiveFiles, { params, body: { paths, format, target: joinPath(folder, name) } }),
    extract: (path: string, target: string) => api(extractArchive, { params, body: { path, target } }),
  }
}

/** The node found another file of this name, which may have come after the list was read. */
const isTaken = (error: unknown) =>
  error instanceof ApiError && error.code === 'conflict' && error.message.includes('already taken')

const asText = (t: TextOf, error: Error) =>
  error instanceof RefusedHere ? error.message : problemMessage(t, error)

export type FileActions = ReturnType<typeof useFileActions>
