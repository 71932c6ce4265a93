// What SFTP of a node is doing, from what the node has told.

import type { Node } from '@rookery/contracts/http/nodes.ts'

export type SftpState = 'off' | 'listening' | 'problem' | 'starting' | 'away'

export function sftpState({ sftp, online }: Pick<Node, 'sftp' | 'online'>): SftpState {
  if (!sftp.enabled) return 'off'
  if (!online) return 'away'
  if (sftp.problem !== null) return 'problem'
  return sftp.listening ? 'listening' : 'starting'
}

/** Told to the node, which has not answered yet. */
export const isSettling = (node: Pick<Node, 'sftp' | 'online'>) =>
  sftpState(node) === 'starting' || (node.online && !node.sftp.enabled && node.sftp.listening)
