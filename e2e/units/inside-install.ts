// Run on a machine with systemd, as root: it becomes a node by the line of the panel, goes on through a second run, and is
// rid of it again, also while a game runs.

import { existsSync, readdirSync } from 'node:fs'
import { stopGameServer } from '@rookery/contracts/http/game-servers.ts'
import { becomeNode, eventually, fetchScript, gamePids, joinPanel, paste, run } from './inside-node.ts'

const { api, node, installed } = await becomeNode()
const game = await api.createArena('Goes on')
await api.waitForState(game, 'running')
const before = gamePids()
const mainPid = run('systemctl', 'show', '--property=MainPID', '--value', 'rookery-daemon')
const again = paste(`${fetchScript} | sh`)
if (!again.startsWith('0: ')) throw new Error(again)
await eventually('another daemon is online', async () => {
  const pid = run('systemctl', 'show', '--property=MainPID', '--value', 'rookery-daemon')
  return pid !== mainPid && pid !== '0' && (await node()).online
})
await api.waitForState(game, 'running')
const hasSurvived = before.length > 0 && before.every(pid => gamePids().includes(pid))
const uninstall = 'sh /opt/rookery/current/install.sh uninstall'
const refused = paste(uninstall)
await api.call(stopGameServer, { params: { server: String(game) } })
await api.waitForState(game, 'stopped')
const removed = paste(uninstall)
if (!removed.includes('Removed.')) throw new Error(removed)
const unit = run('systemctl', 'is-active', 'rookery-daemon')
const gameFilesLeft = readdirSync('/var/lib/rookery/games').filter(name => /^[0-9a-f]{8}-/.test(name)).length

const { id } = await joinPanel(api)
await api.waitForState(await api.createArena('Is ended', true, undefined, id), 'running')
const forced = paste(`${uninstall} --stop-games`)
if (!forced.includes('Removed.')) throw new Error(forced)
console.log(
  JSON.stringify({
    isEnabledBefore: installed.includes('Starting rookery-daemon'),
    hasSurvived,
    isRefusedWhileGamesRun: refused.includes('game servers are running'),
    left: [
      '/opt/rookery',
      '/etc/rookery',
      '/etc/systemd/system/rookery-daemon.service',
      '/var/lib/rookery/daemon',
    ].filter(path => existsSync(path)),
    gameFilesLeft,
    unit,
    gamesLeft: gamePids().length,
  }),
)
