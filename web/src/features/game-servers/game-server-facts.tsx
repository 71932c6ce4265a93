// The facts of a game server, in two quiet columns.

import { Group } from '@mantine/core'
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
  const { limits_held: held, cpu_limit_percent: cpuPercent } = gameServer
  const bytes = (amount: number | null) => (amount === null ? null : formatValue(amount, 'bytes', language))
  const memory = bytes(gameServer.memory_limit_bytes)
  const disk = bytes(gameServer.disk_limit_bytes)
  const cpu = cpuPercent === null ? null : formatValue(cpuPercent, 'percent', language)
  /** A limit that is only written down must not look like one that holds. */
  const withRemark = (text: string, remark: string | null) => (remark === null ? text : `${text} · ${remark}`)
  const notHeld = (isHeld: boolean) => (isHeld ? null : t('server.notHeld'))
  return (
    <Panel title={t('server.facts')}>
      <dl className={detail.facts}>
        {gameServer.template.game !== gameServer.template.name && (
          <Fact name={t('server.game')}>{gameServer.template.game}</Fact>
        )}
        <Fact name={t('server.template')} isForPhone>
          {gameServer.template.name}
        </Fact>
        <Fact name={t('server.node')} isForPhone>
          {gameServer.node_name}
        </Fact>
        {gameServer.owner && <Fact name={t('server.owner')}>{gameServer.owner.name}</Fact>}
        <Fact name={t('server.runsAs')}>{runtimeName(t, gameServer.process_manager)}</Fact>
        {memory && <Fact name={t('server.memory')}>{withRemark(memory, notHeld(held.memory))}</Fact>}
        {cpu && <Fact name={t('server.cpu')}>{withRemark(cpu, notHeld(held.cpu))}</Fact>}
        {disk && <Fact name={t('server.disk')}>{withRemark(disk, t('server.diskHeld'))}</Fact>}
        {!memory && !cpu && !disk && <Fact name={t('server.limits')}>{t('server.noLimit')}</Fact>}
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
          {gameServer.installed_at ? <TimeAgo isValue at={gameServer.installed_at} /> : t('server.notYet')}
        </Fact>
        <Fact name={t('server.created')}>
          <TimeAgo isValue at={gameServer.created_at} />
        </Fact>
        {gameServer.directory && (
          <Fact name={t('server.directory')} isMono isWide>
            {gameServer.directory}
          </Fact>
        )}
        {gameServer.tags.length > 0 && (
          <Fact name={t('server.tags')}>
            <Group component="span" gap={6}>
              {gameServer.tags.map(tag => (
                <span key={tag} className="badge">
                  {tag}
                </span>
              ))}
            </Group>
          </Fact>
        )}
      </dl>
    </Panel>
  )
}
