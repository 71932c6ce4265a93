// A started game sees its config file as its definition wants it, also after a crash; a planted link leads nowhere.

import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestNode, shellGame, type TestNode, until } from './open-test-node.ts'
import { shareKeeper } from './share-keeper.ts'

/** Shows its port, then spoils the file as games do, and answers what is typed. */
const script = `
cat server.properties
sed 's/^server-port=.*/server-port=1/' server.properties > spoiled
cat spoiled > server.properties && echo spoiled
echo ready
while read -r line; do
  case "$line" in
    quit) exit 0 ;;
    crash) exit 7 ;;
  esac
done
`

const configFiles: GameServerDefinition['config_files'] = [
  {
    path: 'server.properties',
    format: 'properties',
    create: true,
    values: [{ key: 'server-port', value: '25599' }],
  },
]

describe('config files of a started game', () => {
  shareKeeper()
  let node: TestNode
  beforeEach(async () => {
    node = await openTestNode()
  })
  afterEach(() => node.end())

  const folderOf = ({ uuid }: GameServerDefinition) => join(node.folder, 'servers', uuid)
  const saidOf = (taskId: number) =>
    Buffer.concat(
      node.sent.flatMap(message =>
        message.$case === 'taskOutput' && message.value.taskId === taskId ? [message.value.chunk] : [],
      ),
    ).toString()

  it('is adjusted before each start, stays the game’s own to write, and again after a crash', async () => {
    const definition = node.put(31, {
      ...shellGame(script),
      config_files: configFiles,
      crash_policy: { restart: true, attempts: 5, window_ms: 60_000, delay_ms: 100 },
    })
    await node.run(31, 'install')
    const file = join(folderOf(definition), 'server.properties')
    const start = await node.run(31, 'start')
    expect(start).toMatchObject({ status: 'success' })
    expect(saidOf(start.taskId)).toContain('adjusting its config files')
    expect(await node.consoleUntil(31, 'ready')).toMatch(/server-port=25599[\s\S]*spoiled/)
    expect(readFileSync(file, 'utf8')).toBe('server-port=1\n')

    const first = node.app.consoles.current(31)?.process.pid
    await node.type(31, 'crash')
    await until(() => (node.app.consoles.current(31)?.process.pid ?? first) !== first, 'it is started again')
    expect(await node.consoleUntil(31, 'ready')).toContain('server-port=25599')
    await node.run(31, 'kill')
  })

  it('T-058 is neither read nor written through a link that the game has planted', async () => {
    const definition = node.put(32, { ...shellGame('echo ready; cat'), config_files: configFiles })
    await node.run(32, 'install')
    const secret = join(node.folder, 'secret')
    writeFileSync(secret, 'server-port=swordfish\n', { mode: 0o600 })
    const planted = join(folderOf(definition), 'server.properties')
    symlinkSync(secret, planted)
    const start = await node.run(32, 'start')
    expect(start).toMatchObject({ status: 'success' })
    expect(saidOf(start.taskId)).toMatch(/server\.properties is not adjusted as wanted: .*link/)
    expect(saidOf(start.taskId)).not.toContain('swordfish')
    expect(readFileSync(secret, 'utf8')).toBe('server-port=swordfish\n')
    expect(lstatSync(planted).isSymbolicLink()).toBe(true)
    await node.run(32, 'kill')

    const outside = join(node.folder, 'made')
    node.put(
      32,
      {
        ...definition,
        config_files: configFiles.map(file => ({ ...file, path: 'linked/made', format: 'yaml' as const })),
      },
      2,
    )
    symlinkSync(node.folder, join(folderOf(definition), 'linked'))
    expect(await node.run(32, 'start')).toMatchObject({ status: 'success' })
    expect(existsSync(outside)).toBe(false)
    await node.run(32, 'kill')
  })
})
