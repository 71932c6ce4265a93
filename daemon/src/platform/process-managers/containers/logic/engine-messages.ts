// Why a container could not be started, in a sentence that says what to do.

import type { ContainerEngineName } from '@rookery/contracts/process-managers.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { LaunchProblem, LaunchSubject } from '../../process-manager.ts'

export interface RefusedStart {
  engine: ContainerEngineName
  image: string
  program: string
  /** null: the engine did not answer. */
  status: number | null
  message: string
}

export function imageMissingMessages(engine: ContainerEngineName, image: string): string {
  return `the image ${image} is not on this node: run "${engine} pull ${image}" there, then start again`
}

interface Refusal {
  code: LaunchProblem
  message: string
  about?: LaunchSubject
}

export function startRefusal(refused: RefusedStart): Refusal {
  const { engine, image, program, status, message } = refused
  if (status === null) return { code: 'unavailable', message, about: { what: 'engine', name: engine } }
  const text = reasonIn(message)
  if (/no such image|image not known/i.test(message)) {
    return {
      code: 'not_runnable',
      message: imageMissingMessages(engine, image),
      about: { what: 'image', name: image },
    }
  }
  if (/name .* is already in use/i.test(message)) {
    return { code: 'already_running', message: reasonOf('alreadyRunning') }
  }
  if (/port is already allocated|address already in use|ports? are not available/i.test(message)) {
    return {
      code: 'unavailable',
      message: reasonOf('portTaken', { text }),
      about: { what: 'port', name: '' },
    }
  }
  if (/executable file not found|no such file or directory|command that was not found/i.test(message)) {
    return {
      code: 'not_runnable',
      message: `${program} cannot be run in the image ${image}: it, or its interpreter, is not there (${text})`,
      about: { what: 'program', name: program },
    }
  }
  if (/permission denied/i.test(message)) {
    return {
      code: 'not_runnable',
      message: `${program} in the image ${image} is not executable for this game server's user (${text})`,
    }
  }
  return { code: 'unavailable', message: `${engine} could not start it: ${text}` }
}

/** The last cause in the chain of an engine's message. */
function reasonIn(message: string): string {
  const chain = message.split('unable to start container process: ')
  return (chain.at(-1) ?? message).replace(/: unknown$/, '').trim()
}
