// A private Docker engine with the image of this repository, built from fresh bundles by the real Dockerfile.

import { execFile, execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import type { ContainerEngine } from '../../test-services/container-engine.ts'
import { missingDockerEngine, startDockerEngine } from '../../test-services/docker-engine.ts'
import { importNodeImage } from '../../test-services/node-image.ts'
import { findProgram } from '../../test-services/running-component.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const stepLimitMs = 300_000

export const image = 'rookery:test'
export const decoy = 'decoy-secret-in-the-context'

/** Why no image can be built here, or null. */
export function missingImageWorld(): string | null {
  if (findProgram('docker') === null) return 'the docker command is not installed (Debian package docker.io)'
  if (findProgram('busybox') === null) return 'busybox is not installed (Debian package busybox-static)'
  return missingDockerEngine()
}

/** The plugin of the docker command, which also runs by itself. */
const findCompose = () =>
  findProgram('docker-compose', [
    '/usr/libexec/docker/cli-plugins',
    '/usr/lib/docker/cli-plugins',
    '/usr/local/lib/docker/cli-plugins',
    '/usr/bin',
    '/usr/local/bin',
  ])

/** Why the compose files cannot be run here, or null. */
export function missingCompose(): string | null {
  const program = findCompose()
  const version =
    program === null ? 'none' : execFileSync(program, ['version', '--short'], { encoding: 'utf8' })
  if (!/^v?2\./.test(version)) return `Docker Compose 2.24 or later is needed, found ${version.trim()}`
  return missingImageWorld()
}

export interface ImageWorld {
  docker(...args: string[]): Promise<string>
  /** Docker Compose at the same engine. */
  compose(...args: string[]): Promise<string>
  /** Builds the Dockerfile, all of it or up to a stage. */
  build(name: string, ...args: string[]): Promise<void>
  stop(): Promise<void>
}

/** `withRestic`: with the restic of releases, built from its module, as an image has it that people use. */
export async function openImageWorld({ withRestic = false } = {}): Promise<ImageWorld> {
  const context = mkdtempSync(join(tmpdir(), 'rookery-context-'))
  let engine: ContainerEngine | null = null
  const stop = async () => {
    await engine?.stop()
    rmSync(context, { recursive: true, force: true })
  }
  try {
    fillContext(context, withRestic)
    engine = await startDockerEngine()
    await importNodeImage(engine, 'node:test', nativeParts(join(context, 'shipped')))
    const host = ['--host', `unix://${engine.socketFile}`]
    // The builder that every engine has; the newer one is a plugin that a test machine may lack.
    const env = { ...process.env, DOCKER_BUILDKIT: '0', HOME: context }
    const docker = async (...args: string[]) =>
      (await run(findProgram('docker') ?? 'docker', [...host, ...args], { env, timeout: stepLimitMs })).stdout
    const reach = { ...env, DOCKER_HOST: `unix://${engine.socketFile}` }
    const compose = async (...args: string[]) =>
      (await run(findCompose() ?? '', args, { env: reach, timeout: stepLimitMs })).stdout
    return {
      docker,
      compose,
      build: async (name, ...args) => {
        const images = ['BASE_IMAGE', 'GO_IMAGE'].flatMap(one => ['--build-arg', `${one}=node:test`])
        await docker('build', ...images, '--tag', name, ...args, context)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What a clone holds, as far as the Dockerfile needs it, with things in it that must never get into an image. */
function fillContext(context: string, withRestic: boolean): void {
  const options = ['--unchecked', ...(withRestic ? ['--with-restic'] : [])]
  execFileSync(process.execPath, ['scripts/run.ts', 'ship', join(context, 'shipped'), ...options], {
    cwd: root,
    stdio: 'pipe',
  })
  for (const name of ['Dockerfile', '.dockerignore']) copyFileSync(join(root, name), join(context, name))
  for (const folder of ['data', 'docs/operate/docker']) mkdirSync(join(context, folder), { recursive: true })
  const places = [
    'data/config.env',
    'data/panel.sqlite',
    'docs/operate/docker/panel.env',
    'certificate.pem',
    '.env',
  ]
  for (const path of places) writeFileSync(join(context, path), decoy)
}

function nativeParts(shipped: string): string[] {
  return readdirSync(shipped, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.node') && !path.includes('musl'))
    .map(path => join(shipped, path))
}

interface ComposeFile {
  services: Record<string, Record<string, unknown>>
}

/** How `docker run` is told what a compose file says about hardening, so that the file itself is what is tested. */
export function hardeningOf(file: string, name: string): string[] {
  const { services } = parse(readFileSync(join(root, 'docs/operate/docker', file), 'utf8')) as ComposeFile
  const service = services[name] ?? {}
  const list = (key: string) => (service[key] ?? []) as string[]
  return [
    ...(service.read_only === true ? ['--read-only'] : []),
    ...(service.init === true ? ['--init'] : []),
    ...(typeof service.user === 'string' ? ['--user', service.user] : []),
    ...list('tmpfs').flatMap(path => ['--tmpfs', path]),
    ...list('cap_add').flatMap(capability => ['--cap-add', capability]),
    ...list('cap_drop').flatMap(capability => ['--cap-drop', capability]),
    ...list('security_opt').flatMap(option => ['--security-opt', option]),
    ...Object.entries((service.environment ?? {}) as Record<string, string>).flatMap(([variable, value]) => [
      '--env',
      `${variable}=${value}`,
    ]),
  ]
}
