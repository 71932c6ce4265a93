// Uploads as the file manager uses them: the drop zone, the buttons, and the queue of one game server.

import { type ReactNode, useSyncExternalStore } from 'react'
import { pickedFromDrop } from '../../../parts/picked-files/dropped-files.ts'
import { mostFiles, type PickedFiles, pickedFromDialog } from '../../../parts/picked-files/picked-files.ts'
import { useTexts } from '../../../texts/texts.ts'
import { noteList } from '../../../ui/feedback/note-list.ts'
import { isUnfinished, type Upload } from './logic/upload.ts'
import { UploadAreaView } from './upload-area-view.tsx'
import { UploadButtonsView } from './upload-buttons-view.tsx'
import { uploadQueue } from './upload-queue.ts'

interface Uploads {
  /** Of this game server alone. */
  uploads: readonly Upload[]
  isBusy: boolean
  /** Into one folder; '' is the folder of the game server itself. */
  add: (folder: string, picked: PickedFiles) => void
}

export function useUploads(gameServerId: number): Uploads {
  const t = useTexts()
  const all = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.current)
  const uploads = all.filter(upload => upload.gameServerId === gameServerId)
  return {
    uploads,
    isBusy: uploads.some(isUnfinished),
    add(folder, picked) {
      if (picked.files.length > mostFiles) {
        noteList.add(t('uploads.tooManyTitle'), t('uploads.tooMany', { count: mostFiles }))
      } else uploadQueue.add(gameServerId, folder, picked)
    },
  }
}

interface UploadPlace {
  gameServerId: number
  folder: string
}

/** Around the table of files: what is dropped on it goes into the folder that it shows. */
export function UploadArea({
  gameServerId,
  folder,
  isClosed,
  children,
}: UploadPlace & { isClosed?: boolean; children: ReactNode }) {
  const t = useTexts()
  const { add } = useUploads(gameServerId)
  const drop = (transfer: DataTransfer) =>
    pickedFromDrop(transfer).then(
      picked => add(folder, picked),
      () => noteList.add(t('uploads.unreadableTitle'), t('uploads.refused.unreadable')),
    )
  return (
    <UploadAreaView folder={folder} isClosed={isClosed} onDrop={transfer => void drop(transfer)}>
      {children}
    </UploadAreaView>
  )
}

export function UploadButtons({ gameServerId, folder }: UploadPlace) {
  const { add } = useUploads(gameServerId)
  return <UploadButtonsView onPick={files => files.length > 0 && add(folder, pickedFromDialog(files))} />
}
