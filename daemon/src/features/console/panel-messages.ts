// Watches of consoles and typed lines as they come from the panel.

import type { ConsoleInput, WatchConsole } from '@rookery/contracts/daemon/generated/link.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { OutgoingTransfer } from '../../platform/panel-link/outgoing-transfer.ts'
import { ConsoleRefused, type Consoles } from './console.ts'
import { watchConsole } from './watch-console.ts'

export async function sendConsole(
  consoles: Consoles,
  request: WatchConsole,
  transfer: OutgoingTransfer,
): Promise<void> {
  for await (const chunk of watchConsole(consoles, request, transfer.signal)) {
    await transfer.write({ $case: 'output', value: chunk })
  }
}

export async function answerConsoleInput(
  consoles: Consoles,
  { gameServerId, line }: ConsoleInput,
): Promise<Record<string, never>> {
  try {
    await consoles.type(gameServerId, line)
    return {}
  } catch (error) {
    throw error instanceof ConsoleRefused ? new LinkRefusal(error.code, error.message) : error
  }
}
