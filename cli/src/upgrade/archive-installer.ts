// An installation as an archive in /opt/rookery: versions lie side by side, and the link `current` names the one that runs.

import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Installer, readProgramVersion } from './installer.ts'
import { runCommand } from './system-command.ts'

const targetFile = 'target'
/** `e_machine` of an ELF file. */
const machines: Record<number, string> = { 62: 'x64', 183: 'arm64' }

export function createArchiveInstaller(base: string): Installer {
  const link = join(base, 'current')
  const pointTo = (target: string) => {
    const next = `${link}.next`
    rmSync(next, { force: true })
    symlinkSync(target, next)
    renameSync(next, link)
  }
  return {
    kind: 'archive',
    restartsUnits: { install: false, putBack: false },
    programFolder: link,
    installedVersion: async () => readProgramVersion(link),
    /** Reads the whole archive once, which also finds out whether it is damaged. */
    async readRelease(file) {
      const lines = (await runCommand(['tar', '--list', '--verbose', '--gzip', '--file', file])).split('\n')
      const installedBytes = lines.reduce(
        (sum, line) => sum + Number(/^\S+\s+\S+\s+(\d+)/.exec(line)?.[1] ?? 0),
        0,
      )
      const folder = / ([^ /]+)\/bin\/node$/m.exec(lines.join('\n'))?.[1]
      if (folder === undefined) throw new Error('it holds no program of Rookery')
      const unpacked = mkdtempSync(join(base, '.reading-'))
      try {
        const inside = [`${folder}/package.json`, `${folder}/bin/node`]
        await runCommand(['tar', '--extract', '--gzip', '--file', file, '--directory', unpacked, ...inside])
        const root = join(unpacked, folder)
        const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }
        const architecture = machines[elfMachine(join(root, 'bin/node'))] ?? 'another machine'
        return { name, version: readProgramVersion(root), architecture, installedBytes }
      } finally {
        rmSync(unpacked, { recursive: true, force: true })
      }
    },
    async savePrevious(folder) {
      writeFileSync(join(folder, targetFile), readlinkSync(link))
      return realpathSync(link)
    },
    async install(file) {
      const folder = existsSync(join(file, 'bin/node')) ? file : await unpack(base, file)
      pointTo(folder.slice(base.length + 1))
    },
    putBack: async folder => pointTo(readFileSync(join(folder, targetFile), 'utf8')),
    cleanUp: () => {},
    previousRelease: folder => join(base, readFileSync(join(folder, targetFile), 'utf8')),
  }
}

/** Gives the folder of the version; one that was left by an interrupted attempt is replaced. */
async function unpack(base: string, file: string): Promise<string> {
  const unpacked = mkdtempSync(join(base, '.unpacking-'))
  try {
    await runCommand([
      'tar',
      '--extract',
      '--gzip',
      '--no-same-owner',
      '--file',
      file,
      '--directory',
      unpacked,
    ])
    const [name = ''] = readdirSync(unpacked)
    const target = join(base, name)
    if (existsSync(target) && realpathSync(join(base, 'current')) !== target) {
      rmSync(target, { recursive: true, force: true })
    }
    if (!existsSync(target)) renameSync(join(unpacked, name), target)
    return target
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

function elfMachine(file: string): number {
  const beginning = Buffer.alloc(20)
  const opened = openSync(file, 'r')
  try {
    readSync(opened, beginning)
  } finally {
    closeSync(opened)
  }
  return beginning.subarray(1, 4).toString() === 'ELF' ? beginning.readUInt16LE(18) : 0
}
