// How a game becomes a container: what it gets, and everything it does not get.

import type { ContainerEngineName } from '@rookery/contracts/process-managers.ts'
import type { ContainerCreateOptions } from 'dockerode'
import type { Container, Launch, PublishedPort } from '../../process-manager.ts'

/** Where a game finds its own folder, whatever the node calls it, unless its image wants it elsewhere. */
const usualFolder = '/game'

export function gameFolderOf(container: Pick<Container, 'folder'> | undefined): string {
  return container?.folder ?? usualFolder
}

export const labels = {
  owner: 'rookery.owner',
  id: 'rookery.game-server',
  stream: 'rookery.stream',
  /** The owner of a one-off container, which is no game. */
  oneOff: 'rookery.one-off',
} as const

/** Enough for any game, and the end of every fork bomb. */
const defaultPids = 2_048
const temporaryBytes = 64 * 1024 * 1024

/** Tells the engine's first process to pass signals on to the whole group of the game. */
const groupSignals = 'TINI_KILL_PROCESS_GROUP=1'
/** Else it warns on the console of the game when the size of the terminal comes before the game has begun. */
const quietly = 'TINI_VERBOSITY=0'

export interface ContainerOwner {
  /** Which daemon it belongs to: containers of another one are never touched. */
  owner: string
  streamId: string
  /** Used where the launch does not name them. */
  uid: number
  gid: number
  engine: ContainerEngineName
  /** A first process of the engine's own, which buries orphans and gives signals their usual effect. */
  hasInit: boolean
}

export function containerName(owner: string, id: number): string {
  return `rookery-${owner}-${id}`
}

export function containerSettings(
  launch: Launch,
  container: Container,
  given: ContainerOwner,
): ContainerCreateOptions {
  const folder = gameFolderOf(container)
  const inside = (text: string) => inContainer(text, launch.cwd, folder)
  const [program = '', ...rest] = launch.argv.map(inside)
  const { id, limits } = launch
  return {
    name: containerName(given.owner, id),
    Image: container.image,
    Entrypoint: [program],
    Cmd: rest,
    Env: [
      ...Object.entries(launch.env).map(([name, value]) => `${name}=${inside(value)}`),
      ...(given.hasInit ? [groupSignals, quietly] : []),
    ],
    User: `${launch.uid ?? given.uid}:${launch.gid ?? given.gid}`,
    WorkingDir: folder,
    Hostname: `game-${id}`,
    Labels: { [labels.owner]: given.owner, [labels.id]: String(id), [labels.stream]: given.streamId },
    Tty: true,
    OpenStdin: true,
    StdinOnce: false,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    ExposedPorts: Object.fromEntries(container.ports.map(port => [portKey(port), {}])),
    HostConfig: {
      Mounts: [{ Type: 'bind', Source: launch.cwd, Target: folder, ReadOnly: false }],
      ...(limits.memoryBytes === undefined
        ? {}
        : // Swap as large as memory means: none beyond it.
          { Memory: limits.memoryBytes, MemorySwap: limits.memoryBytes }),
      ...(limits.cpuPercent === undefined ? {} : { NanoCpus: Math.round(limits.cpuPercent * 1e7) }),
      PidsLimit: limits.pids ?? defaultPids,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Privileged: false,
      ReadonlyRootfs: container.readOnlyRoot,
      ...(container.readOnlyRoot
        ? { Tmpfs: { '/tmp': `rw,exec,nosuid,nodev,mode=1777,size=${temporaryBytes}` } }
        : {}),
      PortBindings: portBindings(container.ports),
      RestartPolicy: { Name: 'no' },
      LogConfig: logConfig[given.engine],
      ...(given.hasInit ? { Init: true } : {}),
    },
  }
}

/** Both keep bytes exactly as they were, and little enough that a flood cannot fill the disk. */
const logConfig = {
  docker: { Type: 'local', Config: { 'max-size': '4m', 'max-file': '2', compress: 'false' } },
  podman: { Type: 'k8s-file', Config: { 'max-size': '8m' } },
}

/** A path into the game's folder on the node names nothing inside: it becomes the same place there. */
function inContainer(text: string, onNode: string, folder: string): string {
  if (text === onNode) return folder
  return text.startsWith(`${onNode}/`) ? folder + text.slice(onNode.length) : text
}

function portKey({ port, protocol }: PublishedPort): string {
  return `${port}/${protocol}`
}

function portBindings(ports: readonly PublishedPort[]): Record<string, object[]> {
  const byKey = Map.groupBy(ports, portKey)
  return Object.fromEntries(
    [...byKey].map(([key, same]) => [
      key,
      same.map(({ ip, port }) => ({ HostIp: ip, HostPort: String(port) })),
    ]),
  )
}
