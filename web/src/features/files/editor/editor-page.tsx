// A text in the editor, saved onto the version that was read and no other.

import { Modal } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import { LeaveGuard } from '../../../ui/controls/leave-guard.tsx'
import { nameOf } from '../logic/file-paths.ts'
import { ConflictView } from './conflict-view.tsx'
import { EditorView } from './editor-view.tsx'
import { type OpenText, useTextFile } from './use-text-file.ts'

interface EditorPageProps {
  server: string
  path: string
  line?: number
  opened: OpenText
  isReadOnly: boolean
  onDownload: () => void
  onOpenFolder: (folder: string) => void
}

export function EditorPage({ server, path, line, opened, isReadOnly, ...events }: EditorPageProps) {
  const t = useTexts()
  const file = useTextFile(server, path, opened)
  const { base, conflict } = file
  return (
    <>
      <EditorView
        path={path}
        text={base.content.text}
        version={file.version}
        line={line}
        hasMark={base.content.hasMark}
        endings={base.content.endings}
        isReadOnly={isReadOnly}
        isSaving={file.isSaving}
        hasChanges={file.hasChanges}
        isSaved={file.isSaved}
        problem={file.problem}
        onChange={file.change}
        onSave={() => !isReadOnly && file.hasChanges && file.save()}
        {...events}
      />
      <Modal
        opened={conflict !== null}
        onClose={file.goOn}
        size={820}
        title={conflict?.theirs === null ? t('fileEditor.goneTitle') : t('fileEditor.conflictTitle')}
      >
        {conflict && (
          <ConflictView
            name={nameOf(path)}
            theirs={conflict.theirs?.content.text ?? null}
            mine={file.draft()}
            isBusy={file.isSaving}
            onTakeTheirs={file.takeTheirs}
            onKeepMine={file.keepMine}
            onGoOn={file.goOn}
          />
        )}
      </Modal>
      <LeaveGuard hasChanges={file.hasChanges} />
    </>
  )
}
