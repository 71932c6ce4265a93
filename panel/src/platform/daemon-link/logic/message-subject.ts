// Tells what a message of a node speaks about, and roughly what it weighs in memory.

import type { Ask } from '@rookery/contracts/daemon/generated/link.ts'
import type { NodeMessage, Subject } from '../link-hooks.ts'

export function messageSubject(message: NodeMessage): Subject {
  switch (message.$case) {
    case 'gameServerState':
      return { gameServerId: message.value.gameServerId, uuid: message.value.uuid }
    case 'backupReport':
      return { gameServerId: message.value.gameServerId }
    case 'taskUpdate':
    case 'taskOutput':
      return { taskId: message.value.taskId, runKey: message.value.runKey }
  }
}

const messageOverheadBytes = 256

export function messageWeightBytes(message: NodeMessage): number {
  switch (message.$case) {
    case 'gameServerState':
      return messageOverheadBytes + 2 * (message.value.reason.length + message.value.state.length)
    case 'taskUpdate':
      return messageOverheadBytes + 2 * (message.value.message.length + message.value.status.length)
    case 'taskOutput':
      return messageOverheadBytes + message.value.chunk.length
    case 'backupReport':
      return messageOverheadBytes + 2 * message.value.report.length
  }
}

export function questionWeightBytes({ body }: Ask): number {
  switch (body?.$case) {
    case undefined:
      return messageOverheadBytes
    case 'sftpCheck':
      return messageOverheadBytes + 2 * body.value.credentialId.length
    case 'sftpSignIn': {
      const { username, ip, proof } = body.value
      return messageOverheadBytes + 2 * (username.length + ip.length + (proof?.value.length ?? 0))
    }
    case 'sftpOperations':
      return body.value.operations.reduce(
        (sum, { paths }) => sum + messageOverheadBytes + 2 * paths.join().length,
        messageOverheadBytes,
      )
  }
}
