// A machine run by systemd for tests: a container of a private Docker engine, with this repository mounted read-only.

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { debianRoot } from './debian-root.ts'
import { missingDockerEngine, startDockerEngine } from './docker-engine.ts'
import { findProgram } from './running-component.ts'
import type { SharedEngine } from './shared.ts'

const run = promisify(execFile)
const bootLimitMs = 60_000
const runLimitMs = 600_000
const outputLimitBytes = 64 * 1024 * 1024
const image = 'rookery-systemd:test'
const packages = ['systemd', 'systemd-sysv', 'dbus']
const repository = fileURLToPath(new URL('..', import.meta.url))

/** Where the repository is seen inside. */
export const repositoryInside = '/rookery'

export interface SystemdHost {
  /** Runs a program inside, in the repository; its exit code is not checked. */
  run(argv: string[]): Promise<{ code: number; stdout: string; stderr: string }>
  /** Ends the machine and its engine, and leaves nothing behind. */
  stop(): Promise<void>
}

/** Why no such machine can be made here, or null. */
export function missingSystemdHost(): string | null {
  if (findProgram('debootstrap') === null) return 'debootstrap is not installed (Debian package debootstrap)'
  if (findProgram('docker') === null) return 'the docker command is not installed (Debian package docker.io)'
  return missingDockerEngine()
}

/** In this engine, or in one of its own. `folders` of this machine are seen inside under their names there. */
export async function startSystemdHost(
  shared?: SharedEngine,
  folders: Record<string, string> = {},
): Promise<SystemdHost> {
  const root = await debianRoot(packages)
  const own = shared === undefined ? await startDockerEngine() : null
  const engine = own ?? (shared as SharedEngine)
  let container = ''
  const stop = async () => {
    if (own !== null) await own.stop()
    else if (container !== '') await docker(engine, ['rm', '--force', '--volumes', container])
  }
  try {
    await engine.importImage(image, root)
    const more = Object.entries(folders).flatMap(([inside, folder]) => ['--volume', `${folder}:${inside}:ro`])
    const options = ['--detach', ...containerOptions(), ...more]
    const { stdout } = await docker(engine, ['run', ...options, image, '/sbin/init'])
    container = stdout.trim()
    const runInside = (argv: string[]) =>
      docker(engine, ['exec', '--workdir', repositoryInside, container, ...argv])
    await waitUntilBooted(runInside)
    return { run: runInside, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function containerOptions(): string[] {
  return [
    ...['--network', 'none', '--env', 'container=docker', '--cap-add', 'SYS_ADMIN', '--cap-add', 'NET_ADMIN'],
    ...['--security-opt', 'seccomp=unconfined', '--security-opt', 'apparmor=unconfined', '--cgroupns=host'],
    ...['--tmpfs', '/run', '--tmpfs', '/run/lock', '--tmpfs', '/tmp:exec', ...cgroupMounts()],
    ...['--volume', `${repository}:${repositoryInside}:ro`],
    ...['--volume', `${process.execPath}:/usr/local/bin/node:ro`],
  ]
}

/**
 * Old hierarchies are mounted one by one below a folder of the container's own: systemd makes the folder above them
 * read-only, and would do that to the whole machine.
 */
function cgroupMounts(): string[] {
  const folders = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .filter(line => / - cgroup2? /.test(line))
    .map(line => line.split(' ')[4] ?? '')
  const volumes = folders.flatMap(folder => ['--volume', `${folder}:${folder}:rw`])
  return folders.includes('/sys/fs/cgroup') ? volumes : ['--tmpfs', '/sys/fs/cgroup', ...volumes]
}

async function waitUntilBooted(runInside: SystemdHost['run']): Promise<void> {
  const endsAt = Date.now() + bootLimitMs
  for (;;) {
    const { stdout, stderr } = await runInside(['systemctl', 'is-system-running'])
    if (stdout.trim() === 'running') return
    if (Date.now() > endsAt) throw new Error(`systemd has not started after a minute: ${stdout}${stderr}`)
    await pause(100)
  }
}

async function docker(
  engine: Pick<SharedEngine, 'socketFile'>,
  args: string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = findProgram('docker') ?? 'docker'
  const command = ['--host', `unix://${engine.socketFile}`, ...args]
  try {
    return { code: 0, ...(await run(program, command, { maxBuffer: outputLimitBytes, timeout: runLimitMs })) }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string }
    if (typeof code !== 'number' || args[0] !== 'exec') throw error
    return { code, stdout, stderr }
  }
}
