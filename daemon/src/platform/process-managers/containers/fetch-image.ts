// Makes sure that an image is on the node: fetched where that is allowed, refused with a reason where it is not.

import { reasonOf } from '@rookery/contracts/reasons.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'
import { LaunchError } from '../process-manager.ts'
import { type Engine, EngineProblem } from './engine.ts'
import { imageMissingMessages } from './logic/engine-messages.ts'
import {
  type PulledLayers,
  pullMessage,
  pullRefusal,
  readPullLine,
  withPullLine,
} from './logic/pull-progress.ts'

const refusal = z.object({ message: z.string() })

/** An image of many layers says hundreds of things a second. */
const sayEveryMs = 1_000

/** `say` null: it must be there already. */
export async function fetchImage(
  engine: Engine,
  image: string,
  say: ((reason: string) => void) | null,
  signal?: AbortSignal,
): Promise<void> {
  if (await engine.hasImage(image)) return
  const about = { what: 'image', name: image } as const
  if (say === null) throw new LaunchError('not_runnable', imageMissingMessages(engine.name, image), { about })
  say(reasonOf('fetchingImage', { image }))
  const problem = await pull(engine, image, say, signal)
  if (problem === null && (await engine.hasImage(image))) return
  const reason = pullRefusal(engine.name, image, problem ?? 'the engine fetched nothing')
  throw new LaunchError('not_runnable', reason, { about })
}

async function pull(
  engine: Engine,
  image: string,
  say: (reason: string) => void,
  signal?: AbortSignal,
): Promise<string | null> {
  let layers: PulledLayers = new Map()
  let problem: string | null = null
  let saidAt = performance.now()
  try {
    await engine.pull(
      image,
      text => {
        const line = readPullLine(text)
        if (line === null) return
        problem = line.error ?? problem
        layers = withPullLine(layers, line)
        if (performance.now() - saidAt < sayEveryMs) return
        saidAt = performance.now()
        say(pullMessage(image, layers))
      },
      signal,
    )
    return problem
  } catch (error) {
    if (error instanceof EngineProblem && error.status !== null) return messageIn(error.message)
    throw error
  }
}

function messageIn(text: string): string {
  return parseJsonOrNull(refusal, text)?.message ?? text
}
