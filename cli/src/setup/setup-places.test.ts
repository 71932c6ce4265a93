import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesClosedTo } from './setup-places.ts'
import { closedFilesText } from './setup-rules.ts'

test.skipIf(process.getuid?.() !== 0)(
  'files that the user of the panel cannot read are found, with what to do',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'rookery-setup-'))
    const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
    try {
      chmodSync(folder, 0o755)
      for (const file of [certificate, key]) writeFileSync(file, '')
      chmodSync(key, 0o600)
      expect(filesClosedTo('nobody', [certificate, key])).toEqual([key])
      expect(closedFilesText([key], 'rookery')).toContain(`setfacl -m u:rookery:r ${key}`)
      chmodSync(folder, 0o700)
      expect(filesClosedTo('nobody', [certificate, key])).toEqual([certificate, key])
      expect(filesClosedTo('root', [certificate, key])).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
