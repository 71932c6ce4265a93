// A console that is docked below the list of game servers: the same output and the same command line, without the tools.

import { Button, Stack, useComputedColorScheme } from '@mantine/core'
import { consoleCommandProblem } from '@rookery/contracts/console-command.ts'
import { type GameServer, readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { readStoredCommands, storeCommands } from '../../parts/console/stored-commands.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { arriving } from '../../platform/lazy-loading.ts'
import { useTexts } from '../../texts/texts.ts'
import { CommandLine } from '../../ui/command-line/command-line.tsx'
import styles from './console.module.css'
import type { TerminalControls } from './console-terminal.tsx'
import { canType, consoleMessage } from './logic/console-message.ts'
import { useConsole } from './use-console.ts'

const ConsoleTerminal = lazy(async () => ({
  default: (await arriving(() => import('./console-terminal.tsx'))).ConsoleTerminal,
}))

const ignore = () => undefined

export function DockedConsole({ gameServer }: { gameServer: GameServer }) {
  const t = useTexts()
  const serverId = String(gameServer.id)
  const connection = useConsole(serverId)
  const abilities = useQuery(apiQuery(readOwnAbilities, { params: { server: serverId } }))
  const colorScheme = useComputedColorScheme('dark')
  const controls = useRef<TerminalControls>(null)
  const [isNewBelow, setIsNewBelow] = useState(false)
  const state = connection.status?.state ?? gameServer.state
  const isNodeOnline = connection.status?.node_online ?? gameServer.node_online
  const message = consoleMessage(connection.line, state, isNodeOnline)
  const place = `console-commands.${serverId}` as const
  return (
    <Stack className={styles.console} gap={0} h="100%">
      <div className={styles.screen}>
        <Suspense fallback={null}>
          <ConsoleTerminal
            feed={connection.feed}
            label={t('console.title', { name: gameServer.name })}
            gapText={t('console.gap')}
            anewText={t('console.anew')}
            colorScheme={colorScheme}
            controls={controls}
            onNewBelow={setIsNewBelow}
            onMatches={ignore}
          />
        </Suspense>
        {!connection.hasOutput && !message && (
          <p className={`text-faint ${styles.empty}`}>{t('console.empty')}</p>
        )}
        {isNewBelow && (
          <Button size="xs" radius="xl" className={styles.newBelow} onClick={() => controls.current?.toEnd()}>
            {t('console.newBelow')}
          </Button>
        )}
      </div>
      {message && (
        <p className={`line-above text-note ${styles.word}`} role="status">
          {t(`console.${message}`)}
        </p>
      )}
      {connection.refusal && (
        <p className={`line-above text-problem ${styles.word}`} role="alert">
          {connection.refusal}
        </p>
      )}
      {abilities.data?.['game-server-console-send'] && (
        <CommandLine
          isEnabled={canType(connection.line, state, isNodeOnline)}
          placeholder={t('console.command')}
          earlier={readStoredCommands(place)}
          check={line => consoleCommandProblem(line) && t('console.lineRefused')}
          notSent={t('console.notSent')}
          onSend={connection.send}
          onRemember={commands => storeCommands(place, commands)}
        />
      )}
    </Stack>
  )
}
