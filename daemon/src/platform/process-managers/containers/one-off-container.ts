// Runs a container to its end, hands over every line it prints, and leaves nothing of it behind, canceled or not.

import { setTimeout as delay } from 'node:timers/promises'
import { LineSplitter } from '../../line-splitter.ts'
import type { OneOffJob } from '../process-manager.ts'
import { type Engine, EngineProblem } from './engine.ts'
import { labels } from './logic/container-settings.ts'
import { oneOffName, oneOffSettings } from './logic/one-off-settings.ts'

const removalTries = 100

export async function runOneOff(engine: Engine, owner: string, job: OneOffJob): Promise<number> {
  await removeIfThere(engine, oneOffName(owner, job.id))
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
    await removeIfThere(engine, id)
  }
}

/** What a daemon that was killed has left. */
export async function removeOneOffs(engine: Engine, owner: string): Promise<void> {
  for (const { Id } of await engine.list(`${labels.oneOff}=${owner}`)) await removeIfThere(engine, Id)
}

/** Resolves when it is gone, whoever has begun to remove it. */
async function removeIfThere(engine: Engine, idOrName: string): Promise<void> {
  for (let left = removalTries; ; left -= 1) {
    try {
      return await engine.remove(idOrName)
    } catch (error) {
      const status = error instanceof EngineProblem ? error.status : null
      if (status === 404) return
      // Somebody else removes it already.
      if (status !== 409 || left === 0) throw error
      await delay(100)
    }
  }
}
