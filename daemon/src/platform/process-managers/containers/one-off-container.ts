// Runs a container to its end, hands over every line it prints, and leaves nothing of it behind, canceled or not.

import { LineSplitter } from '../../line-splitter.ts'
import type { OneOffJob } from '../process-manager.ts'
import type { Engine } from './engine.ts'
import { labels } from './logic/container-settings.ts'
import { oneOffName, oneOffSettings } from './logic/one-off-settings.ts'
import { removeContainer } from './remove-container.ts'

export async function runOneOff(engine: Engine, owner: string, job: OneOffJob): Promise<number> {
  await removeContainer(engine, oneOffName(owner, job.id))
  job.signal.throwIfAborted()
  const id = await engine.create(oneOffSettings(job, owner))
  const kill = () => void engine.kill(id, 'SIGKILL').catch(() => {})
  try {
    const socket = await engine.attach(id)
    const lines = new LineSplitter(job.onLine)
    socket.on('data', (bytes: Buffer) => lines.push(bytes))
    socket.on('error', () => {})
    const silent = new Promise<void>(resolve => socket.on('close', () => resolve()))
    await engine.start(id)
    job.signal.addEventListener('abort', kill)
    if (job.signal.aborted) kill()
    socket.resume()
    await engine.wait(id, job.signal)
    await silent
    lines.end()
    return (await engine.inspect(id)).State.ExitCode
  } finally {
    job.signal.removeEventListener('abort', kill)
    await removeContainer(engine, id)
  }
}

/** What a daemon that was killed has left. */
export async function removeOneOffs(engine: Engine, owner: string): Promise<void> {
  for (const { Id } of await engine.list(`${labels.oneOff}=${owner}`)) await removeContainer(engine, Id)
}
