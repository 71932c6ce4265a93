// Uploads: the drop zone, the buttons, and the tray in all states of its files.

import type { ReactNode } from 'react'
import type { Upload, UploadState } from '../features/files/uploads/logic/upload.ts'
import { UploadAreaView } from '../features/files/uploads/upload-area-view.tsx'
import { UploadButtonsView } from '../features/files/uploads/upload-buttons-view.tsx'
import { UploadTrayView } from '../features/files/uploads/upload-tray-view.tsx'
import { Panel } from '../ui/controls/page-frame.tsx'
import { LoadingRows } from '../ui/feedback/loading-rows.tsx'
import styles from './gallery.module.css'
import { ignore, Specimen } from './specimen.tsx'

const mebibyte = 1024 ** 2
const upload = (id: number, path: string, state: UploadState, sizeBytes = 24 * mebibyte): Upload => ({
  id,
  batchId: 1,
  gameServerId: 1,
  path,
  sizeBytes,
  copyNumber: 0,
  mayReplace: false,
  state,
})
const actions = {
  isOpen: true,
  onOpen: ignore,
  onCancel: ignore,
  onRetry: ignore,
  onAnswer: ignore,
  onCancelAll: ignore,
  onClose: ignore,
}
const done: UploadState = { kind: 'done' }
const queued: UploadState = { kind: 'queued' }

const underWay = [
  upload(1, 'world/region/r.0.0.mca', {
    kind: 'sending',
    bytes: 15.2 * mebibyte,
    bytesPerSecond: 3.4 * mebibyte,
  }),
  upload(2, 'world/region/r.0.1.mca', { kind: 'checking', bytes: 9 * mebibyte }),
  upload(3, 'world/level.dat', { kind: 'sending', bytes: 2_048, bytesPerSecond: null }, 2_048),
  upload(4, 'world/region/r.1.0.mca', queued),
  upload(5, 'world/session.lock', done, 3),
]
const taken = [
  upload(1, 'plugins/a-plugin-with-a-name-that-is-really-much-longer-than-the-tray.jar', { kind: 'taken' }),
  upload(2, 'server.properties', { kind: 'taken' }, 1_400),
  upload(3, 'ops.json', done, 300),
]
const refused = [
  upload(1, 'setup.exe', {
    kind: 'refused',
    refusal: {
      kind: 'type',
      found: 'application/vnd.microsoft.portable-executable',
      remedy: 'types',
    },
  }),
  upload(2, 'world.zip', { kind: 'refused', refusal: { kind: 'tooLarge' } }, 240 * mebibyte),
  upload(3, 'maps/dust.txt', { kind: 'refused', refusal: { kind: 'noSpace' } }),
  upload(4, 'maps/kitchen.txt', { kind: 'refused', refusal: { kind: 'damaged' } }),
  upload(5, 'motd.txt', done, 80),
]
const broken = [
  upload(1, 'world.tar.gz', { kind: 'waiting', bytes: 11 * mebibyte, because: 'connection' }),
  upload(2, 'mods.tar.gz', { kind: 'waiting', bytes: 2 * mebibyte, because: 'node' }),
]
const many = Array.from({ length: 840 }, (_, index) =>
  upload(index, `world/chunks/${index}.bin`, index < 510 ? done : queued, 40_000),
)
const over = [
  upload(1, 'a.txt', done, 120),
  upload(2, 'b.txt', { kind: 'skipped' }, 9_000),
  upload(3, 'c.txt', { kind: 'canceled' }, 90_000),
]

/** The tray stands in the corner of the page; here, in the corner of its stage. */
const Corner = ({ children, height = 440 }: { children: ReactNode; height?: number }) => (
  <div className={styles.corner} style={{ height }}>
    {children}
  </div>
)

export function UploadSpecimens() {
  return (
    <>
      <Specimen name="Buttons">
        <UploadButtonsView onPick={ignore} />
      </Specimen>
      <Specimen name="Drop zone">
        <UploadAreaView folder="maps/custom" isVisible onDrop={ignore}>
          <Panel>
            <LoadingRows rows={5} />
          </Panel>
        </UploadAreaView>
      </Specimen>
      <Specimen name="Tray, under way">
        <Corner>
          <UploadTrayView {...actions} uploads={underWay} />
        </Corner>
      </Specimen>
      <Specimen name="Tray, names taken">
        <Corner>
          <UploadTrayView {...actions} uploads={taken} />
        </Corner>
      </Specimen>
      <Specimen name="Tray, refused">
        <Corner height={560}>
          <UploadTrayView {...actions} uploads={refused} />
        </Corner>
      </Specimen>
      <Specimen name="Tray, connection lost">
        <Corner height={260}>
          <UploadTrayView {...actions} uploads={broken} />
        </Corner>
      </Specimen>
      <Specimen name="Tray, many">
        <Corner>
          <UploadTrayView {...actions} uploads={many} />
        </Corner>
      </Specimen>
      <Specimen name="Tray, over">
        <Corner height={260}>
          <UploadTrayView {...actions} uploads={over} />
        </Corner>
      </Specimen>
      <Specimen name="Tray, folded">
        <Corner height={120}>
          <UploadTrayView {...actions} isOpen={false} uploads={underWay} />
        </Corner>
      </Specimen>
    </>
  )
}
