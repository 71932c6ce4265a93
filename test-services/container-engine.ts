// What tests need of a container engine, Docker or Podman: its socket, images made on the spot, and its own life and death.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type EngineRoom, lastOutput } from './engine-room.ts'
import { findProgram } from './running-component.ts'

const startLimitMs = 60_000

export interface ContainerEngine {
  /** Where its API answers. */
  socketFile: string
  /** A temporary folder that every user may pass: games can be given folders from below it. */
  folder: string
  /** Makes an image `name:tag` of a folder that holds a root file system; nothing is ever pulled. */
  importImage(name: string, rootFolder: string): Promise<void>
  /** Kills the engine alone, as a crash would; containers keep running. */
  crash(): Promise<void>
  /** Starts the engine again after a crash. */
  start(): Promise<void>
  /** Ends every container and the engine, and leaves nothing behind. */
  stop(): Promise<void>
}

export interface EngineRecipe {
  name: string
  room: EngineRoom
  socketFile: string
  launch(): ChildProcess
  /** Takes back what was changed outside of the room. */
  cleanUp(): Promise<void>
}

export async function startContainerEngine(recipe: EngineRecipe): Promise<ContainerEngine> {
  const { room, socketFile, name } = recipe
  let child: ChildProcess | undefined
  const start = async () => {
    child = recipe.launch()
    await waitUntilItAnswers(name, socketFile, child)
  }
  const stop = async () => {
    await removeContainers(socketFile).catch(() => {})
    await room.end()
    await recipe.cleanUp()
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    socketFile,
    folder: room.folder,
    importImage: (image, rootFolder) => importImage(socketFile, image, rootFolder),
    start,
    stop,
    crash: async () => {
      if (child === undefined || child.exitCode !== null) return
      const ended = once(child, 'exit')
      room.kill(child)
      await ended
    },
  }
}

async function waitUntilItAnswers(name: string, socketFile: string, child: ChildProcess): Promise<void> {
  const output = lastOutput(child)
  const endsAt = Date.now() + startLimitMs
  while (!(await answers(socketFile))) {
    if (child.exitCode !== null) throw new Error(`${name} ended while starting:\n${output()}`)
    if (Date.now() > endsAt) throw new Error(`${name} does not answer after a minute:\n${output()}`)
    await pause(50)
  }
}

async function answers(socketFile: string): Promise<boolean> {
  return ask(socketFile, 'GET', '/_ping').then(
    () => true,
    () => false,
  )
}

async function removeContainers(socketFile: string): Promise<void> {
  const found = JSON.parse(await ask(socketFile, 'GET', '/v1.40/containers/json?all=1')) as { Id: string }[]
  for (const { Id } of found) await ask(socketFile, 'DELETE', `/v1.40/containers/${Id}?force=1&v=1`)
}

export async function importImage(socketFile: string, image: string, rootFolder: string): Promise<void> {
  const query = new URLSearchParams({ fromSrc: '-', repo: image })
  const tar = spawn('tar', ['-C', rootFolder, '--numeric-owner', '-c', '.'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(tar, 'exit')
  const answer = await ask(socketFile, 'POST', `/v1.40/images/create?${query.toString()}`, tar.stdout)
  const [code] = await ended
  if (code !== 0 || answer.includes('"error"')) throw new Error(`image ${image} could not be made: ${answer}`)
}

async function ask(socketFile: string, method: string, path: string, body?: Readable): Promise<string> {
  const headers = body === undefined ? {} : { 'content-type': 'application/x-tar' }
  const asked = request({ socketPath: socketFile, method, path, headers, timeout: 120_000 })
  asked.on('timeout', () => asked.destroy(new Error('the engine does not answer')))
  if (body === undefined) asked.end()
  else body.pipe(asked)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  if ((answer.statusCode ?? 500) >= 400) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`)
  return text
}

/** The smallest image that can run something: busybox under all of its names. */
export async function importBusybox(
  engine: Pick<ContainerEngine, 'importImage'>,
  image: string,
): Promise<void> {
  const busybox = findProgram('busybox')
  if (busybox === null) throw new Error('busybox is not installed (Debian package busybox-static)')
  const root = await mkdtemp(join(tmpdir(), 'rookery-busybox-'))
  try {
    for (const folder of ['bin', 'dev', 'proc', 'sys', 'etc'])
      await mkdir(join(root, folder), { mode: 0o755 })
    await mkdir(join(root, 'tmp'))
    await chmod(join(root, 'tmp'), 0o1777)
    await copyFile(busybox, join(root, 'bin/busybox'))
    for (const name of busyboxNames) await symlink('busybox', join(root, 'bin', name))
    await engine.importImage(image, root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

const busyboxNames = [
  ...['sh', 'cat', 'echo', 'env', 'head', 'id', 'kill', 'ls', 'mkdir', 'nc', 'ps', 'printf', 'seq', 'setsid'],
  ...[
    'sleep',
    'stty',
    'grep',
    'pwd',
    'tail',
    'tee',
    'touch',
    'tr',
    'true',
    'false',
    'yes',
    'dd',
    'awk',
    'od',
    'wc',
    'ip',
  ],
]
