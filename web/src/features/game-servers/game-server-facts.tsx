// The facts of a game server, in two quiet columns.

import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import detail from '../../ui/controls/detail.module.css'
import { Fact } from '../../ui/controls/fact.tsx'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { runtimeName } from '../../ui/run-state/runtime-names.ts'
import { useLanguage, useTexts } from '../../ui/texts/texts.ts'
import { TimeAgo } from '../../ui/time/live-time.tsx'

const mebibyte = 1024 * 1024

export function GameServerFacts({ gameServer }: { gameServer: GameServerDetail }) {
  const t = useTexts()
  const language = useLanguage()
  const { memory_limit_bytes: memoryBytes, cpu_limit_percent: cpuPercent } = gameServer
  const bytes = (limit: number | null) =>
    limit === null ? t('server.noLimit') : `${Math.round(limit / mebibyte).toLocaleString(language)} MiB`
  return (
    <Panel title={t('server.facts')}>
      <dl className={detail.facts}>
        {gameServer.template.game !== gameServer.template.name && (
          <Fact name={t('server.game')}>{gameServer.template.game}</Fact>
        )}
        <Fact name={t('server.template')}>{gameServer.template.name}</Fact>
        <Fact name={t('server.node')}>{gameServer.node_name}</Fact>
        <Fact name={t('server.runsAs')}>{runtimeName(t, gameServer.process_manager)}</Fact>
        <Fact name={t('server.memory')}>{bytes(memoryBytes)}</Fact>
        <Fact name={t('server.cpu')}>{cpuPercent === null ? t('server.noLimit') : `${cpuPercent} %`}</Fact>
        <Fact name={t('server.disk')}>{bytes(gameServer.disk_limit_bytes)}</Fact>
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
          <Fact name={t('server.directory')} isMono>
            {gameServer.directory}
          </Fact>
        )}
        {gameServer.tags.length > 0 && <Fact name={t('server.tags')}>{gameServer.tags.join(', ')}</Fact>}
      </dl>
    </Panel>
  )
}
