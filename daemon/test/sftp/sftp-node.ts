// A daemon whose SFTP is switched on, and somebody in the place of the panel who answers as a test says.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SftpState } from '@rookery/contracts/daemon/generated/link.ts'
import type { SftpSession } from '@rookery/contracts/daemon/sftp-session.ts'
import type { AppOptions } from '../../src/app.ts'
import { LinkRefusal, type Question } from '../../src/platform/panel-link/link-hooks.ts'
import { openTestFolder, openTestNode, type TestNode, until } from '../open-test-node.ts'
import { connect, type SftpClient } from './sftp-client.ts'

export const gameServerId = 7
export const username = `a.person.${gameServerId}`
export const password = 'made-for-sftp-alone'

export interface SftpNode {
  node: TestNode
  port: number
  /** The folder of the game server. */
  folder: string
  asked: Question[]
  /** What the panel says to anything; a test may replace it. */
  panel: { answer: (question: Question) => Promise<object> }
  state(): SftpState
  connect(): Promise<SftpClient>
  end(): Promise<void>
}

const session: SftpSession = {
  user_id: 3,
  login: 'a.person',
  game_server_id: gameServerId,
  credential_id: 'key:1',
  is_administrator: false,
}

/** Lets in who knows the password. */
export async function usualAnswer(question: Question): Promise<object> {
  if (question.$case !== 'sftpSignIn') return {}
  const { username: name, proof } = question.value
  const isRight = proof?.$case === 'password' && proof.value === password && name === username
  if (!isRight) throw new LinkRefusal('wrong_credentials', 'wrong login or password')
  return session
}

export async function openSftpNode(
  options: { diskBytes?: number; settings?: Partial<AppOptions['config']> } = {},
): Promise<SftpNode> {
  const asked: Question[] = []
  const panel: SftpNode['panel'] = { answer: usualAnswer }
  const ask = (question: Question) => {
    asked.push(question)
    return panel.answer(question)
  }
  const node = await openTestNode(openTestFolder(), options.settings ?? {}, { ask })
  const limits = { memory_bytes: null, cpu_percent: null, disk_bytes: options.diskBytes ?? null }
  const { uuid } = node.put(gameServerId, { limits })
  await node.run(gameServerId, 'install')
  await node.app.hooks.settings({ sftpEnabled: true, sftpPort: 0 })
  const states = () => node.sent.flatMap(message => (message.$case === 'sftpState' ? [message.value] : []))
  const state = () => states().at(-1) as SftpState
  const folder = join(node.folder, 'servers', uuid)
  await until(() => existsSync(folder), 'the game server has its folder')
  const clients: SftpClient[] = []
  return {
    node,
    asked,
    panel,
    folder,
    state,
    port: state().port,
    async connect() {
      const client = await connect(state().port, { username, password })
      clients.push(client)
      return client
    },
    async end() {
      for (const client of clients) client.end()
      await node.end()
    },
  }
}
