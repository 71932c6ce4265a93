// The container image as an archive that Docker and Podman load: a few Debian libraries, the program, and no build step.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { fetchDebianPackage, readImagePackages } from './image-packages.ts'
import { type Architecture, machineNames } from './machines.ts'
import type { PayloadFile } from './payload.ts'
import { fixTimes, type Link, stageFiles } from './staging.ts'
import { writeTar } from './tarball.ts'

const run = promisify(execFile)

export interface ImageRequest {
  root: string
  architecture: Architecture
  version: string
  epochSeconds: number
  files: readonly PayloadFile[]
  gzipLevel: number
  workFolder: string
  outFolder: string
}

/** Of a user without rights; a number, so that a runtime can see that it is not root. */
const user = '1000:1000'
const programFolder = 'opt/rookery'

/** For people who look into a container, and for games that are started by a shell. */
const busyboxNames = [
  'sh awk basename cat chmod chown cp cut date dd df dirname du echo env false find grep gunzip gzip',
  'head hostname id kill ln ls mkdir mktemp mv nc nproc printf ps pwd readlink realpath rm rmdir sed',
  'seq sleep sort stat stty tail tar tee test touch tr true uname unzip vi wc wget which xargs',
].flatMap(names => names.split(' '))

export const imageName = ({
  version,
  architecture,
}: Pick<ImageRequest, 'version' | 'architecture'>): string =>
  `rookery-${version}-image-linux-${architecture}.tar.gz`

export async function buildImage(request: ImageRequest): Promise<string> {
  const { root, architecture, epochSeconds, workFolder, outFolder } = request
  const folder = join(workFolder, `image-${architecture}`)
  const blobs = join(folder, 'archive/blobs/sha256')
  mkdirSync(blobs, { recursive: true })
  try {
    const layer = async (name: string, owner: number, fill: (staged: string) => Promise<void> | void) => {
      const staged = join(folder, name)
      mkdirSync(staged, { recursive: true })
      await fill(staged)
      fixTimes(staged, epochSeconds, { tmp: 0o1777, data: 0o711 })
      const tar = join(folder, `${name}.tar`)
      await writeTar(tar, staged, readdirSync(staged).toSorted(), { epochSeconds, gzipLevel: 0, owner })
      rmSync(staged, { recursive: true, force: true })
      return storeBlob(blobs, tar)
    }
    const layers = [
      await layer('system', 0, staged => fillSystem(root, architecture, staged)),
      await layer('program', 0, staged => stageFiles(join(staged, programFolder), request.files)),
      await layer('data', 1000, staged => {
        mkdirSync(join(staged, 'data'))
      }),
    ]
    writeArchiveFiles(join(folder, 'archive'), blobs, request, layers)
    fixTimes(join(folder, 'archive'), epochSeconds)
    const file = join(outFolder, imageName(request))
    const entries = ['blobs', 'index.json', 'manifest.json', 'oci-layout']
    await writeTar(file, join(folder, 'archive'), entries, { epochSeconds, gzipLevel: request.gzipLevel })
    return file
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What Node is linked with, setpriv, which starts games, a shell, and certificates for what games download. */
async function fillSystem(root: string, architecture: Architecture, staged: string): Promise<void> {
  const { day, packages } = readImagePackages(root)
  for (const wanted of packages[architecture]) {
    const file = await fetchDebianPackage(day, wanted)
    const target = wanted.name === 'util-linux' ? join(staged, '.util-linux') : staged
    mkdirSync(target, { recursive: true })
    await run('dpkg-deb', ['--extract', file, target])
  }
  mkdirSync(join(staged, 'bin'), { recursive: true })
  renameSync(join(staged, '.util-linux/usr/bin/setpriv'), join(staged, 'bin/setpriv'))
  renameSync(join(staged, '.util-linux/usr/share/doc/util-linux'), join(staged, 'usr/share/doc/util-linux'))
  const removed = ['.util-linux', 'usr/share/man', 'usr/share/locale', 'usr/share/lintian', 'usr/share/bug']
  for (const path of removed) rmSync(join(staged, path), { recursive: true, force: true })
  const certificates = join(staged, 'usr/share/ca-certificates/mozilla')
  const bundle = readdirSync(certificates)
    .toSorted()
    .map(name => readFileSync(join(certificates, name), 'utf8').trim())
  const text = (path: string, content: string): PayloadFile => ({ path, mode: 0o644, content })
  const applets: Link[] = busyboxNames
    .map(name => ({ path: `bin/${name}`, target: 'busybox' }))
    .filter(({ path }) => !existsSync(join(staged, path)))
  stageFiles(
    staged,
    [
      text('etc/ssl/certs/ca-certificates.crt', `${bundle.join('\n')}\n`),
      text('etc/passwd', 'root:x:0:0:root:/root:/bin/sh\nrookery:x:1000:1000:Rookery:/data:/bin/sh\n'),
      text('etc/group', 'root:x:0:\nrookery:x:1000:\n'),
      text('etc/nsswitch.conf', 'hosts: files dns\n'),
    ],
    applets,
  )
  for (const path of ['tmp', 'proc', 'sys', 'dev', 'run']) mkdirSync(join(staged, path), { recursive: true })
}

interface Blob {
  digest: string
  size: number
}

async function storeBlob(blobs: string, file: string): Promise<Blob> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  const digest = hash.digest('hex')
  const { size } = statSync(file)
  renameSync(file, join(blobs, digest))
  return { digest, size }
}

/** The layout of OCI, and beside it `manifest.json`, which older Docker engines ask for. */
function writeArchiveFiles(
  folder: string,
  blobs: string,
  request: ImageRequest,
  layers: readonly Blob[],
): void {
  const { version } = request
  const storeJson = (value: unknown): Blob => {
    const text = JSON.stringify(value)
    const digest = createHash('sha256').update(text).digest('hex')
    writeFileSync(join(blobs, digest), text)
    return { digest, size: Buffer.byteLength(text) }
  }
  const config = storeJson(imageConfig(request, layers))
  const manifestType = 'application/vnd.oci.image.manifest.v1+json'
  const described = ({ digest, size }: Blob, mediaType: string) => ({
    mediaType,
    digest: `sha256:${digest}`,
    size,
  })
  const manifest = storeJson({
    schemaVersion: 2,
    mediaType: manifestType,
    config: described(config, 'application/vnd.oci.image.config.v1+json'),
    layers: layers.map(layer => described(layer, 'application/vnd.oci.image.layer.v1.tar')),
  })
  const annotations = {
    'io.containerd.image.name': `docker.io/library/rookery:${version}`,
    'org.opencontainers.image.ref.name': version,
  }
  const index = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [{ ...described(manifest, manifestType), annotations }],
  }
  const path = ({ digest }: Blob) => `blobs/sha256/${digest}`
  const loaded = [{ Config: path(config), RepoTags: [`rookery:${version}`], Layers: layers.map(path) }]
  const written = {
    'index.json': index,
    'manifest.json': loaded,
    'oci-layout': { imageLayoutVersion: '1.0.0' },
  }
  for (const [name, value] of Object.entries(written))
    writeFileSync(join(folder, name), JSON.stringify(value))
}

/** As the Dockerfile says, for an image that is made without a builder. */
export function imageConfig(
  { version, architecture, epochSeconds }: Pick<ImageRequest, 'version' | 'architecture' | 'epochSeconds'>,
  layers: readonly Blob[],
) {
  const created = new Date(epochSeconds * 1_000).toISOString()
  const seconds = (count: number) => count * 1_000_000_000
  const rookery = `/${programFolder}/bin/rookery`
  return {
    created,
    architecture: machineNames[architecture].oci,
    os: 'linux',
    config: {
      User: user,
      ExposedPorts: { '8025/tcp': {}, '31718/tcp': {} },
      Env: [
        `PATH=/${programFolder}/bin:/usr/local/bin:/usr/bin:/bin`,
        'DATA_DIR=/data',
        'HTTP_BIND_IP=0.0.0.0',
        'GRPC_BIND_IP=0.0.0.0',
      ],
      Entrypoint: [rookery],
      Cmd: ['panel', '--set-up'],
      Volumes: { '/data': {} },
      WorkingDir: '/',
      StopSignal: 'SIGTERM',
      Healthcheck: {
        Test: ['CMD', rookery, 'ready'],
        ...{ Interval: seconds(30), Timeout: seconds(20), StartPeriod: seconds(60), Retries: 3 },
      },
      Labels: {
        'org.opencontainers.image.title': 'Rookery',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': 'MIT',
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ digest }) => `sha256:${digest}`) },
    history: layers.map(() => ({ created, created_by: 'npm run release' })),
  }
}

/** A compose file of a clone for the image of a release, which is loaded and not built. */
export function releaseCompose(compose: string, version: string): string {
  const written = compose
    .replace(
      /^# The panel in a container:.*$/m,
      `# The panel in a container: docker load -i rookery-${version}-image-linux-x64.tar.gz && docker compose up -d`,
    )
    .replace(
      /^ {4}build:\n {6}context: .*\n {4}image: rookery$/m,
      `    image: rookery:${version}\n    pull_policy: never`,
    )
    .replaceAll('docs/operate/docker/', '')
  if (!written.includes(`image: rookery:${version}`)) throw new Error('the compose file is not as expected')
  return written
}
