// The panel's machine is gone: a server comes back out of restic's repositories, in a folder and in a real S3 server,
// by the commands of the docs.

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { missingRestic, restic } from '../../test-services/restic.ts'
import { missingS3Proxy, s3Bucket, s3Keys, startS3Proxy } from '../../test-services/s3-server.ts'
import { Programs } from '../live/programs.ts'
import { type LostStorage, losePanel } from './lost-panel.ts'

type OpenStorage = (folder: string) => Promise<LostStorage>

async function folderStorage(folder: string): Promise<LostStorage> {
  const path = join(folder, 'storage')
  mkdirSync(path)
  return { place: { kind: 'folder', path }, secret: '' }
}

async function s3Storage(): Promise<LostStorage> {
  const { url: endpoint, stop } = await startS3Proxy()
  onTestFinished(() => stop())
  const { accessKey: access_key_id, secretKey: secret } = s3Keys
  const place = { endpoint, bucket: s3Bucket, prefix: 'games/eu', region: 'us-east-1', access_key_id }
  return { place: { kind: 's3', ...place }, secret }
}

const storages: [string, string | null, OpenStorage][] = [
  ['a folder', null, folderStorage],
  ['S3', missingS3Proxy(), s3Storage],
]

for (const [name, missing, open] of storages) {
  const reason = missingRestic() ?? missing
  if (reason !== null) console.log(`skipped: ${reason}`)
  test.skipIf(reason !== null)(
    `a server is restored from ${name} and the recovery key, following the docs`,
    async () => {
      const program = await restic()
      const programs = new Programs({ backups: { restic_path: program } })
      onTestFinished(() => programs.stop())
      const lost = await losePanel(await open(programs.folder), program, programs)
      const [listed, restored] = await lost.followGuide()
      expect(listed).toMatchObject({ status: 0, output: expect.stringContaining(`Survival  ${lost.uuid}`) })
      expect(listed?.output).toMatch(/manual +before the storm/)
      expect(restored).toMatchObject({ status: 0, output: expect.stringContaining('Restored Survival') })
      for (const [file, content] of Object.entries(lost.files)) {
        const found = readFileSync(join(lost.restoredFolder, 'files', file))
        expect(found.equals(Buffer.from(content)), file).toBe(true)
      }
      const manifest = JSON.parse(readFileSync(join(lost.restoredFolder, 'manifest.json'), 'utf8'))
      expect(manifest).toMatchObject({ name: 'Survival', uuid: lost.uuid })
      expect(JSON.stringify(manifest)).not.toMatch(/recovery_password|secretKey/)
    },
  )
}
