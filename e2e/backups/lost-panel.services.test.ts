// The panel's machine is gone: a server comes back out of restic's repositories, in a real S3 server, by the commands of
// the docs.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { restic } from '../../test-services/restic.ts'
import { Programs } from '../live/programs.ts'
import { losePanel } from './lost-panel.ts'
import { resticStorages } from './restic-storages.ts'

for (const { name, missing, open } of resticStorages()) {
  test.skipIf(missing !== null)(
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
