// Lines of activity: icon, sentence, what it was about, and when.

import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import { Link } from '@tanstack/react-router'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import lines from '../../ui/controls/line.module.css'
import { fullDate, timeOfDay } from '../../ui/time/date-formats.ts'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import tones from '../../ui/tone/tone.module.css'
import { useReasonText } from '../reasons/use-reason-text.ts'
import styles from './activity.module.css'
import { activityStyle } from './activity-style.ts'
import { activityText } from './logic/activity-text.ts'
import { type SentencePart, sentenceText } from './logic/sentence-parts.ts'
import { ownSentence, separator, serverSentence } from './logic/server-sentence.ts'

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
  const language = useLanguage()
  const { more, areFiles } = activityText(t, entry, language, useReasonText())
  const parts = hasName ? serverSentence(t, entry) : ownSentence(t, entry, language)
  const link = hasName ? `text-name ${styles.name}` : null
  return (
    <>
      <Icon size={16} stroke={2} className={`${tones[tone]} ${lines.mark}`} aria-hidden />
      <p className={`truncate ${lines.text}`}>
        {times > 1 ? (
          <Sentence
            entry={entry}
            text={t('activity.repeated', { phrase: sentenceText(parts), count: times })}
          />
        ) : (
          parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other name.
            <ServerPiece key={at} part={part} entry={entry} link={link} />
          ))
        )}
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

interface ServerPieceProps {
  part: SentencePart
  entry: ServerActivityEntry
  /** How the name of the server looks as a link; null on its own page. */
  link: string | null | undefined
}

export function ServerPiece({ part, entry, link }: ServerPieceProps) {
  if (part === separator) return part
  if (typeof part === 'string') {
    // Of a link only the words are underlined.
    return (
      <>
        {part.startsWith(' ') && ' '}
        <Sentence entry={entry} text={part.trim()} />
        {part.endsWith(' ') && ' '}
      </>
    )
  }
  if (part.part !== 'server' || !link) return <b>{part.text}</b>
  return (
    <Link to="/servers/$serverId/activity" params={{ serverId: String(entry.server.id) }} className={link}>
      {part.text}
    </Link>
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
