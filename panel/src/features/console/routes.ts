// Routes of the console for scripts: read its end, send one line.

import { readConsole, sendConsoleCommand } from '@rookery/contracts/http/game-servers.ts'
import { onGameServer } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Console } from './console.ts'

export function consoleRoutes(console: Console): Route[] {
  return [
    route(readConsole, onGameServer('game-server-console-view', 'server:console'), async call => ({
      output: await console.tail(call.params.server),
    })),
    route(sendConsoleCommand, onGameServer('game-server-console-send', 'server:console'), call =>
      console.send(call.params.server, call.body.command),
    ),
  ]
}
