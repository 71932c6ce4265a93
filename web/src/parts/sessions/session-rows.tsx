// Where somebody is signed in: device, address, when it was last seen, and the way to sign it out.

import { Group } from '@mantine/core'
import type { LoginSession } from '@rookery/contracts/http/login-sessions.ts'
import {
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconTerminal2,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { TimeAgo, useIsPast } from '../../ui/time/live-time.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import { deviceKind, useDeviceName } from './device-name.ts'
import styles from './sessions.module.css'

interface SessionRowsProps {
  sessions: readonly LoginSession[]
  /** How many there are in all. */
  total: number
  /** The button of a row, where it has one. */
  actionOf?: (session: LoginSession) => ReactNode
}

const icons = { computer: IconDeviceDesktop, phone: IconDeviceMobile, program: IconTerminal2 }

export function SessionRows({ sessions, total, actionOf }: SessionRowsProps) {
  const t = useTexts()
  const rest = total - sessions.length
  return (
    <>
      <ul className={styles.rows}>
        {sessions.map(session => (
          <SessionRow key={session.id} session={session} action={actionOf?.(session)} />
        ))}
      </ul>
      {rest > 0 && <p className={`text-hint ${styles.rest}`}>{t('sessions.more', { count: rest })}</p>}
    </>
  )
}

function SessionRow({ session, action }: { session: LoginSession; action: ReactNode }) {
  const t = useTexts()
  const kind = deviceKind(session)
  const Icon = icons[kind]
  const name = useDeviceName()(session)
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon size={20} stroke={1.6} aria-hidden />
      </span>
      <Group className={styles.name} gap="4px 10px">
        <span className="text-name">{name}</span>
        {kind === 'program' && (
          <Pill status={{ tone: 'warning', Icon: IconAlertTriangle }} label={t('sessions.script')} />
        )}
        {session.is_current && (
          <Pill status={{ tone: 'running', Icon: IconCircleCheckFilled }} label={t('sessions.thisDevice')} />
        )}
      </Group>
      <Dotted component="p" className={`text-secondary ${styles.facts}`}>
        {session.ip && <span className={`mono ${styles.ip}`}>{session.ip}</span>}
        <LastSeen session={session} />
        <span>
          {t('sessions.signedIn')} <TimeAgo at={session.created_at} />
        </span>
      </Dotted>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  )
}

/** The panel writes it about once a minute: what is as young as that goes on. */
const nowForMs = 2 * 60_000

function LastSeen({ session }: { session: LoginSession }) {
  const t = useTexts()
  const isOver = useIsPast(Date.parse(session.last_seen_at) + nowForMs)
  if (session.is_current || !isOver) return <span>{t('sessions.activeNow')}</span>
  return (
    <span>
      {t('sessions.lastSeen')} <TimeAgo at={session.last_seen_at} />
    </span>
  )
}
