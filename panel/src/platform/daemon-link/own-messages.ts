// Rule L4 in its one place: hands on what a node tells about its own game servers and tasks, and drops the rest.

import type { Hello } from '@rookery/contracts/daemon/generated/link.ts'
import type { LinkHooks, NodeMessage, Subject } from './link-hooks.ts'
import { messageSubject } from './logic/message-subject.ts'

export interface OwnMessages {
  forward(message: NodeMessage): Promise<void>
  reconcile(hello: Hello): Promise<void>
}

export function createOwnMessages(nodeId: number, hooks: LinkHooks): OwnMessages {
  async function isOwn(subject: Subject, kind: string): Promise<boolean> {
    const ownership = await hooks.ownership(nodeId, subject)
    if (ownership !== 'own') hooks.notOwned(nodeId, subject, ownership, kind)
    return ownership === 'own'
  }

  async function ownOnly<Item>(items: Item[], subjectOf: (item: Item) => Subject): Promise<Item[]> {
    const own: Item[] = []
    for (const item of items) if (await isOwn(subjectOf(item), 'hello')) own.push(item)
    return own
  }

  return {
    async forward(message) {
      if (await isOwn(messageSubject(message), message.$case)) await hooks.received(nodeId, message)
    },
    async reconcile(hello) {
      const gameServers = await ownOnly(hello.gameServers, ({ gameServerId, uuid }) => ({
        gameServerId,
        uuid,
      }))
      const tasks = await ownOnly(hello.tasks, ({ taskId, runKey }) => ({ taskId, runKey }))
      await hooks.reconcile(nodeId, { gameServers, tasks })
    },
  }
}
