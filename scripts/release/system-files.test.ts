// What a package brings beside the program: man page and completions of every command, units and scripts that shells accept.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { describeCommands } from '../../cli/src/reference.ts'
import { writeBashCompletion, writeFishCompletion, writeZshCompletion } from './completions.ts'
import { controlFile } from './deb.ts'
import { kinds } from './machines.ts'
import { writeManPage } from './man-page.ts'
import { units } from './payload.ts'
import { missingPrograms } from './release.ts'
import { specFile } from './rpm.ts'
import { packagedUnit, packageScript } from './system-files.ts'

const root = dirname(dirname(import.meta.dirname))
const commands = describeCommands()

test('the man page names every command and option', () => {
  const page = writeManPage(commands, { version: '1.0.0', epochSeconds: 0 })
  const plain = page.replaceAll('\\-', '-')
  for (const { argv, args } of commands) {
    expect(plain).toContain(`.B ${argv.join(' ')}`)
    for (const [name, { type }] of args) if (type !== 'positional') expect(plain).toContain(`--${name}`)
  }
  expect(plain.split('\n').filter(line => /^\.(?!TH|SH|B|BR|I|RI|TP|RS|RE)/.test(line))).toEqual([])
})

function completed(...typed: string[]): string[] {
  const script = `${writeBashCompletion(commands)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rookery; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script, 'bash', ...typed], { encoding: 'utf8' })
    .trim()
    .split('\n')
}

test('bash offers commands, then what belongs to them', () => {
  expect(completed('rookery', 're')).toEqual(expect.arrayContaining(['ready', 'restore']))
  expect(completed('rookery', 're')).not.toContain('up')
  expect(completed('rookery', 'node', '')).toContain('enroll')
  expect(completed('rookery', 'node', 'enroll', '--key')).toEqual(
    expect.arrayContaining(['--key-file', '--key']),
  )
  expect(completed('rookery', 'backup', '--settings-only', '')).not.toContain('up')
})

test('zsh and fish know the same commands', () => {
  for (const text of [writeZshCompletion(commands), writeFishCompletion(commands)]) {
    for (const { argv } of commands) expect(text).toContain(argv.at(-1))
  }
})

test.each(kinds)('the scripts of %s are understood by sh', kind => {
  for (const name of [
    'deb/postinst',
    'deb/prerm',
    'deb/postrm',
    'rpm/pre',
    'rpm/post',
    'rpm/preun',
    'rpm/postun',
  ]) {
    const body = readFileSync(join(root, 'packaging', `${name}.sh`), 'utf8')
    execFileSync('sh', ['-n'], { input: packageScript(root, kind, body) })
  }
})

test.each(kinds)('the units of %s run the program of the package', kind => {
  for (const path of units[kind]) {
    const text = packagedUnit(readFileSync(join(root, path), 'utf8'))
    expect(text).toMatch(/^ExecStart=\/usr\/lib\/rookery\/bin\/rookery (panel|daemon)$/m)
    expect(text).toMatch(/^ConditionPathExists=\/etc\/rookery\/(config\.env|daemon\.yaml)$/m)
    expect(text).not.toContain('/opt/')
  }
  const daemon = readFileSync(join(root, units['rookery-daemon'][0] ?? ''), 'utf8')
  expect(daemon).toMatch(/^KillMode=process$/m)
})

test('the two packages take the place of each other', () => {
  const panel = controlFile({ kind: 'rookery', version: '1.0.0-rc.1', architecture: 'x64' }, 5)
  const daemon = controlFile({ kind: 'rookery-daemon', version: '1.0.0', architecture: 'arm64' }, 5)
  expect(panel).toContain('Version: 1.0.0~rc.1\nArchitecture: amd64\n')
  expect(panel).toContain(
    'Provides: rookery-daemon (= 1.0.0~rc.1)\nConflicts: rookery-daemon\nReplaces: rookery-daemon',
  )
  expect(daemon).toContain('Conflicts: rookery\nReplaces: rookery\n')
  const request = {
    root,
    version: '1.0.0',
    epochSeconds: 1,
    compressionLevel: 3,
    workFolder: '',
    outFolder: '',
  }
  const spec = specFile(
    { ...request, kind: 'rookery-daemon', architecture: 'x64' },
    [{ path: 'usr/lib/rookery/a/b', mode: 0o755 }],
    '/s',
  )
  expect(spec).toContain('Conflicts: rookery\n')
  expect(spec).toContain(
    '%dir %attr(0755, root, root) "/usr/lib/rookery/a"\n%attr(0755, root, root) "/usr/lib/rookery/a/b"\n',
  )
})

test('what is missing on a machine is named with the package that brings it', () => {
  expect(missingPrograms(['tarballs', 'rpm'], () => false)).toEqual([
    'rpm: rpmbuild is missing (apt-get install rpm)',
  ])
  expect(missingPrograms(['tarballs', 'deb', 'rpm'], () => true)).toEqual([])
})
