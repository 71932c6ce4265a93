// What `npm run release` makes, for this machine: an archive; as proofs packages with their whole life and an image that engines load.

import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel } from '../../panel/test/start-test-panel.ts'
import { buildDeb, debName, type PackageRequest } from '../../scripts/release/deb.ts'
import { buildImage } from '../../scripts/release/image.ts'
import { FetchProblem } from '../../scripts/release/image-packages.ts'
import { type Architecture, archiveName, type Kind } from '../../scripts/release/machines.ts'
import { readManifest } from '../../scripts/release/payload.ts'
import { pack, prepare } from '../../scripts/release/release.ts'
import { buildRpm } from '../../scripts/release/rpm.ts'
import { systemFiles } from '../../scripts/release/system-files.ts'
import { missingPodmanEngine } from '../../test-services/podman-engine.ts'
import { proofDescribe, proofTest } from '../../test-services/proof-size.ts'
import { findProgram } from '../../test-services/running-component.ts'
import { sharedDocker, sharedPodman } from '../../test-services/shared.ts'
import { missingSystemdHost, type SystemdHost, startSystemdHost } from '../../test-services/systemd-host.ts'
import { hardeningOf } from '../operate/image-world.ts'
import { waitFor } from '../wait-for.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const architecture = process.arch as Architecture
const { version } = readManifest(root)
const epochSeconds = 1_700_000_000

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-ship-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Quick to make; the daemon for the other kind of machine is left out. */
async function packageRequest(kind: Kind): Promise<PackageRequest> {
  const { files } = await prepare(root, kind, architecture)
  const facts = { version, epochSeconds }
  return {
    ...{ root, kind, architecture, version, epochSeconds, compressionLevel: 1 },
    ...{ files: systemFiles(root, kind, files, facts), workFolder: folder, outFolder: folder },
  }
}

test('the command of an archive runs from anywhere', async () => {
  const prepared = await prepare(root, 'rookery-daemon', architecture)
  const outFolder = join(folder, 'archive')
  mkdirSync(join(outFolder, 'work'), { recursive: true })
  const context = { products: ['tarballs'] as const, epochSeconds, isQuick: true, report: () => {} }
  await pack(prepared, { ...context, version, outFolder, workFolder: join(outFolder, 'work') })
  await run('tar', [
    '-xzf',
    join(outFolder, archiveName('rookery-daemon', version, architecture)),
    '-C',
    folder,
  ])
  const program = join(folder, `rookery-daemon-${version}`, 'bin/rookery')
  await run('ln', ['-s', program, join(folder, 'linked')])
  const { stdout } = await run(join(folder, 'linked'), ['version'], { env: { PATH: '/usr/bin:/bin' } })
  expect(stdout).toBe(`${version}\n`)
})

test('restic goes with a panel and its daemons, beside node; without Go it is left out', async () => {
  // Any program of this machine stands in for it: building it takes minutes, and `npm run prove -- backups` does.
  const stand = execFileSync('readlink', ['-f', process.execPath], { encoding: 'utf8' }).trim()
  const entry = {
    ...{ name: 'github.com/restic/restic', version: 'v0.19.1', ecosystem: 'golang' as const, homepage: '' },
    ...{ license: 'BSD-2-Clause', authors: '', integrity: 'h1:AAAA', inside: ['bin/restic'] },
    licenseTexts: ['the license of restic'],
  }
  const restic = { programs: { x64: stand, arm64: stand }, packages: [entry] }
  for (const kind of ['rookery', 'rookery-daemon'] as const) {
    const { files, packages } = await prepare(root, kind, architecture, restic)
    expect(files.find(({ path }) => path === 'bin/restic')).toMatchObject({ mode: 0o755, from: stand })
    expect(packages).toContainEqual(entry)
    const licenses = files.find(({ path }) => path === 'THIRD-PARTY-LICENSES')
    expect(String(licenses?.content)).toContain('the license of restic')
    const bare = await prepare(root, kind, architecture)
    expect(bare.files.map(({ path }) => path)).not.toContain('bin/restic')
  }
  // A panel packs the archive for nodes of its own kind by this list.
  const { files } = await prepare(root, 'rookery', architecture, restic)
  const list = files.find(({ path }) => path === 'dist/node-install/files.json')
  expect(JSON.parse(String(list?.content))).toMatchObject({
    files: expect.arrayContaining([{ path: 'bin/restic', from: 'bin/restic', isProgram: true }]),
  })
})

proofTest(
  'plugins are made, built, tested and installed with nothing but the archive of a panel',
  async () => {
    const outFolder = join(folder, 'panel')
    mkdirSync(join(outFolder, 'work'), { recursive: true })
    const context = { products: ['tarballs'] as const, epochSeconds, isQuick: true, report: () => {} }
    await pack(await prepare(root, 'rookery', architecture), {
      ...{ ...context, version, outFolder, workFolder: join(outFolder, 'work') },
    })
    await run('tar', [
      '-xzf',
      join(outFolder, archiveName('rookery', version, architecture)),
      '-C',
      outFolder,
    ])
    const programFolder = join(outFolder, `rookery-${version}`)
    const plugin = async (...words: string[]) =>
      (
        await run(join(programFolder, 'bin/rookery'), ['plugin', ...words], {
          cwd: outFolder,
          env: { PATH: '/usr/bin:/bin' },
        })
      ).stdout
    await plugin('new', 'crash-counter')
    await plugin('build', 'crash-counter')
    expect(await plugin('test', 'crash-counter')).toContain('2 passed, 0 failed')

    const panel = await startTestPanel({ programFolder })
    try {
      const sessionToken = await panel.signIn()
      const headers = { authorization: `Bearer ${sessionToken}`, 'content-type': 'application/zip' }
      const body = new Uint8Array(readFileSync(join(outFolder, 'crash-counter/crash-counter-0.1.0.zip')))
      const uploaded = await fetch(`${panel.url}/api/plugins`, { method: 'POST', headers, body })
      expect(await uploaded.json()).toMatchObject({ manifest: { id: 'crash-counter' } })
      const shipped = await panel.request('GET', '/api/shipped-plugins', { sessionToken })
      expect(shipped.json).toMatchObject([
        { manifest: { id: 'notifications' }, installed: null },
        { manifest: { id: 'status-page' }, installed: null },
      ])
    } finally {
      await panel.stop()
    }
  },
  180_000,
)

const missing = missingSystemdHost()
if (missing !== null) console.warn(`skipped: ${missing}`)

proofDescribe.skipIf(missing !== null || findProgram('dpkg-deb') === null)('the Debian package', () => {
  let host: SystemdHost
  beforeAll(async () => {
    const request = await packageRequest('rookery')
    await buildDeb(request)
    host = await startSystemdHost({ engine: await sharedDocker(), folders: { '/packages': folder } })
  }, 400_000)
  afterAll(() => host?.stop())

  /** Without the Node that test machines have. */
  async function inside(script: string): Promise<string> {
    const { code, stdout, stderr } = await host.run([
      'sh',
      '-c',
      `PATH=/usr/sbin:/usr/bin:/sbin:/bin; ${script}`,
    ])
    if (code !== 0) throw new Error(`${script}\nended with ${code}: ${stdout}${stderr}`)
    return stdout
  }
  const install = `dpkg -i /packages/${debName({ kind: 'rookery', version, architecture })}`
  const panelPid = () => inside('systemctl show --property=MainPID --value rookery-panel')
  const isReady = async () => (await host.run(['/usr/bin/rookery', 'ready'])).code === 0

  test('installs and starts nothing, runs once it is set up, restarts with an upgrade, and leaves data when it goes', async () => {
    expect(await inside(install)).toContain('Next: rookery setup\n')
    expect(await inside('! command -v node && rookery --version')).toBe(`${version}\n`)
    expect(await inside("stat -c '%a %U %G %n' /etc/rookery /var/lib/rookery /var/lib/rookery/panel")).toBe(
      '1770 root rookery /etc/rookery\n711 root root /var/lib/rookery\n700 rookery rookery /var/lib/rookery/panel\n',
    )
    await inside('systemctl start rookery-panel rookery-daemon')
    const states = await host.run(['systemctl', 'is-active', 'rookery-panel', 'rookery-daemon'])
    expect(states.stdout).toBe('inactive\ninactive\n')
    const files = ['man/man1/rookery.1.gz', 'bash-completion/completions/rookery', 'doc/rookery/copyright']
    await inside(
      `cd /usr/share && ls ${files.join(' ')} && cd /usr/lib/rookery && test -s THIRD-PARTY-LICENSES`,
    )

    const holder = await inside(
      `/usr/lib/rookery/bin/node -e 'net.createServer().listen(8025, "127.0.0.1")' >/dev/null 2>&1 & echo $!`,
    )
    await waitFor('another program has the port', async () =>
      (await inside('cat /proc/net/tcp')).includes('0100007F:1F59'),
    )
    const refused = await host.run([
      ...['/usr/bin/rookery', 'setup', '--address', 'localhost', '--administrator', 'chief'],
    ])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('port 8025 on 127.0.0.1')])
    expect(await inside(`kill ${holder.trim()}; ls /etc/rookery`)).toBe('')

    const setUp = await inside('rookery setup --address localhost --administrator chief </dev/null')
    expect(setUp).toMatch(/login {5}chief\n {2}password {2}\S+ {2}\(shown only this once\)/)
    expect(await inside("stat -c '%a %U' /etc/rookery/config.env /etc/rookery/daemon.yaml")).toBe(
      '600 rookery\n600 root\n',
    )
    expect(await inside('systemctl is-active rookery-panel rookery-daemon')).toBe('active\nactive\n')
    await waitFor('this machine is a node that has connected', async () =>
      (await inside('journalctl -u rookery-daemon --output=cat')).includes('welcomed'),
    )
    // As its page says, by the user of the panel, who may not read the secrets of the daemon.
    expect(await inside('runuser -u rookery -- rookery doctor')).toContain('No problems found.')
    const before = await panelPid()
    expect(await inside(install)).not.toContain('rookery setup')
    expect(await panelPid()).not.toBe(before)
    await waitFor('the panel is ready again', isReady)

    // What the panel has packed for nodes is as large as all the rest, and only a cache.
    await inside('install -D /dev/null /var/lib/rookery/panel/daemons/0123/rookery-daemon.tar.gz')
    await inside('dpkg -r rookery')
    expect((await host.run(['systemctl', 'is-active', 'rookery-panel'])).stdout).toBe('inactive\n')
    expect(await inside('dpkg -P rookery')).toContain(
      ': /etc/rookery /var/lib/rookery/panel /var/lib/rookery/daemon\n',
    )
    await inside(
      'test -s /etc/rookery/config.env && test -s /var/lib/rookery/panel/panel.sqlite && ! test -e /usr/lib/rookery && ! test -e /var/lib/rookery/panel/daemons',
    )
  }, 300_000)
})

proofTest.skipIf(findProgram('rpmbuild') === null)(
  'the RPM package of a node has the daemon and its unit, and no panel',
  async () => {
    const file = await buildRpm(await packageRequest('rookery-daemon'))
    const ask = (...args: string[]) => execFileSync('rpm', ['-qp', ...args, file], { encoding: 'utf8' })
    const files = ask('--list').split('\n')
    expect(files).toEqual(
      expect.arrayContaining([
        ...['/usr/bin/rookery', '/usr/lib/rookery/bin/node', '/usr/lib/rookery/dist/daemon.mjs'],
        ...['/usr/lib/systemd/system/rookery-daemon.service', '/usr/lib/rookery/THIRD-PARTY-LICENSES'],
      ]),
    )
    expect(files.filter(path => /panel|web\/dist|bcrypt/.test(path))).toEqual([])
    expect(ask('--conflicts')).toBe('rookery\n')
    expect(ask('--scripts')).toContain('restart_running_units')
  },
)

proofDescribe.skipIf(missing !== null)('the image', () => {
  let file = ''
  /** Why there is no image: its Debian packages come from the network. */
  let unfetched: string | null = null
  beforeAll(async () => {
    const { files } = await prepare(root, 'rookery', architecture)
    const place = { workFolder: folder, outFolder: folder }
    try {
      file = await buildImage({ root, architecture, version, epochSeconds, files, gzipLevel: 1, ...place })
    } catch (error) {
      if (!(error instanceof FetchProblem)) throw error
      unfetched = error.message
      console.warn(`skipped: ${unfetched}`)
    }
  }, 300_000)

  const engines = [
    ['Docker', sharedDocker, null],
    ['Podman', sharedPodman, missingPodmanEngine()],
  ] as const
  for (const [name, open, lacking] of engines) {
    test.skipIf(lacking !== null)(
      `${name} loads it and runs the panel read-only, without capabilities`,
      async context => {
        if (unfetched !== null) context.skip(unfetched)
        const { socketFile } = await open()
        const docker = async (...args: string[]) =>
          (await run(findProgram('docker') ?? 'docker', ['--host', `unix://${socketFile}`, ...args])).stdout
        expect(await docker('load', '--input', file)).toContain(`rookery:${version}`)
        const options = [
          ...hardeningOf('panel.compose.yaml', 'panel'),
          '--network',
          'none',
          '--volume',
          '/data',
        ]
        const container = (await docker('run', '--detach', ...options, `rookery:${version}`)).trim()
        try {
          await waitFor('the panel is ready', () =>
            docker('exec', container, 'rookery', 'ready').then(
              () => true,
              () => false,
            ),
          )
          expect((await docker('exec', container, 'id', '-u')).trim()).toBe('1000')
        } finally {
          await docker('rm', '--force', '--volumes', container)
          await docker('rmi', `rookery:${version}`)
        }
      },
      300_000,
    )
  }
})
