// Lines of activity: icon, sentence, what it was about, and when.

import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import { Link } from '@tanstack/react-router'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import lines from '../../ui/controls/line.module.css'
import { fullDate, timeOfDay } from '../../ui/time/date-formats.ts'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import tones from '../../ui/tone/tone.module.css'
import styles from './activity.module.css'
import { activityStyle } from './activity-style.ts'
import { activityText } from './logic/activity-text.ts'

interface ActivityLinesProps {
  entries: readonly ServerActivityEntry[]
  /** How often each happened, where that is more than once. */
  times?: ReadonlyMap<number, number>
  /** Says which game server it was about, with a link. */
  hasNames?: boolean
  /** "3 minutes ago" instead of the time of day, which needs a heading with the day above. */
  isAgo?: boolean
}

export function ActivityLines({ entries, times, hasNames, isAgo }: ActivityLinesProps) {
  return (
    <ul className="divided">
      {entries.map(entry => (
        <li key={entry.id} className={lines.line}>
          <ActivityLine
            entry={entry}
            times={times?.get(entry.id) ?? 1}
            hasName={hasNames ?? false}
            isAgo={isAgo ?? false}
          />
        </li>
      ))}
    </ul>
  )
}

interface ActivityLineProps {
  entry: ServerActivityEntry
  times: number
  hasName: boolean
  isAgo: boolean
}

function ActivityLine({ entry, times, hasName, isAgo }: ActivityLineProps) {
  const t = useTexts()
  const { Icon, tone } = activityStyle(entry)
  const { sentence, more, areFiles } = activityText(t, entry, useLanguage())
  return (
    <>
      <Icon size={16} stroke={2} className={`${tones[tone]} ${lines.mark}`} aria-hidden />
      <p className={`truncate ${lines.text}`}>
        {hasName && (
          <Link
            to="/servers/$serverId/activity"
            params={{ serverId: String(entry.server.id) }}
            className={`text-name ${styles.name}`}
          >
            {entry.server.name}
          </Link>
        )}
        {hasName && ' '}
        <Sentence
          entry={entry}
          text={times > 1 ? t('activity.repeated', { phrase: sentence, count: times }) : sentence}
        />
        {more && (
          <>
            {' '}
            <bdi className={`text-hint ${lines.more} ${styles.more} ${areFiles ? 'mono' : ''}`} title={more}>
              {more}
            </bdi>
          </>
        )}
      </p>
      <span className={`text-hint ${lines.when}`}>
        {isAgo ? <TimeAgo isValue at={entry.at} /> : <TimeOfDay at={entry.at} />}
      </span>
    </>
  )
}

/** A task leads to what it printed. */
export function Sentence({ entry, text }: { entry: ServerActivityEntry; text: string }) {
  if (entry.what !== 'task' || entry.status !== 'error')
    return <span className={styles.sentence}>{text}</span>
  return (
    <Link to="/tasks/$taskId" params={{ taskId: String(entry.task_id) }} className={styles.sentence}>
      {text}
    </Link>
  )
}

export function TimeOfDay({ at }: { at: string }) {
  const language = useLanguage()
  const atMs = Date.parse(at)
  return (
    <time dateTime={at} title={fullDate(atMs, language)} className="numbers">
      {timeOfDay(atMs, language)}
    </time>
  )
}
