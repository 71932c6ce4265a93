// A Debian package, made by dpkg-deb.

import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Architecture, type Kind, machineNames, packageVersion } from './machines.ts'
import type { PayloadFile } from './payload.ts'
import { fixTimes, stageFiles } from './staging.ts'
import { packageScript } from './system-files.ts'

const run = promisify(execFile)
const scriptNames = ['postinst', 'prerm', 'postrm'] as const

export interface PackageRequest {
  root: string
  kind: Kind
  architecture: Architecture
  version: string
  epochSeconds: number
  files: readonly PayloadFile[]
  /** 1 is quick, 19 is small. */
  compressionLevel: number
  /** A folder of its own, removed afterwards. */
  workFolder: string
  outFolder: string
}

export const debName = ({
  kind,
  version,
  architecture,
}: Pick<PackageRequest, 'kind' | 'version' | 'architecture'>) =>
  `${kind}_${packageVersion(version)}_${machineNames[architecture].deb}.deb`

export async function buildDeb(request: PackageRequest): Promise<string> {
  const { root, kind, version, epochSeconds, files, workFolder, outFolder } = request
  const folder = join(workFolder, `deb-${kind}-${request.architecture}`)
  mkdirSync(folder, { recursive: true })
  try {
    const copyright = `Files: *\nSource: Rookery ${version}\n\n${readFileSync(join(root, 'LICENSE'), 'utf8')}\nWorks of others inside: /usr/lib/rookery/NOTICE and /usr/lib/rookery/THIRD-PARTY-LICENSES\n`
    stageFiles(folder, [
      ...files,
      { path: `usr/share/doc/${kind}/copyright`, mode: 0o644, content: copyright },
    ])
    const installedKb = Math.ceil(files.reduce((sum, file) => sum + sizeOf(file), 0) / 1024)
    const scripts = scriptNames.map(name => ({
      path: `DEBIAN/${name}`,
      mode: 0o755,
      content: `#!/bin/sh\nset -e\n${packageScript(root, kind, readFileSync(join(root, `packaging/deb/${name}.sh`), 'utf8'))}`,
    }))
    stageFiles(folder, [
      { path: 'DEBIAN/control', mode: 0o644, content: controlFile(request, installedKb) },
      ...scripts,
    ])
    fixTimes(folder, epochSeconds)
    const file = join(outFolder, debName(request))
    const options = [
      '--root-owner-group',
      '-Zzstd',
      `-z${request.compressionLevel}`,
      '--threads-max=1',
      '--build',
    ]
    await run('dpkg-deb', [...options, folder, file], {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(epochSeconds), LC_ALL: 'C' },
    })
    return file
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const sizeOf = ({ from, content }: PayloadFile): number =>
  from === undefined ? Buffer.byteLength(content ?? '') : statSync(from).size

export function controlFile(
  { kind, version, architecture }: Pick<PackageRequest, 'kind' | 'version' | 'architecture'>,
  installedKb: number,
): string {
  const debVersion = packageVersion(version)
  const other: Kind = kind === 'rookery' ? 'rookery-daemon' : 'rookery'
  const lines = [
    `Package: ${kind}`,
    `Version: ${debVersion}`,
    `Architecture: ${machineNames[architecture].deb}`,
    'Maintainer: The Rookery authors <packages@rookery.invalid>',
    `Installed-Size: ${installedKb}`,
    // What Node is linked with, users and folders, and setpriv, which starts games.
    'Depends: libc6 (>= 2.28), libstdc++6 (>= 6), libgcc-s1 | libgcc1, passwd, util-linux',
    'Suggests: docker.io | podman',
    // Both have the same program folder. The panel's package does everything that the other one does.
    ...(kind === 'rookery' ? [`Provides: rookery-daemon (= ${debVersion})`] : []),
    `Conflicts: ${other}`,
    `Replaces: ${other}`,
    'Section: games',
    'Priority: optional',
    `Description: ${summaries[kind]}`,
    ...descriptions[kind].map(line => ` ${line}`),
  ]
  return `${lines.join('\n')}\n`
}

export const summaries: Record<Kind, string> = {
  rookery: 'control panel for game servers and the machines they run on',
  'rookery-daemon': 'runs game servers of a Rookery panel on this machine',
}

export const descriptions: Record<Kind, string[]> = {
  rookery: [
    'The panel, which people use in a browser, the daemon, which runs game servers',
    'on this machine, and the command rookery. Node.js is inside.',
  ],
  'rookery-daemon': [
    'The daemon, which dials a panel elsewhere and runs game servers here, and the',
    'command rookery. Node.js is inside.',
  ],
}
