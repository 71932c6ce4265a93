// The programs as they are built: what the tests from source prove must also be there in what is shipped.

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleNames } from '../scripts/build/bundles.ts'
import { bundleOutput } from '../scripts/build/outputs.ts'
import { daemonFiles } from '../scripts/build/shipped-files.ts'
import { readStamps } from '../scripts/build/stamps.ts'

const root = dirname(import.meta.dirname)
const programs = ['rookery', 'panel', 'daemon'] as const
const fileOf = (program: (typeof programs)[number]) => join(root, `dist/${program}.mjs`)

test.each(programs)('%s loads nothing before it has looked which Node runs it', program => {
  const text = readFileSync(fileOf(program), 'utf8')
  const from = [...text.matchAll(/\bfrom ?["']([^"']+)["']/g)].map(([, name = '']) => name)
  expect([...new Set(from)].toSorted()).toEqual(['node:fs', 'node:module', 'node:path', 'node:url'])
})

test.for(programs)(
  '%s on an old Node says in one sentence which one is needed and where it is',
  (program, context) => {
    const version = spawnSync('/usr/bin/node', ['--version'], { encoding: 'utf8' }).stdout ?? ''
    if (!/^v2[0-3]\./.test(version)) return context.skip('the Node of this machine is not an old one')
    const { status, stdout, stderr } = spawnSync('/usr/bin/node', [fileOf(program), '--help'], {
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^Rookery needs Node 24 or newer, and this is Node 2\S+ \(\/usr\/bin\/node\): [^\n]+\n$/,
    )
  },
)

test('every chunk of the built programs loads and exports what is taken from it: what does not has no stamp', () => {
  expect(Object.keys(readStamps(root))).toEqual(expect.arrayContaining(bundleNames.map(bundleOutput)))
})

test('the files of a daemon are complete by themselves, and its command finds them through links', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-daemon-files-'))
  try {
    for (const { path, from, isProgram } of daemonFiles(root)) {
      const target = join(folder, '0.1.0', path)
      mkdirSync(dirname(target), { recursive: true })
      copyFileSync(join(root, from), target)
      chmodSync(target, isProgram ? 0o755 : 0o644)
    }
    symlinkSync(process.execPath, join(folder, '0.1.0/bin/node'))
    symlinkSync('0.1.0', join(folder, 'current'))
    symlinkSync('current/bin/rookery', join(folder, 'rookery'))
    const keyFile = join(folder, 'key')
    writeFileSync(keyFile, 'ROOKERY_KEY=rk1_half\n')
    const run = (...args: string[]) => spawnSync(join(folder, 'rookery'), args, { encoding: 'utf8' })
    expect(run('version')).toMatchObject({ status: 0, stdout: '0.1.0\n' })
    const enroll = run('node', 'enroll', 'http://127.0.0.1:9')
    expect([enroll.status, enroll.stderr]).toEqual([1, expect.stringContaining('there is no one-time key')])
    for (const words of [['panel'], ['user', 'list'], ['setup'], ['plugin', 'new', 'my-plugin']]) {
      const refused = run(...words)
      const sentence =
        /^rookery \w+ needs .+ this is the package rookery-daemon, .+ install the package rookery here.+\.\n$/
      expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(sentence) })
    }
    const cut = run('node', 'enroll', 'http://127.0.0.1:9', '--key-file', keyFile)
    expect([cut.status, cut.stderr]).toEqual([
      1,
      expect.stringMatching(/is not a whole key: one begins with rk1_/),
    ])
    const { version, files } = JSON.parse(readFileSync(join(root, 'dist/node-install/files.json'), 'utf8'))
    expect([version, files]).toEqual(['0.1.0', daemonFiles(root)])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
