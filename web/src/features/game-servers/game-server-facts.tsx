// The facts of a game server, in two quiet columns.

import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import { runtimeName } from '../../parts/run-state/runtime-names.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import detail from '../../ui/controls/detail.module.css'
import { Fact } from '../../ui/controls/fact.tsx'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { formatValue } from '../../ui/format/unit-rules.ts'
import { TimeAgo } from '../../ui/time/live-time.tsx'

export function GameServerFacts({ gameServer }: { gameServer: GameServerDetail }) {
  const t = useTexts()
  const language = useLanguage()
  const { memory_limit_bytes: memoryBytes, cpu_limit_percent: cpuPercent } = gameServer
  const { limits_held: held } = gameServer
  /** A limit that is only written down must not look like one that holds. */
  const limit = (text: string | null, remark: string | null) => {
    if (text === null) return t('server.noLimit')
    return remark === null ? text : `${text} · ${remark}`
  }
  const bytes = (amount: number | null) => (amount === null ? null : formatValue(amount, 'bytes', language))
  const notHeld = (isHeld: boolean) => (isHeld ? null : t('server.notHeld'))
  return (
    <Panel title={t('server.facts')}>
      <dl className={detail.facts}>
        {gameServer.template.game !== gameServer.template.name && (
          <Fact name={t('server.game')}>{gameServer.template.game}</Fact>
        )}
        <Fact name={t('server.template')}>{gameServer.template.name}</Fact>
        <Fact name={t('server.node')}>{gameServer.node_name}</Fact>
        <Fact name={t('server.runsAs')}>{runtimeName(t, gameServer.process_manager)}</Fact>
        <Fact name={t('server.memory')}>{limit(bytes(memoryBytes), notHeld(held.memory))}</Fact>
        <Fact name={t('server.cpu')}>
          {limit(cpuPercent === null ? null : `${cpuPercent} %`, notHeld(held.cpu))}
        </Fact>
        <Fact name={t('server.disk')}>{limit(bytes(gameServer.disk_limit_bytes), t('server.diskHeld'))}</Fact>
        {held.processes !== true && <Fact name={t('server.processes')}>{t('server.processesAsRoot')}</Fact>}
        {gameServer.query_port !== null && (
          <Fact name={t('server.queryPort')} isMono>
            {gameServer.query_port}
          </Fact>
        )}
        {gameServer.rcon_port !== null && (
          <Fact name={t('server.rconPort')} isMono>
            {gameServer.rcon_port}
          </Fact>
        )}
        <Fact name={t('server.autostart')}>{gameServer.autostart ? t('server.yes') : t('server.no')}</Fact>
        <Fact name={t('server.installed')}>
          {gameServer.installed_at ? <TimeAgo at={gameServer.installed_at} /> : t('server.notYet')}
        </Fact>
        <Fact name={t('server.created')}>
          <TimeAgo at={gameServer.created_at} />
        </Fact>
        {gameServer.directory && (
          <Fact name={t('server.directory')} isMono isWide>
            {gameServer.directory}
          </Fact>
        )}
        {gameServer.tags.length > 0 && <Fact name={t('server.tags')}>{gameServer.tags.join(', ')}</Fact>}
      </dl>
    </Panel>
  )
}
