// The question that is open in the file manager, and what its answer does.

import { Modal } from '@mantine/core'
import { readBackupState, takeBackup } from '@rookery/contracts/http/backups.ts'
import { type FileEntry, hashFile } from '@rookery/contracts/http/files.ts'
import { readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { SafetyNote } from '../../parts/safety/lazy-safety-note.tsx'
import { taskEnd } from '../../parts/tasks/task-end.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { pastePlan } from './browser/logic/paste-plan.ts'
import { ArchiveView } from './dialogs/archive-view.tsx'
import { DeleteView } from './dialogs/delete-view.tsx'
import { ExtractView } from './dialogs/extract-view.tsx'
import { HashView } from './dialogs/hash-view.tsx'
import { ModeView } from './dialogs/mode-view.tsx'
import { NewNameView } from './dialogs/new-name-view.tsx'
import { TargetView } from './dialogs/target-view.tsx'
import { nameInText } from './logic/displayed-name.ts'
import { folderForArchive } from './logic/file-kind.ts'
import { joinPath, nameOf } from './logic/file-paths.ts'
import { useFolderTree } from './tree/use-folder-tree.ts'
import { type FileActions, RefusedHere } from './use-file-actions.ts'

export type FileQuestion =
  | { what: 'newFile' | 'newFolder' }
  | { what: 'delete' | 'copy' | 'move' | 'archive'; entries: readonly FileEntry[] }
  | { what: 'mode' | 'extract' | 'hash'; entry: FileEntry }

interface FileDialogsProps {
  server: string
  folder: string
  taken: ReadonlySet<string>
  question: FileQuestion | null
  actions: FileActions
  onTask: (taskId: number) => void
  onOpenFile: (path: string) => void
  onClose: () => void
}

export function FileDialogs({ question, ...props }: FileDialogsProps) {
  const t = useTexts()
  return (
    <Modal
      opened={question !== null}
      onClose={props.onClose}
      title={question ? titleOf(t, question) : ''}
      size={question?.what === 'hash' ? 640 : 460}
    >
      {question && <Question key={question.what} {...props} question={question} />}
    </Modal>
  )
}

function titleOf(t: ReturnType<typeof useTexts>, question: FileQuestion): string {
  switch (question.what) {
    case 'newFile':
    case 'newFolder':
      return t(`fileDialogs.${question.what}Title`)
    case 'copy':
    case 'move':
    case 'delete':
    case 'archive': {
      const name = nameInText(question.entries[0]?.name ?? '')
      return t(`fileDialogs.${question.what}Title`, { count: question.entries.length, name })
    }
    case 'mode':
    case 'extract':
    case 'hash':
      return t(`fileDialogs.${question.what}Title`, { name: nameInText(question.entry.name) })
  }
}

type QuestionProps = Omit<FileDialogsProps, 'question'> & { question: FileQuestion }

function Question(props: QuestionProps): ReactNode {
  const { question, folder, taken, actions, onTask, onClose } = props
  const frame = { isBusy: actions.isBusy, problem: actions.problem, onClose }
  switch (question.what) {
    case 'newFile':
    case 'newFolder':
      return <NewName {...props} what={question.what} />
    case 'delete':
      return <Delete {...props} entries={question.entries} />
    case 'copy':
    case 'move':
      return <Target {...props} how={question.what} entries={question.entries} />
    case 'archive':
      return (
        <ArchiveView
          {...frame}
          names={question.entries.map(({ name }) => name)}
          folderName={nameOf(folder)}
          taken={taken}
          onPack={input =>
            actions.run(async () => {
              const paths = question.entries.map(({ path }) => path)
              onTask((await actions.archive(paths, folder, input)).task_id)
            }, onClose)
          }
        />
      )
    case 'extract':
      return (
        <ExtractView
          {...frame}
          target={joinPath(folder, folderForArchive(question.entry.name))}
          safety={<SafetyNote gameServerId={Number(props.server)} action="change" />}
          onExtract={target =>
            actions.run(
              async () => onTask((await actions.extract(question.entry.path, target)).task_id),
              onClose,
            )
          }
        />
      )
    case 'mode':
      return (
        <ModeView
          {...frame}
          entry={question.entry}
          onSave={mode => actions.run(() => actions.changeMode(question.entry.path, mode), onClose)}
        />
      )
    case 'hash':
      return <Hash server={props.server} path={question.entry.path} onClose={onClose} />
  }
}

function NewName({
  what,
  folder,
  taken,
  actions,
  onOpenFile,
  onClose,
}: QuestionProps & { what: 'newFile' | 'newFolder' }) {
  return (
    <NewNameView
      what={what}
      taken={taken}
      isBusy={actions.isBusy}
      problem={actions.problem}
      onClose={onClose}
      onCreate={name => {
        const path = joinPath(folder, name)
        if (what === 'newFolder') actions.run(() => actions.createFolder(path), onClose)
        else
          actions.run(
            () => actions.createFile(path),
            () => {
              onClose()
              onOpenFile(path)
            },
          )
      }}
    />
  )
}

const upStates: readonly string[] = ['starting', 'running', 'paused']

function Delete({ server, actions, entries, onClose }: QuestionProps & { entries: readonly FileEntry[] }) {
  const t = useTexts()
  const params = { server }
  const gameServer = useQuery(apiQuery(readGameServer, { params }))
  const backups = useQuery({ ...apiQuery(readBackupState, { params }), retry: false })
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])

  async function backUp(): Promise<void> {
    const note = t('fileDialogs.deleteTitle', {
      count: entries.length,
      name: nameInText(entries[0]?.name ?? ''),
    })
    const { task_id } = await api(takeBackup, { params, body: { note } })
    const { status } = await taskEnd(task_id, new AbortController().signal)
    if (status !== 'success') throw new RefusedHere(t('fileDialogs.backUpFailed'))
  }

  if (gameServer.isPending || backups.isPending) return <LoadingRows rows={2} />
  return (
    <DeleteView
      isBusy={actions.isBusy}
      problem={actions.problem}
      onClose={onClose}
      entries={entries}
      isRunning={upStates.includes(gameServer.data?.state ?? '')}
      canBackUp={backups.data?.is_supported === true && backups.data.storages.length > 0}
      onConfirm={isBackedUpFirst =>
        actions.run(async () => {
          if (isBackedUpFirst) await backUp()
          // Whoever closes the question meanwhile has thought better of it.
          if (!isClosed.current) await actions.delete(entries.map(({ path }) => path))
        }, onClose)
      }
    />
  )
}

interface TargetProps extends QuestionProps {
  how: 'copy' | 'move'
  entries: readonly FileEntry[]
}

function Target({ server, folder, taken, actions, how, entries, onClose }: TargetProps) {
  const t = useTexts()
  const { folders, opened, toggle } = useFolderTree(server, folder, true)

  function confirm(target: string) {
    // What another folder holds is not known here: the node refuses a name that is taken there.
    const plan = pastePlan({ how, entries }, target, target === folder ? taken : new Set())
    const [stuck] = plan.intoItself
    actions.run(async () => {
      if (stuck) throw new RefusedHere(t('files.intoItself', { name: nameInText(stuck.name) }))
      await actions.paste(how, plan.steps)
    }, onClose)
  }

  return (
    <TargetView
      how={how}
      folder={folder}
      tree={{ folders, opened, onToggle: toggle }}
      isBusy={actions.isBusy}
      problem={actions.problem}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

function Hash({ server, path, onClose }: { server: string; path: string; onClose: () => void }) {
  const t = useTexts()
  const answer = useQuery({
    ...apiQuery(hashFile, { params: { server }, query: { path } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  return (
    <HashView
      hash={answer.isFetching ? null : (answer.data?.hash ?? null)}
      problem={answer.error ? problemMessage(t, answer.error) : null}
      onClose={onClose}
    />
  )
}
