// The parts that rows and cards share: name, state with its reason, players, address, tags, select box, console button.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { GameQuery } from '@rookery/contracts/players.ts'
import { IconCheck, IconCopy, IconTerminal2, IconUsers } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useState } from 'react'
import power from '../../../parts/power/power-buttons.module.css'
import { reasonText } from '../../../parts/reasons/reason-rules.ts'
import { joinAddress } from '../../../parts/run-state/join-address.ts'
import { StatePill } from '../../../parts/run-state/state-pill.tsx'
import { PlanText } from '../../../parts/tasks/plan-text.tsx'
import { usePlayerCount } from '../../../parts/usage/player-count-store.ts'
import { useGameQuery, useKnownGameQuery } from '../../../parts/usage/use-game-query.ts'
import { useTexts } from '../../../texts/texts.ts'
import controls from '../../../ui/controls/controls.module.css'
import { useCopy } from '../../../ui/controls/use-copy.ts'
import { Span } from '../../../ui/time/live-time.tsx'
import styles from './game-servers.module.css'
import type { RowProps } from './row-events.ts'

/** The state in icon, word and color, then what is planned, or why, or else for how long. */
export function StateAndReason({ gameServer }: { gameServer: GameServer }) {
  const t = useTexts()
  const { state, node_online, state_reason, state_changed_at, suspended, planned } = gameServer
  const reason = suspended?.reason ?? (state_reason && reasonText(t, state_reason))
  return (
    <>
      <StatePill state={state} isNodeOnline={node_online} isSuspended={suspended !== null} />
      <span className="text-caption truncate" title={reason ?? undefined}>
        {planned ? (
          <PlanText plan={planned} kind={planned.action} />
        ) : (
          (reason ?? <Span from={state_changed_at} />)
        )}
      </span>
    </>
  )
}

interface RowNameProps extends Pick<RowProps, 'gameServer' | 'events'> {
  className: string | undefined
}

const isForTheBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

/** A plain link: one of the router's watches every navigation, which is too much for hundreds that are scrolled past. */
export function RowName({ gameServer, events, className }: RowNameProps) {
  return (
    <a
      href={`/servers/${gameServer.id}`}
      className={className}
      title={gameServer.name}
      onPointerEnter={events.onNear}
      onFocus={events.onNear}
      onClick={event => {
        if (isForTheBrowser(event)) return
        event.preventDefault()
        events.onOpen(gameServer)
      }}
    >
      {gameServer.name}
    </a>
  )
}

/** A row that is only scrolled past asks nothing, and the live channel is quicker than this where the node counts. */
const settledMs = 4_000
const askEveryMs = 30_000

function useIsSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), settledMs)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}

/** How many play; nothing where the game does not tell. A node that counts by itself is not asked. */
export function RowPlayers({ gameServer }: { gameServer: GameServer }) {
  const count = usePlayerCount(gameServer.id)
  const isSettled = useIsSettled()
  if (!gameServer.node_online || gameServer.state !== 'running') return null
  if (count) return <Players players={count.players} most={count.maxPlayers} />
  return isSettled ? <AskedPlayers gameServer={gameServer} /> : <KnownPlayers gameServer={gameServer} />
}

function AskedPlayers({ gameServer }: { gameServer: GameServer }) {
  return <AnsweredPlayers query={useGameQuery(gameServer, { everyMs: askEveryMs })} />
}

function KnownPlayers({ gameServer }: { gameServer: GameServer }) {
  return <AnsweredPlayers query={useKnownGameQuery(gameServer.id)} />
}

const AnsweredPlayers = ({ query }: { query: GameQuery | null }) =>
  query && query.players !== null ? <Players players={query.players} most={query.max_players} /> : null

function Players({ players, most }: { players: number; most: number | null }) {
  const t = useTexts()
  return (
    <span className={`text-quiet numbers ${styles.players}`} title={t('usage.players')}>
      <IconUsers size={14} aria-hidden />
      <span className="visually-hidden">{t('usage.players')}</span>
      {most === null ? players : `${players}/${most}`}
    </span>
  )
}

export function RowAddress({ gameServer, pageHost }: Pick<RowProps, 'gameServer' | 'pageHost'>) {
  const t = useTexts()
  const { isCopied, copy } = useCopy()
  const address = joinAddress(gameServer.ip, gameServer.port, pageHost)
  const port = `:${gameServer.port}`
  return (
    <span className={styles.address} title={address}>
      <span className="mono truncate">{address.slice(0, -port.length)}</span>
      <span className={`mono ${styles.port}`} data-port>
        {port}
      </span>
      <button
        type="button"
        className={isCopied ? `${power.icon} ${controls.copied}` : power.icon}
        title={isCopied ? t('actions.copied') : t('actions.copyAddress')}
        aria-label={isCopied ? t('actions.copied') : t('serverList.copyNamed', { name: gameServer.name })}
        onClick={() => void copy(address)}
      >
        {isCopied ? <IconCheck size={15} /> : <IconCopy size={15} stroke={1.7} />}
      </button>
    </span>
  )
}

const tagsInSight = 1

/** The first can be pressed, and is whole; how many more there are is counted, and their names are told to whoever points there. */
export function Tags({ tags, onTag }: { tags: readonly string[]; onTag: (tag: string) => void }) {
  const t = useTexts()
  const further = tags.slice(tagsInSight)
  return (
    <>
      {tags.slice(0, tagsInSight).map(tag => (
        <button
          key={tag}
          type="button"
          className={`badge truncate ${styles.tag}`}
          title={t('serverList.onlyTag', { tag })}
          onClick={() => onTag(tag)}
        >
          {tag}
        </button>
      ))}
      {further.length > 0 && (
        <span className={`badge ${styles.furtherTags}`} title={further.join(', ')}>
          +{further.length}
          <span className="visually-hidden"> {further.join(', ')}</span>
        </span>
      )}
    </>
  )
}

export function SelectBox({
  gameServer,
  isSelected,
  events,
}: Pick<RowProps, 'gameServer' | 'isSelected' | 'events'>) {
  const t = useTexts()
  return (
    <input
      type="checkbox"
      className="tick"
      checked={isSelected}
      aria-label={t('serverList.selectNamed', { name: gameServer.name })}
      onClick={event => events.onSelect(gameServer.id, event.shiftKey)}
      readOnly
    />
  )
}

export function ConsoleButton({ gameServer, abilities, events }: RowProps) {
  const t = useTexts()
  if (!abilities['game-server-console-view']) return null
  return (
    <button
      type="button"
      className={power.icon}
      title={t('serverList.console')}
      aria-label={t('serverList.consoleNamed', { name: gameServer.name })}
      onClick={() => events.onConsole(gameServer)}
    >
      <IconTerminal2 size={17} stroke={1.8} />
    </button>
  )
}
