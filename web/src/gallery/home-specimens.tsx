// The home page: trouble, all well, first run.

import type { NodeUsageRow } from '@rookery/contracts/websocket/events.ts'
import { activity, largeFleet } from '../../pictures/fixtures/activity-fixtures.ts'
import { gameServers, nodes, templates } from '../../pictures/fixtures/fleet-fixtures.ts'
import { nowMs } from '../../pictures/fixtures/moment.ts'
import { HomeView } from '../features/home/home-view.tsx'
import { attentionList } from '../features/home/logic/attention.ts'
import { gameChoices } from '../features/home/logic/runnable.ts'
import { PickAGameView } from '../features/home/pick-a-game-view.tsx'
import { ignore, Specimen } from './specimen.tsx'

const healthy = gameServers.filter(gameServer => gameServer.state === 'running' && gameServer.node_online)
const attentionOf = (fleet: typeof gameServers, of: typeof nodes, usage: NodeUsageRow[] = []) =>
  attentionList({
    ...{ gameServers: fleet, nodes: of, nowMs, panelCertificateEnd: null },
    usage: new Map(usage.map(row => [row.id, row])),
  })
const busy: NodeUsageRow = {
  id: 1,
  ...{ cpu_percent: 97, memory_percent: 84, disk_percent: 93 },
  ...{ memory_bytes: 54 * 1024 ** 3, memory_total_bytes: 64 * 1024 ** 3 },
  ...{ disk_bytes: 886 * 1024 ** 3, disk_total_bytes: 953 * 1024 ** 3 },
  ...{ cpu_percent_lately: 95, memory_percent_lately: 84 },
}
const expiring = nodes
  .filter(({ id }) => id === busy.id)
  .map(node => ({ ...node, certificate_expires_at: new Date(nowMs + 9.5 * 86_400_000).toISOString() }))
const ago = (hours: number) => new Date(nowMs - hours * 3_600_000).toISOString()
const panelBackupTroubles = (
  [
    ['failed', 5, 29],
    ['overdue', 41, null],
    ['overdue', 77, 77],
    ['not_restorable', 60, 12],
  ] as const
).map(([kind, since, lastGood]) => ({
  kind: 'panelBackup' as const,
  trouble: { kind, since: ago(since), message: '' },
  lastGoodAt: lastGood && ago(lastGood),
}))
const pick = { busyTemplateId: null, problem: null, onPick: ignore }

export function HomeSpecimens() {
  return (
    <>
      <Specimen name="Trouble, node away">
        <HomeView
          attention={attentionOf(gameServers, nodes)}
          gameServers={gameServers}
          today={activity.slice(0, 8)}
          canRestart={() => true}
          canSeeConsole={() => true}
          canChangeLimits={true}
          onRestart={ignore}
          onRestartAll={ignore}
        />
      </Specimen>
      <Specimen name="Servers without a backup from this week, and one whose backups fail">
        <HomeView
          attention={[
            {
              kind: 'backups',
              servers: healthy.slice(0, 4).map(({ id, name }) => ({ id, name })),
              total: 7,
            },
            {
              kind: 'failedBackups',
              servers: healthy
                .slice(0, 1)
                .map(({ id, name }) => ({ id, name, problem: 'no space left on the disk of /srv/backups' })),
              total: 1,
            },
          ]}
          gameServers={healthy}
          today={[]}
          canRestart={() => true}
          canSeeConsole={() => true}
          canChangeLimits={true}
          onRestart={ignore}
          onRestartAll={ignore}
        />
      </Specimen>
      <Specimen name="The panel’s own backup: fails, never was, is overdue, can’t be restored">
        <HomeView
          attention={panelBackupTroubles}
          gameServers={healthy}
          today={[]}
          canRestart={() => true}
          canSeeConsole={() => true}
          canChangeLimits={true}
          onRestart={ignore}
          onRestartAll={ignore}
        />
      </Specimen>
      <Specimen name="A node that is overloaded, nearly full, and about to lose its certificate">
        <HomeView
          attention={attentionOf(healthy, expiring, [busy])}
          gameServers={healthy}
          today={[]}
          canRestart={() => true}
          canSeeConsole={() => true}
          canChangeLimits={true}
          onRestart={ignore}
          onRestartAll={ignore}
        />
      </Specimen>
      <Specimen name="Trouble, for somebody who may only look">
        <HomeView
          attention={attentionOf(gameServers, [])}
          gameServers={gameServers.slice(0, 4)}
          today={null}
          canRestart={() => false}
          canSeeConsole={() => false}
          canChangeLimits={false}
          onRestart={ignore}
          onRestartAll={ignore}
        />
      </Specimen>
      <Specimen name="All well, nothing has happened">
        <HomeView
          attention={[]}
          gameServers={healthy}
          today={[]}
          canRestart={() => false}
          canSeeConsole={() => false}
          canChangeLimits={false}
          onRestart={ignore}
          onRestartAll={ignore}
        />
      </Specimen>
      <Specimen name="One server">
        <HomeView
          attention={[]}
          gameServers={healthy.slice(0, 1)}
          today={activity.slice(0, 2)}
          canRestart={() => false}
          canSeeConsole={() => false}
          canChangeLimits={false}
          onRestart={ignore}
          onRestartAll={ignore}
        />
      </Specimen>
      <Specimen name="A thousand servers">
        <HomeView
          attention={attentionOf(largeFleet(1_000), [])}
          gameServers={largeFleet(1_000)}
          today={activity.slice(0, 8)}
          canRestart={() => true}
          canSeeConsole={() => true}
          canChangeLimits={true}
          onRestart={ignore}
          onRestartAll={ignore}
        />
      </Specimen>
      <Specimen name="First run">
        <PickAGameView choices={gameChoices(templates, nodes[0])} nodeName="basement" {...pick} />
      </Specimen>
      <Specimen name="First run, creating">
        <PickAGameView
          choices={gameChoices(templates.slice(0, 3), nodes[0])}
          nodeName="basement"
          {...pick}
          busyTemplateId={1}
        />
      </Specimen>
      <Specimen name="First run, no node">
        <PickAGameView choices={gameChoices(templates.slice(0, 3), undefined)} nodeName={null} {...pick} />
      </Specimen>
      <Specimen name="First run, no games">
        <PickAGameView choices={[]} nodeName="basement" {...pick} />
      </Specimen>
    </>
  )
}
