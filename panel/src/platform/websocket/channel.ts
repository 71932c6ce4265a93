// How a feature offers a WebSocket channel: its path, who may open it, and what happens then.

import type { AccountCaller } from '../caller.ts'
import type { AccessRule } from '../http/access-rule.ts'
import type { RequestFacts } from '../http/route.ts'
import type { Connection } from './connection.ts'

export interface ChannelCall {
  params: Record<string, string>
  query: Record<string, string | undefined>
  caller: AccountCaller
  request: RequestFacts
}

export interface Channel {
  /** With placeholders: `/api/ws/servers/{server}/console`. */
  path: string
  summary: string
  access: AccessRule
  /** Runs before the upgrade, so that a refusal is an ordinary HTTP answer. */
  check?(call: ChannelCall): Promise<void>
  open(connection: Connection, call: ChannelCall): void
}
