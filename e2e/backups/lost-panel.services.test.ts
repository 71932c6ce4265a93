// The panel's machine is gone: a server comes back out of restic's repositories, in a real S3 server, by the commands of
// the docs.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { asStorage } from '../../daemon/src/features/backups/repositories.ts'
import { ResticEngine } from '../../daemon/src/platform/backups/restic/restic-engine.ts'
import {
  creative,
  fillStorage,
  passwordsOf,
  recoveryKey,
  survival,
} from '../../daemon/test/backups/recovery-world.ts'
import { proofTest } from '../../test-services/proof-size.ts'
import { restic } from '../../test-services/restic.ts'
import { Programs } from '../live/programs.ts'
import { followGuide, losePanel } from './lost-panel.ts'
import { resticStorages } from './restic-storages.ts'

for (const { name, missing, open } of resticStorages()) {
  test.skipIf(missing !== null)(
    `what nodes have stored in ${name} is listed and restored by the commands of the docs`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rookery-lost-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const storage = await open(folder)
      for (const uuid of [survival, creative]) storage.prepare?.(uuid, passwordsOf(uuid))
      const resticPath = await restic()
      const engine = new ResticEngine({ program: resticPath, stateFolder: join(folder, 'state') })
      await fillStorage(engine, asStorage(storage), join(folder, 'games'))
      await engine.close()
      const [keyFile, restoredFolder] = [join(folder, 'recovery-key.txt'), join(folder, 'restored')]
      writeFileSync(keyFile, `Recovery key of Cellar\n\n${recoveryKey}\n`)
      const [listed, restored] = await followGuide(storage, { keyFile, restoredFolder, resticPath })
      expect(listed).toMatchObject({ status: 0, output: expect.stringContaining(`Survival  ${survival}`) })
      expect(listed?.output).toContain(`Creative  ${creative}`)
      expect(listed?.output).toMatch(/manual +before the storm/)
      expect(restored).toMatchObject({ status: 0, output: expect.stringContaining('Restored Survival') })
      expect(readFileSync(join(restoredFolder, 'files/world/level.dat'), 'utf8')).toBe('second')
    },
  )

  proofTest.skipIf(missing !== null)(
    `a server is restored from ${name} and the recovery key, following the docs`,
    async () => {
      const program = await restic()
      const programs = new Programs({ backups: { restic_path: program } })
      onTestFinished(() => programs.stop())
      const storage = await open(programs.folder)
      const lost = await losePanel(storage, program, programs)
      expect(lost.said).toContain('Cellar')
      for (const secret of [storage.secret, lost.recoveryKey].filter(text => text !== ''))
        expect(lost.said).not.toContain(secret)
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
