// The console's commands for RCON: output is returned instead of printed.

import type { RconResult } from '../listeners/rcon-connection.ts'
import { parseAdminCommand } from '../logic/admin-command.ts'
import { type AdminDeps, answerCommand } from './answer-command.ts'
import { numberedLines, rconCountLimit } from './bulk-output.ts'
import type { Endings } from './console.ts'

export async function runRconCommand(deps: AdminDeps, endings: Endings, text: string): Promise<RconResult> {
  const command = parseAdminCommand(text)
  if (command.kind === 'stop') return { answer: 'Stopping.\n', afterwards: endings.stop }
  if (command.kind === 'crash') {
    return { answer: 'As you wish.\n', afterwards: () => endings.crash(command.code) }
  }
  if (command.kind === 'flood') return { answer: 'Flooding works on the console only.\n' }
  if (command.kind === 'count') {
    if (command.pauseMs > 0) return { answer: 'Counting slowly works on the console only.\n' }
    if (command.lines > rconCountLimit)
      return { answer: `Over RCON, count goes to ${rconCountLimit} at most.\n` }
    return { answer: numberedLines(1, command.lines) }
  }
  return { answer: (await answerCommand(deps, command)).map(line => `${line}\n`).join('') }
}
