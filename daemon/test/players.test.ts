// Commands about players that are typed into a console: the answer of the game decides, not that it was typed.

import type { PlayerControl } from '@rookery/contracts/template/control.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestNode, type TestNode } from './open-test-node.ts'

/** Knows two players by number, and says what other games say. */
const script = `
echo ready
ann=1
banned=1
while read -r line; do
  case "$line" in
    quit) exit 0 ;;
    who) echo "#1 name Console"; [ $ann = 1 ] && echo "#2 name Ann B"; echo "#3 name Rock" ;;
    'throw 2'*) ann=0; echo "Kicked Ann B." ;;
    'throw 3'*) echo "Kicked Rock." ;;
    throw*) echo "Failed to kick." ;;
    mute*) : ;;
    bans) [ $banned = 1 ] && echo "banned: Cat (id 7)"; echo "banned: Rock (id 8)" ;;
    'lift 7') banned=0; echo "Lifted." ;;
    lift*) echo "Lifted." ;;
    'say '*) echo "Console: \${line#say }" ;;
    *) echo "Unknown command: $line" ;;
  esac
done
`

const control: PlayerControl = {
  by: 'console',
  list: { command: 'who', pattern: '^#(?<id>[2-9]) name (?<name>.*?)\\r?$' },
  identify_by: 'id',
  kick: 'throw {player} {reason}',
  bans: { command: 'bans', pattern: '^banned: (?<name>\\w+) \\(id (?<id>\\d+)\\)' },
  unban: 'lift {player}',
  message: 'say {message}',
  refused: '^Failed to kick',
}

describe('players by the console', () => {
  let node: TestNode
  let last = 0
  beforeAll(async () => {
    node = await openTestNode()
  })
  afterAll(() => node?.end())

  async function start(players: PlayerControl): Promise<number> {
    last += 1
    const install = [{ do: 'write-file', path: 'game.sh', content: script, words: 'w' } as const]
    node.put(last, { install, players })
    await node.run(last, 'install')
    expect(await node.run(last, 'start')).toMatchObject({ status: 'success' })
    return last
  }
  const command = (id: number, action: 'kick' | 'unban' | 'message', player: string, text = '') =>
    node.app.players.command(id, { action, player, text })
  const refused = (words: RegExp) => ({ code: 'conflict', message: expect.stringMatching(words) })

  test('a player is found by name, thrown out, and then nobody of that name is there', async () => {
    const id = await start(control)
    await expect(command(id, 'kick', 'Nobody')).rejects.toMatchObject(refused(/no player "Nobody" is online/))
    expect(await command(id, 'kick', 'Ann B', 'be nice')).toContain('Kicked Ann B.')
    await expect(command(id, 'kick', 'Ann B')).rejects.toMatchObject(refused(/no player "Ann B" is online/))
  })

  test('a game that says yes while the player stays is not believed', async () => {
    const id = await start(control)
    await expect(command(id, 'kick', 'Rock')).rejects.toMatchObject(refused(/still there.*Kicked Rock/))
  })

  test('what the game refuses, does not know or does not answer is an error with its words', async () => {
    const { list: _, ...blind } = control
    const byName = await start({ ...blind, done: '^Kicked ' })
    await expect(command(byName, 'kick', '9')).rejects.toMatchObject(refused(/refused.*Failed to kick/))
    expect(await command(byName, 'kick', '3')).toContain('Kicked Rock.')
    const silent = await start({
      ...blind,
      kick: 'mute {player}',
      done: '^Kicked ',
      message: 'frob {message}',
    })
    await expect(command(silent, 'kick', '3')).rejects.toMatchObject(refused(/did not say/))
    await expect(command(silent, 'message', '', 'hi')).rejects.toMatchObject(refused(/Unknown command: frob/))
  })

  test('a ban is lifted by the id that the game lists, and one that stays is not believed to be lifted', async () => {
    const id = await start(control)
    expect(await node.app.players.bans(id)).toEqual([
      { name: 'Cat', id: '7', reason: null },
      { name: 'Rock', id: '8', reason: null },
    ])
    expect(await command(id, 'unban', 'Cat')).toContain('Lifted.')
    expect((await node.app.players.bans(id)).map(({ name }) => name)).toEqual(['Rock'])
    await expect(command(id, 'unban', '8')).rejects.toMatchObject(refused(/was not lifted.*Lifted/))
    await expect(command(id, 'unban', 'Cat')).rejects.toMatchObject(refused(/"Cat" is not banned/))
    const { bans: _, ...silent } = control
    await expect(node.app.players.bans(await start(silent))).rejects.toMatchObject(
      refused(/cannot list bans/),
    )
  })

  test('a message that reads like a refusal is a message', async () => {
    const id = await start(control)
    expect(await command(id, 'message', '', 'Failed to kick')).toContain('Console: Failed to kick')
  })
})
