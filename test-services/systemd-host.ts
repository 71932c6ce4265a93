// A machine run by systemd for tests: a container of a private Docker engine, with this repository mounted read-only.

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { debianRoot } from './debian-root.ts'
import { missingDockerEngine, startDockerEngine } from './docker-engine.ts'
import { findProgram } from './running-component.ts'
import type { SharedEngine } from './shared.ts'

const run = promisify(execFile)
const bootLimitMs = 60_000
/** Twenty upgrades of a node take ten minutes on a machine that does much else. */
const runLimitMs = 1_800_000
const outputLimitBytes = 64 * 1024 * 1024
const basePackages = ['systemd', 'systemd-sysv', 'dbus']
const repository = fileURLToPath(new URL('..', import.meta.url))

/** Where the repository is seen inside. */
export const repositoryInside = '/rookery'

export interface SystemdHostOptions {
  /** Which it runs in; without one it gets an engine of its own. */
  engine?: SharedEngine
  /** Folders and files of this machine, by their names inside. */
  folders?: Record<string, string>
  /** Of Debian, beside systemd. */
  packages?: readonly string[]
  /** The code name of a release of Debian; that of this machine when it is left out. */
  release?: string
  /** A machine as a hoster hands it out, on the network of its engine, without the repository and its Node. */
  isBare?: boolean
}

export interface SystemdHost {
  /** On the network of its engine; empty where it has none. */
  address: string
  /** Runs a program inside, in the repository where that is seen; its exit code is not checked. */
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

export async function startSystemdHost(options: SystemdHostOptions = {}): Promise<SystemdHost> {
  const { folders = {}, packages = [], isBare = false } = options
  const root = await debianRoot([...basePackages, ...packages], options.release)
  const own = options.engine === undefined ? await startDockerEngine() : null
  const engine = own ?? (options.engine as SharedEngine)
  let container = ''
  const stop = async () => {
    if (own !== null) await own.stop()
    else if (container !== '') await docker(engine, ['rm', '--force', '--volumes', container])
  }
  try {
    const image = `rookery-systemd-${basename(root)}:test`
    await engine.importImage(image, root)
    const more = Object.entries(folders).flatMap(([inside, folder]) => ['--volume', `${folder}:${inside}:ro`])
    const surroundings = isBare ? [] : ['--network', 'none', ...repositoryMounts]
    const argv = ['run', '--detach', ...machineOptions(), ...surroundings, ...more, image, '/sbin/init']
    container = (await docker(engine, argv)).stdout.trim()
    const folder = isBare ? '/' : repositoryInside
    const runInside = (argv: string[]) => docker(engine, ['exec', '--workdir', folder, container, ...argv])
    await waitUntilBooted(runInside)
    const format = '{{.NetworkSettings.IPAddress}}'
    const { stdout } = await docker(engine, ['inspect', '--format', format, container])
    return { address: stdout.trim(), run: runInside, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const repositoryMounts = [
  ...['--volume', `${repository}:${repositoryInside}:ro`],
  ...['--volume', `${process.execPath}:/usr/local/bin/node:ro`],
]

function machineOptions(): string[] {
  return [
    ...['--env', 'container=docker', '--cap-add', 'SYS_ADMIN', '--cap-add', 'NET_ADMIN'],
    ...['--security-opt', 'seccomp=unconfined', '--security-opt', 'apparmor=unconfined', '--cgroupns=host'],
    ...['--tmpfs', '/run', '--tmpfs', '/run/lock', '--tmpfs', '/tmp:exec', ...cgroupMounts()],
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
