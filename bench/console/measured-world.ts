// Starts what is measured and what it is compared with, each as a process of its own, and ends all of it.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { MeasuredPanel } from './measured-panel.ts'

export interface MeasuredWorld {
  barePort: number
  /** A running game; gives its id. */
  startGame(template: 'flood' | 'clock'): Promise<number>
  consoleAddress(gameServerId: number): Promise<URL>
  panelResidentBytes(): Promise<number>
  close(): Promise<void>
}

export async function startMeasuredWorld(): Promise<MeasuredWorld> {
  const panelProcess = start('./measured-panel.ts')
  const panel = await firstMessage<MeasuredPanel>(panelProcess)
  const nodeProcess = start('./measured-node.ts', [panel.url, panel.enrollmentKey])
  await firstMessage(nodeProcess)
  const bareProcess = start('./bare-broadcast.ts')
  const barePort = await firstMessage<number>(bareProcess)

  async function ask(method: string, path: string, body?: object) {
    const response = await fetch(panel.url + path, {
      method,
      headers: {
        authorization: `Bearer ${panel.sessionToken}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { id: number; token: string; state: string; online: boolean }
  }

  return {
    barePort,
    async startGame(template) {
      while (!(await ask('GET', `/api/nodes/${panel.nodeId}`)).online) await delay(100)
      const { id } = await ask('POST', '/api/servers', {
        name: template,
        node_id: panel.nodeId,
        template_id: panel.templateIds[template],
        start: true,
      })
      while ((await ask('GET', `/api/servers/${id}`)).state !== 'running') await delay(100)
      return id
    },
    async consoleAddress(gameServerId) {
      const { token } = await ask('POST', '/api/auth/short-lived-token')
      const address = new URL(`/api/ws/servers/${gameServerId}/console?token=${token}`, panel.url)
      address.protocol = 'ws:'
      return address
    },
    async panelResidentBytes() {
      panelProcess.send('memory')
      return firstMessage<number>(panelProcess)
    },
    async close() {
      for (const child of [bareProcess, nodeProcess, panelProcess]) {
        const exit = once(child, 'exit')
        child.disconnect()
        await exit
      }
    },
  }
}

function start(file: string, args: string[] = []): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: ['--no-warnings', '--expose-gc'],
  })
}

async function firstMessage<Message>(child: ChildProcess): Promise<Message> {
  const [message] = (await once(child, 'message')) as [Message]
  return message
}
