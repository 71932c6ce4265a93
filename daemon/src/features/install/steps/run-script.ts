// The step `run-script`: a script in a container of its own, with the game's folder mounted, as eggs expect it.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { containerEngineNames, isContainerEngine } from '@rookery/contracts/process-managers.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { OneOffJob, ProcessManager } from '../../../platform/process-managers/process-manager.ts'
import { ActionFailed } from '../../game-servers/logic/action.ts'
import type { Step, StepDeps } from '../step-deps.ts'

const scriptPlace = '/mnt/install/install.sh'
/** Installers unpack and compile: less than this is not enough for some, whatever the game may use. */
const leastMemoryBytes = 2 * 1024 ** 3

export async function runScript(step: Step<'run-script'>, deps: StepDeps): Promise<void> {
  const manager = containerManager(deps)
  const scriptFile = join(deps.context.workFolder, 'install.sh')
  await writeFile(scriptFile, step.script.replaceAll('\r\n', '\n'), { mode: 0o644 })
  let lastLine = ''
  const onLine = (line: string) => {
    lastLine = line
    deps.say(line)
  }
  const argv = [...step.entrypoint.split(/\s+/).filter(Boolean), scriptPlace]
  const script = { source: scriptFile, target: scriptPlace, isReadOnly: true }
  try {
    const code = await manager.runOnce({
      ...jobOf(step, deps),
      argv,
      onLine,
      mounts: [folderOf(step, deps), script],
    })
    if (code !== 0) {
      const text = `the script ended with exit code ${code}${lastLine && `: ${lastLine}`}`
      // 137: what the engine kills for want of memory ends so, and nobody else has killed it.
      throw new ActionFailed(text, code, { outOfMemory: code === 137, subject: step.image })
    }
  } catch (error) {
    deps.canceled.throwIfAborted()
    throw error
  } finally {
    await giveToGame(manager, step, deps)
  }
}

type ContainerManager = ProcessManager & Required<Pick<ProcessManager, 'runOnce'>>

function containerManager({ context }: StepDeps): ContainerManager {
  const own = context.definition.process_manager
  const name = [own, ...containerEngineNames].find(
    candidate => isContainerEngine(candidate) && context.managersPresent.includes(candidate),
  )
  const manager = name && context.manager(name)
  if (manager?.runOnce) return manager as ContainerManager
  throw new ActionFailed(reasonOf('noEngine'), null, { reason: 'engine' })
}

function jobOf(
  { image, folder }: Step<'run-script'>,
  deps: StepDeps,
): Omit<OneOffJob, 'argv' | 'onLine' | 'mounts'> {
  const { definition, gameServerId } = deps.context
  const memoryBytes = Math.max(definition.limits.memory_bytes ?? 0, leastMemoryBytes)
  return {
    id: gameServerId,
    // Eggs write a ~ before an image that is not to be fetched.
    image: image.replace(/^~/, ''),
    pull: image.startsWith('~') ? null : deps.say,
    env: definition.environment,
    cwd: folder,
    limits: { memoryBytes },
    signal: deps.canceled,
  }
}

function folderOf({ folder }: Step<'run-script'>, deps: StepDeps): OneOffJob['mounts'][number] {
  return { source: deps.context.folder, target: folder, isReadOnly: false }
}

/** The script was root: what it has made becomes the game's, also after a failure, so that it can be removed. */
async function giveToGame(
  manager: ContainerManager,
  step: Step<'run-script'>,
  deps: StepDeps,
): Promise<void> {
  const { owner, root } = deps.context
  if (owner !== null) return root.chownTree('', owner)
  if (manager.name !== 'docker') return
  // A daemon that is not root has no right to files of root, but a container has.
  const user = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`
  const argv = ['chown', '-R', '-h', user, step.folder]
  const job = { ...jobOf(step, deps), argv, onLine: deps.say, mounts: [folderOf(step, deps)] }
  await manager.runOnce({ ...job, signal: new AbortController().signal }).catch(() => {})
}
