// Lines of activity: icon, sentence, what it was about, and when.

import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import { Link } from '@tanstack/react-router'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import lines from '../../ui/controls/line.module.css'
import { fullDate, timeOfDay } from '../../ui/time/date-formats.ts'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import tones from '../../ui/tone/tone.module.css'
import { useReasonText } from '../reasons/use-reason-text.ts'
import styles from './activity.module.css'
import { activityStyle } from './activity-style.ts'
import { activityText } from './logic/activity-text.ts'
import { type SentencePart, sentenceText } from './logic/sentence-parts.ts'
import { ownFacts, serverFacts } from './logic/server-sentence.ts'

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
  const facts = hasName ? serverFacts(t, entry) : ownFacts(t, entry, language)
  const phrase = facts.map(sentenceText).join(', ')
  return (
    <>
      <Icon size={16} stroke={2} className={`${tones[tone]} ${lines.mark}`} aria-hidden />
      <Dotted component="p" className={`truncate ${lines.text} ${styles.facts}`}>
        {times > 1 ? (
          <Sentence entry={entry} text={t('activity.repeated', { phrase, count: times })} />
        ) : (
          facts.map(parts => (
            <ServerFact
              key={sentenceText(parts)}
              parts={parts}
              entry={entry}
              link={hasName ? 'text-name' : null}
            />
          ))
        )}
        {more && (
          <bdi className={`text-hint ${areFiles ? 'mono' : ''}`} title={more}>
            {more}
          </bdi>
        )}
      </Dotted>
      <span className={`text-hint ${lines.when}`}>
        {isAgo ? <TimeAgo isValue at={entry.at} /> : <TimeOfDay at={entry.at} />}
      </span>
    </>
  )
}

/** One of them on the page of its server, in a text of its own: who did what, why, and how long ago. */
export function ActivitySentence({ entry }: { entry: ServerActivityEntry }) {
  const t = useTexts()
  const language = useLanguage()
  const { more } = activityText(t, entry, language, useReasonText())
  return (
    <Dotted component="p" className="text-secondary">
      {ownFacts(t, entry, language).map(parts => (
        <ServerFact key={sentenceText(parts)} parts={parts} entry={entry} link={null} />
      ))}
      {more && <bdi>{more}</bdi>}
      <TimeAgo isDate at={entry.at} />
    </Dotted>
  )
}

interface ServerFactProps {
  parts: readonly SentencePart[]
  entry: ServerActivityEntry
  /** How the name of the server looks as a link; null on its own page. */
  link: string | null | undefined
}

export function ServerFact({ parts, ...of }: ServerFactProps) {
  return (
    <span>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other name.
        <Piece key={at} part={part} {...of} />
      ))}
    </span>
  )
}

interface PieceProps extends Omit<ServerFactProps, 'parts'> {
  part: SentencePart
}

function Piece({ part, entry, link }: PieceProps) {
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
function Sentence({ entry, text }: { entry: ServerActivityEntry; text: string }) {
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
