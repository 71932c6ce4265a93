// A node that stands still: what was answered with an error does not happen when it goes on.

import { readConsole, sendConsoleCommand, startGameServer } from '@rookery/contracts/http/game-servers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Programs } from '../live/programs.ts'
import { waitFor } from '../wait-for.ts'

let programs: Programs
beforeAll(async () => {
  programs = await new Programs().start()
})
afterAll(() => programs.stop())

test('4.2 a command that was answered with 503 does not reach the game later', async () => {
  const id = await programs.addGame('echo ready; while read -r line; do echo "heard $line"; done')
  const params = { server: String(id) }
  await programs.ended((await programs.api.call(startGameServer, { params })).task_id)
  const say = (command: string) => programs.api.call(sendConsoleCommand, { params, body: { command } })
  programs.daemon.signal('SIGSTOP')
  try {
    await expect(say('too late')).rejects.toThrow(/503.*not known whether this was done/s)
  } finally {
    programs.daemon.signal('SIGCONT')
  }
  await waitFor('the node takes commands again', () =>
    say('in time').then(
      () => true,
      () => false,
    ),
  )
  const visible = async () => (await programs.api.call(readConsole, { params })).output
  await waitFor('the game has heard it', async () => (await visible()).includes('heard in time'))
  expect(await visible()).not.toContain('too late')
})
