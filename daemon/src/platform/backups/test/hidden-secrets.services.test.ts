// Secrets of storages while restic runs: in no list of processes, no environment, no error, and nowhere afterwards.

import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { proofSize } from '../../../../../test-services/proof-size.ts'
import { missingRestic } from '../../../../../test-services/restic.ts'
import type { BackupStorage } from '../backup-engine.ts'
import type { EngineFixture } from '../conformance/engine-under-test.ts'
import { type RemoteStorage, remoteStorages } from '../conformance/remote-storages.ts'
import { openFolderStorage, resticUnderTest } from '../conformance/restic-fixture.ts'
import type { SandboxKind } from '../restic/sandbox/sandbox.ts'

// Of this run alone: nobody else on this machine knows them.
const [password, otherPassword] = [randomUUID(), randomUUID()]

function secretsOf(storage: BackupStorage): string[] {
  const own = { folder: [], s3: ['secretKey'], rest: ['password'], sftp: ['privateKey'] }[storage.kind]
  const values = own.map(name => String(Reflect.get(storage, name)))
  // One line of a private key is enough to know it by; a password in an address is escaped.
  const lines = values.flatMap(value => [value, encodeURIComponent(value), ...value.split('\n').slice(1, 2)])
  return [password, otherPassword, ...lines].filter(value => value.length > 8)
}

const folderStorage: RemoteStorage = {
  name: 'a folder',
  missing: null,
  open: openFolderStorage,
}

const isLong = proofSize({ short: false, proof: true })

// versitygw is given its own secret in its environment.
const all = [folderStorage, ...remoteStorages.filter(({ name }) => !name.includes('versitygw'))]
const storages = proofSize({ short: all.slice(1, 2), proof: all })

for (const { name, missing, open } of storages) {
  const reason = missingRestic() ?? missing
  const kinds = proofSize<SandboxKind[]>({ short: ['confined'], proof: ['confined', 'open'] })
  describe.skipIf(reason !== null).each(kinds)(`${name}, %s`, sandboxKind => {
    test('its secrets are nowhere to be read', async () => {
      const fixture: EngineFixture = await resticUnderTest(open, { sandboxKind })()
      try {
        const source = join(fixture.folder, 'source')
        mkdirSync(source)
        for (let at = 0; at < 8; at += 1) writeFileSync(join(source, `${at}`), randomBytes(1024 * 1024))
        const repository = fixture.engine.repository({ storage: fixture.storage, name: 'seen', password })
        const secrets = secretsOf(fixture.storage)
        const work = (async () => {
          await repository.create()
          if (isLong) await repository.addPassword(otherPassword)
          await repository.take({ sources: { files: source }, manifest: '{}', tags: {} })
          await repository.list()
        })()
        const seen = await watchProcesses(work, secrets)
        await work
        expect(seen.found).toEqual([])
        // It looked while they were there.
        expect(seen.sawBackup).toBe(true)
        expect(filesWith(join(fixture.folder, 'state'), secrets)).toEqual([])
        expect(
          readdirSync('/dev/shm').filter(file => file.startsWith(`rookery-room-${process.pid}-`)),
        ).toEqual([])
        const wrong = fixture.engine.repository({
          storage: fixture.storage,
          name: 'seen',
          password: `${password}!`,
        })
        const error = await wrong.list().catch((thrown: unknown) => thrown)
        for (const secret of secrets)
          expect(`${JSON.stringify(error)} ${String(error)}`).not.toContain(secret)
      } finally {
        await fixture.end()
      }
    })
  })
}

async function watchProcesses(
  work: Promise<unknown>,
  secrets: readonly string[],
): Promise<{ found: string[]; sawBackup: boolean }> {
  const found = new Set<string>()
  let sawBackup = false
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  while (!isOver) {
    for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
      const command = readOrEmpty(`/proc/${pid}/cmdline`)
      const environment = readOrEmpty(`/proc/${pid}/environ`)
      sawBackup ||= /\0backup\0/.test(command) && environment.includes('RESTIC_REPOSITORY')
      for (const secret of secrets) {
        if (command.includes(secret)) found.add(`command line of ${command.slice(0, 80)}`)
        if (environment.includes(secret)) found.add(`environment of ${command.slice(0, 80)}`)
      }
    }
    await nextTurn()
  }
  return { found: [...found], sawBackup }
}

function filesWith(folder: string, secrets: readonly string[]): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => secrets.some(secret => readFileSync(path).includes(secret)))
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
