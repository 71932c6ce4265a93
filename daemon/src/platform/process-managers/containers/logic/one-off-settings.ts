// How work that ends by itself becomes a container: root inside, as installers expect, without what makes root dangerous.

import type { ContainerCreateOptions } from 'dockerode'
import type { OneOffJob } from '../../process-manager.ts'
import { labels } from './container-settings.ts'

/** What package managers and archives need to give files to other users; nothing that reaches beyond the container. */
const capabilities = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'SETGID', 'SETUID']
const defaultPids = 1_024

export function oneOffName(owner: string, id: number): string {
  return `rookery-${owner}-one-off-${id}`
}

export function oneOffSettings(job: OneOffJob, owner: string): ContainerCreateOptions {
  const [program = '', ...rest] = job.argv
  const { limits } = job
  return {
    name: oneOffName(owner, job.id),
    Image: job.image,
    Entrypoint: [program],
    Cmd: rest,
    Env: Object.entries(job.env).map(([name, value]) => `${name}=${value}`),
    User: '0:0',
    WorkingDir: job.cwd,
    Hostname: 'installer',
    Labels: { [labels.oneOff]: owner },
    Tty: true,
    OpenStdin: false,
    AttachStdin: false,
    AttachStdout: true,
    AttachStderr: true,
    HostConfig: {
      Mounts: job.mounts.map(({ source, target, isReadOnly }) => ({
        Type: 'bind',
        Source: source,
        Target: target,
        ReadOnly: isReadOnly,
      })),
      ...(limits.memoryBytes === undefined
        ? {}
        : { Memory: limits.memoryBytes, MemorySwap: limits.memoryBytes }),
      ...(limits.cpuPercent === undefined ? {} : { NanoCpus: Math.round(limits.cpuPercent * 1e7) }),
      PidsLimit: limits.pids ?? defaultPids,
      CapDrop: ['ALL'],
      CapAdd: capabilities,
      SecurityOpt: ['no-new-privileges'],
      Privileged: false,
      RestartPolicy: { Name: 'no' },
      // Its output is read while it runs; nobody asks for it later.
      LogConfig: { Type: 'none', Config: {} },
    },
  }
}
