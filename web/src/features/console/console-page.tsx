// The console tab: connects, loads the terminal on demand and wires the tools to it.

import { useComputedColorScheme } from '@mantine/core'
import { type GameServer, readGameServer, readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { readStoredCommands, storeCommands } from '../../parts/console/stored-commands.ts'
import { ServerFailure } from '../../parts/failures/lazy-failures.ts'
import { pointsOf } from '../../parts/metrics/logic/metric-history.ts'
import { createTimeCursor, type TimeCursor } from '../../parts/metrics/time-cursor.ts'
import { useMetrics } from '../../parts/metrics/use-metrics.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { arriving } from '../../platform/lazy-loading.ts'
import { useTexts } from '../../texts/texts.ts'
import { downloadText } from '../../ui/controls/download-text.ts'
import { useCopy } from '../../ui/controls/use-copy.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { consoleTime } from '../../ui/time/date-formats.ts'
import type { TerminalControls } from './console-terminal.tsx'
import { ConsoleView } from './console-view.tsx'
import { canType, consoleMessage } from './logic/console-message.ts'
import { ConsoleStrip } from './strip/console-strip.tsx'
import { type OutputClock, useOutputSeconds } from './strip/output-clock.ts'
import { useConsole } from './use-console.ts'

interface LiveStripProps {
  gameServerId: number
  isRunning: boolean
  clock: OutputClock
  cursor: TimeCursor
}

/** What does not run and was not measured a moment ago has nothing to show. */
function LiveStrip({ gameServerId, isRunning, clock, cursor }: LiveStripProps) {
  const { history } = useMetrics(`/api/ws/servers/${gameServerId}/metrics`)
  const seconds = useOutputSeconds(clock)
  if (!isRunning && pointsOf(history, 'panel_server_cpu_usage_percent').length === 0) return null
  return <ConsoleStrip history={history} seconds={seconds} cursor={cursor} />
}

const timesStorageKey = 'rookery.console-times'

function isShowingTimes(): boolean {
  try {
    return window.localStorage.getItem(timesStorageKey) === 'yes'
  } catch {
    return false
  }
}

function rememberShowingTimes(isVisible: boolean): void {
  try {
    window.localStorage.setItem(timesStorageKey, isVisible ? 'yes' : 'no')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

const ConsoleTerminal = lazy(async () => ({
  default: (await arriving(() => import('./console-terminal.tsx'))).ConsoleTerminal,
}))

export function ConsolePage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const call = { params: { server: serverId } }
  const gameServer = useQuery(apiQuery(readGameServer, call))
  const abilities = useQuery(apiQuery(readOwnAbilities, call))
  if (!gameServer.data || !abilities.data) return null
  // Nothing runs before it is installed: why it is not says more than an empty console.
  if (gameServer.data.install_failure && gameServer.data.node_online) {
    return (
      <Suspense fallback={<LoadingRows rows={2} />}>
        <ServerFailure gameServer={gameServer.data} />
      </Suspense>
    )
  }
  return (
    <OpenConsole
      key={serverId}
      gameServer={gameServer.data}
      mayType={abilities.data['game-server-console-send'] ?? false}
      mayMeasure={abilities.data['game-server-metrics'] ?? false}
    />
  )
}

interface OpenConsoleProps {
  gameServer: GameServer
  mayType: boolean
  mayMeasure: boolean
}

function OpenConsole({ gameServer, mayType, mayMeasure }: OpenConsoleProps) {
  const t = useTexts()
  const serverId = String(gameServer.id)
  const connection = useConsole(serverId)
  const colorScheme = useComputedColorScheme('dark')
  const { isCopied, copy } = useCopy()
  const controls = useRef<TerminalControls>(null)
  const [cursor] = useState(createTimeCursor)
  const [hasTimes, setHasTimes] = useState(isShowingTimes)
  const [isNewBelow, setIsNewBelow] = useState(false)
  const [matches, setMatches] = useState<{ index: number; count: number } | null>(null)

  const state = connection.status?.state ?? gameServer.state
  const isNodeOnline = connection.status?.node_online ?? gameServer.node_online
  return (
    <ConsoleView
      terminal={
        <Suspense fallback={null}>
          <ConsoleTerminal
            feed={connection.feed}
            label={t('console.title', { name: gameServer.name })}
            gapText={t('console.gap')}
            anewText={t('console.anew')}
            colorScheme={colorScheme}
            cursor={cursor}
            hasTimes={hasTimes}
            formatTime={consoleTime}
            controls={controls}
            onNewBelow={setIsNewBelow}
            onMatches={setMatches}
          />
        </Suspense>
      }
      strip={
        mayMeasure && (
          <LiveStrip
            gameServerId={gameServer.id}
            isRunning={isNodeOnline && state !== 'stopped' && state !== 'crashed'}
            clock={connection.clock}
            cursor={cursor}
          />
        )
      }
      message={consoleMessage(connection.line, state, isNodeOnline)}
      isEmpty={connection.hasOutput === false}
      refusal={connection.refusal}
      isNewBelow={isNewBelow}
      mayType={mayType}
      canTypeNow={canType(connection.line, state, isNodeOnline)}
      earlierCommands={readStoredCommands(`console-commands.${serverId}`)}
      matches={matches}
      isCopied={isCopied}
      hasTimes={hasTimes}
      onTimes={isVisible => {
        rememberShowingTimes(isVisible)
        setHasTimes(isVisible)
      }}
      onSearch={(searchText, direction) => controls.current?.search(searchText, direction)}
      onCopy={() => void copy(controls.current?.text() ?? '')}
      onDownload={() => downloadText(`${gameServer.name}.log`, controls.current?.text() ?? '')}
      onClear={() => controls.current?.clear()}
      onToEnd={() => controls.current?.toEnd()}
      onSend={connection.send}
      onRemember={commands => storeCommands(`console-commands.${serverId}`, commands)}
    />
  )
}
