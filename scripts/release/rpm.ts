// An RPM package, made by rpmbuild.

import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { descriptions, type PackageRequest, summaries } from './deb.ts'
import { machineNames, packageVersion } from './machines.ts'
import type { PayloadFile } from './payload.ts'
import { fixTimes, stageFiles } from './staging.ts'
import { packageScript, programFolder } from './system-files.ts'

const run = promisify(execFile)

/** Of a distribution that knows zsh's and fish's folders by other names than Debian. */
const movedPaths: [string, string][] = [
  ['usr/share/zsh/vendor-completions/', 'usr/share/zsh/site-functions/'],
]

export const rpmName = ({
  kind,
  version,
  architecture,
}: Pick<PackageRequest, 'kind' | 'version' | 'architecture'>) =>
  `${kind}-${packageVersion(version)}-1.${machineNames[architecture].rpm}.rpm`

export async function buildRpm(request: PackageRequest): Promise<string> {
  const { kind, architecture, epochSeconds, workFolder, outFolder } = request
  const folder = join(workFolder, `rpm-${kind}-${architecture}`)
  const staged = join(folder, 'staged')
  mkdirSync(staged, { recursive: true })
  try {
    const files = request.files.map(file => ({ ...file, path: movedPath(file.path) }))
    stageFiles(staged, files)
    fixTimes(staged, epochSeconds)
    const target = machineNames[architecture].rpm
    writeFileSync(join(folder, 'rookery.spec'), specFile(request, files, staged))
    const options = ['-bb', '--target', `${target}-linux`, '--define', `_topdir ${folder}`]
    const database = ['--dbpath', join(folder, 'database')]
    await run('rpmbuild', [...database, ...options, join(folder, 'rookery.spec')], {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(epochSeconds), LC_ALL: 'C', HOME: folder },
      maxBuffer: 64 * 1024 * 1024,
    })
    const file = join(outFolder, rpmName(request))
    copyFileSync(join(folder, 'RPMS', target, rpmName(request)), file)
    return file
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function movedPath(path: string): string {
  return movedPaths.reduce((moved, [from, to]) => moved.replace(from, to), path)
}

/** Nothing is stripped, compressed or looked into: what is packed is what was staged. */
export function specFile(
  { root, kind, version, epochSeconds, compressionLevel }: Omit<PackageRequest, 'files'>,
  files: readonly Pick<PayloadFile, 'path' | 'mode'>[],
  staged: string,
): string {
  const rpmVersion = packageVersion(version)
  const other = kind === 'rookery' ? 'rookery-daemon' : 'rookery'
  const script = (name: string) =>
    packageScript(root, kind, readFileSync(join(root, `packaging/rpm/${name}.sh`), 'utf8')).replaceAll(
      '%',
      '%%',
    )
  const folders = new Set(files.flatMap(({ path }) => foldersAbove(path)))
  const listed = [
    ...[...folders].toSorted().map(path => `%dir %attr(0755, root, root) "/${path}"`),
    ...files.map(({ path, mode }) => `%attr(0${mode.toString(8)}, root, root) "/${path}"`),
  ]
  return `%global debug_package %{nil}
%global __os_install_post %{nil}
%global _build_id_links none
%global source_date_epoch_from_changelog 0
%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1
%global _buildhost reproducible
%global _binary_payload w${compressionLevel}.zstdio
%global __brp_mangle_shebangs %{nil}

Name: ${kind}
Version: ${rpmVersion}
Release: 1
Summary: ${summaries[kind]}
License: MIT
AutoReqProv: no
Requires: glibc >= 2.28, libstdc++, libgcc, util-linux, coreutils
Requires(pre): shadow-utils
${kind === 'rookery' ? `Provides: rookery-daemon = ${rpmVersion}-1\n` : ''}Conflicts: ${other}

%description
${descriptions[kind].join('\n')}

%install
mkdir -p %{buildroot}
cp -a "${staged}/." %{buildroot}/
find %{buildroot} -exec touch --no-dereference --date=@${epochSeconds} {} +

%pre
${script('pre')}
%post
${script('post')}
%preun
${script('preun')}
%postun
${script('postun')}
%files
${listed.join('\n')}
`
}

/** Those of our own, which go with the package. */
function foldersAbove(path: string): string[] {
  const names = path.split('/')
  const above = names.slice(1).map((_name, index) => names.slice(0, index + 1).join('/'))
  return above.filter(folder => folder.startsWith(programFolder))
}
