// Uploads: the drop zone, the buttons, and the tray in all states of its files.

import type { UploadRules } from '@rookery/contracts/http/files.ts'
import type { PanelSettingsAnswer } from '@rookery/contracts/http/panel-settings.ts'
import type { ReactNode } from 'react'
import type { Upload, UploadState } from '../features/files/uploads/logic/upload.ts'
import type { UploadRefusal } from '../features/files/uploads/logic/upload-refusal.ts'
import { refusedByRule } from '../features/files/uploads/logic/upload-summary.ts'
import { RefusedFilesView } from '../features/files/uploads/refused-files-view.tsx'
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
  way: 'upload',
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
const refusedBy = (refusal: UploadRefusal): UploadState => ({ kind: 'refused', refusal })
const byRule = [
  upload(11, 'survival/level.dat', refusedBy({ kind: 'archives' }), 1_400),
  upload(12, 'survival/plugins/claims.jar', refusedBy({ kind: 'archives' }), 3 * mebibyte),
  upload(13, 'survival/region/r.0.0.mca', refusedBy({ kind: 'binaries' }), 7 * mebibyte),
  upload(14, 'survival/region/r.0.1.mca', refusedBy({ kind: 'binaries' }), 5 * mebibyte),
  upload(15, 'backup.tar.gz', refusedBy({ kind: 'transfersOff' }), 640 * mebibyte),
  upload(16, 'map.svg', refusedBy({ kind: 'markup' }), 18_000),
]
const rules: UploadRules = {
  allowed_types: [],
  allow_archives: false,
  allow_binary: false,
  limit_bytes: 100 * mebibyte,
  transfers: { enabled: false, limit_bytes: 20 * 1024 * mebibyte },
}
const off = (variable: string) => ({ value: false, default: false, variable, locked_by: null })
const settings: PanelSettingsAnswer = {
  upload_archives: { ...off('FILES_UPLOAD_ALLOW_ARCHIVES'), value: true },
  upload_binaries: off('FILES_UPLOAD_ALLOW_BINARY'),
  large_transfers: {
    ...off('FILES_LARGE_TRANSFERS'),
    locked_by: { place: 'file', file: '/etc/rookery/config.env', line: 14 },
  },
  address: 'https://panel.example.org',
  administrators_two_factor_days: 30,
  certificate_expires_at: null,
  start_variables: {
    HTTP_HOST: { place: 'file', file: '/etc/rookery/config.env', line: 3 },
    AUTH_REQUIRE_MFA_FOR_ADMINS: null,
    CAPTCHA_PROVIDER: { place: 'environment' },
    PLUGINS_DISABLED: null,
    TLS_CERT_FILE: null,
    TLS_ACME: null,
  },
  activity_people: off('ACTIVITY_PEOPLE'),
}
const refusedRow = {
  refused: refusedByRule(byRule),
  rules,
  message:
    'I’d like to upload level.dat, claims.jar and 3 more to Survival, but our panel doesn’t allow archives and binary files.',
  isBusy: false,
  problem: null,
  onSwitch: ignore,
  onRetry: ignore,
}
const refused = [
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
      <Specimen name="Tray, refused by rule, for an administrator">
        <Corner height={640}>
          <UploadTrayView
            {...actions}
            uploads={[...byRule, ...over]}
            refused={
              <RefusedFilesView
                {...refusedRow}
                rules={{ ...rules, allow_archives: true }}
                administrator={{ settings }}
              />
            }
          />
        </Corner>
      </Specimen>
      <Specimen name="Tray, refused by rule, for others">
        <Corner height={640}>
          <UploadTrayView
            {...actions}
            uploads={[...byRule, ...over]}
            refused={<RefusedFilesView {...refusedRow} administrator={null} />}
          />
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
