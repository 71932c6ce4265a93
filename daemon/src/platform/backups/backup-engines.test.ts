// A node prefers restic, and says why when it takes archives.

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBackupEngines } from './backup-engines.ts'

describe('the engines of a node', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-engines-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('without restic they are archives, in a folder of this machine alone', async () => {
    const engines = openBackupEngines({
      stateFolder: folder,
      resticPath: join(folder, 'none'),
      nowMs: Date.now,
    })
    const { engine, problem } = await engines.preferred()
    expect(engine.name).toBe('archive')
    expect(problem).toMatchObject({ code: 'engine_missing' })
    const storage = { kind: 'rest' as const, url: 'http://127.0.0.1:9', user: '', password: '' }
    expect(() => engine.repository({ storage, name: 'a', password: '' })).toThrow(/SFTP|restic/)
    await expect(engine.testStorage(storage)).rejects.toMatchObject({ code: 'engine_missing' })
    await engines.close()
  })

  test('a folder is made where only it is missing, and refused where its disk may not be mounted', async () => {
    const engines = openBackupEngines({ stateFolder: folder, resticPath: null, nowMs: Date.now })
    const archive = engines.of('archive')
    const made = join(folder, 'backups')
    await archive.testStorage({ kind: 'folder', path: made })
    expect(readdirSync(made)).toEqual([])
    expect(statSync(made).mode & 0o777).toBe(0o700)
    const unmounted = join(folder, 'disk/backups')
    const refusal = archive.testStorage({ kind: 'folder', path: unmounted })
    await expect(refusal).rejects.toMatchObject({ code: 'not_found' })
    await expect(refusal).rejects.toThrow(`neither ${unmounted} nor the folder above it`)
    const place = {
      storage: { kind: 'folder', path: join(folder, 'others') },
      name: 'a',
      password: '',
    } as const
    expect(await archive.repository(place).create()).toEqual({ isNew: true })
    await engines.close()
  })

  test.skipIf(process.getuid?.() !== 0)(
    'root that may make no namespace takes archives, and says why',
    () => {
      const restic = join(folder, 'restic')
      writeFileSync(restic, '#!/bin/sh\necho "restic 0.18.0 compiled with go"\n')
      chmodSync(restic, 0o755)
      const file = pathToFileURL(join(import.meta.dirname, 'backup-engines.ts')).href
      const script = `
      const { openBackupEngines } = await import(${JSON.stringify(file)})
      const options = { stateFolder: ${JSON.stringify(folder)}, resticPath: ${JSON.stringify(restic)}, nowMs: Date.now }
      const { engine, problem } = await openBackupEngines(options).preferred()
      console.log(JSON.stringify({ name: engine.name, code: problem?.code, message: problem?.message }))`
      const withoutAdmin = ['--bounding-set=-sys_admin', '--inh-caps=-sys_admin']
      const told = execFileSync(
        'setpriv',
        [...withoutAdmin, process.execPath, '--input-type=module', '-e', script],
        {
          encoding: 'utf8',
        },
      )
      expect(JSON.parse(told)).toEqual({
        name: 'archive',
        code: 'denied',
        message: expect.stringContaining('CAP_SYS_ADMIN'),
      })
    },
  )
})
