// The lines of the Activity pages: who, the sentence with links, when, and the details on demand.

import { UnstyledButton } from '@mantine/core'
import type {
  ActivityEntry,
  PeopleActivityEntry,
  ServerActivityEntry,
} from '@rookery/contracts/http/activity.ts'
import { IconChevronDown, IconTerminal2, IconUserQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import { ServerFact, TimeOfDay } from '../../parts/activity/activity-lines.tsx'
import { activityStyle } from '../../parts/activity/activity-style.ts'
import { activityText } from '../../parts/activity/logic/activity-text.ts'
import { type SentencePart, sentenceText } from '../../parts/activity/logic/sentence-parts.ts'
import { ownFacts, serverFacts } from '../../parts/activity/logic/server-sentence.ts'
import { hueOf } from '../../parts/games/logic/initials.ts'
import { useReasonText } from '../../parts/reasons/use-reason-text.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { fullDate } from '../../ui/time/date-formats.ts'
import tones from '../../ui/tone/tone.module.css'
import styles from './activity-view.module.css'
import { peopleDetails } from './logic/people-details.ts'
import { peopleSentence } from './logic/people-sentence.ts'
import { peopleStyle } from './people-style.ts'

interface ActivityListProps {
  entries: readonly ActivityEntry[]
  /** Says which game server it was about, with a link. */
  hasNames: boolean
  /** Administrators open people and objects. */
  isAdministrator: boolean
}

export function ActivityList({ entries, hasNames, isAdministrator }: ActivityListProps) {
  return (
    <ul className="divided">
      {entries.map(entry => (
        <li key={entry.id}>
          {entry.what === 'people' ? (
            <PeopleLine entry={entry} hasName={hasNames} isAdministrator={isAdministrator} />
          ) : (
            <ServerLine entry={entry} hasName={hasNames} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** Names that are alike have colors that are not. */
const goldenAngle = 137

/** The first letter of who did it; what was done to a server is a small sign on it. */
function Initial({ login, children }: { login: string; children?: ReactNode }) {
  return (
    <span
      className={styles.who}
      style={{ '--hue': (hueOf(login) * goldenAngle) % 360 } as CSSProperties}
      aria-hidden
      title={login}
    >
      {Array.from(login)[0]?.toLocaleUpperCase()}
      {children}
    </span>
  )
}

function ServerLine({ entry, hasName }: { entry: ServerActivityEntry; hasName: boolean }) {
  const t = useTexts()
  const language = useLanguage()
  const { Icon, tone } = activityStyle(entry)
  const { more, areFiles } = activityText(t, entry, language, useReasonText())
  const facts = hasName ? serverFacts(t, entry) : ownFacts(t, entry, language)
  return (
    <div className={styles.line}>
      {entry.by ? (
        <Initial login={entry.by.login}>
          <span className={`${tones[tone]} ${styles.badge}`}>
            <Icon size={13} stroke={2.1} />
          </span>
        </Initial>
      ) : (
        <span className={`${styles.sign} ${tones[tone]}`}>
          <Icon size={15} stroke={2} aria-hidden />
        </span>
      )}
      <Dotted component="p" className={styles.text}>
        {facts.map(parts => (
          <ServerFact
            key={sentenceText(parts)}
            parts={parts}
            entry={entry}
            link={hasName ? styles.link : null}
          />
        ))}
        {more && <bdi className={`${styles.more} ${areFiles ? 'mono' : ''}`}>{more}</bdi>}
      </Dotted>
      <span className={`text-hint ${styles.when}`}>
        <TimeOfDay at={entry.at} />
      </span>
    </div>
  )
}

interface PeopleLineProps {
  entry: PeopleActivityEntry
  hasName: boolean
  isAdministrator: boolean
}

function PeopleLine({ entry, hasName, isAdministrator }: PeopleLineProps) {
  const t = useTexts()
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const rows = peopleDetails(t, entry, at => fullDate(Date.parse(at), language))
  const { Icon, tone } = peopleStyle(entry)
  const Unknown = tone === 'trouble' ? Icon : entry.via === 'command' ? IconTerminal2 : IconUserQuestion
  return (
    <>
      <div className={styles.line}>
        {entry.by ? (
          <Initial login={entry.by.login}>
            <span className={`${tones[tone]} ${styles.badge}`}>
              <Icon size={13} stroke={2.1} />
            </span>
          </Initial>
        ) : (
          <span className={`${styles.sign} ${tones[tone]}`}>
            <Unknown size={15} stroke={2} aria-hidden />
          </span>
        )}
        <p className={styles.text}>
          {peopleSentence(t, entry, !hasName).map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other name.
            <Piece key={at} part={part} entry={entry} isAdministrator={isAdministrator} />
          ))}
        </p>
        {rows.length > 0 && (
          <UnstyledButton
            className={styles.open}
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={t('activityPeople.details')}
            title={t('activityPeople.details')}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconChevronDown size={16} stroke={2} aria-hidden />
          </UnstyledButton>
        )}
        <span className={`text-hint ${styles.when}`}>
          <TimeOfDay at={entry.at} />
        </span>
      </div>
      {isOpen && (
        <dl id={id} className={styles.details}>
          {rows.map(({ label, before, value }) => (
            <div key={`${label} ${value}`}>
              <dt>{label}</dt>
              <dd>
                {before !== undefined && <span className={styles.before}>{before} → </span>}
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

interface PieceProps {
  part: SentencePart
  entry: PeopleActivityEntry
  isAdministrator: boolean
}

function Piece({ part, entry, isAdministrator }: PieceProps) {
  const t = useTexts()
  if (typeof part === 'string') return part
  if (part.part === 'list') return <span>{part.text}</span>
  if (part.part === 'who') {
    const id = entry.by?.id ?? null
    if (entry.by && id === null) {
      return (
        <span className={styles.gone} title={t('activityPeople.gone')}>
          {part.text}
        </span>
      )
    }
    return <PersonName id={isAdministrator ? id : null} text={part.text} />
  }
  if (part.part === 'server' && entry.server) {
    return (
      <Link
        to="/servers/$serverId/activity"
        params={{ serverId: String(entry.server.id) }}
        className={styles.link}
      >
        {part.text}
      </Link>
    )
  }
  return <SubjectName subject={entry.subject} text={part.text} isAdministrator={isAdministrator} />
}

function PersonName({ id, text }: { id: number | null; text: string }) {
  if (id === null) return <b>{text}</b>
  return (
    <Link to="/people/users/$userId" params={{ userId: String(id) }} className={styles.link}>
      {text}
    </Link>
  )
}

interface SubjectNameProps {
  subject: PeopleActivityEntry['subject']
  text: string
  isAdministrator: boolean
}

/** What is gone by now answers with a page that says so. */
function SubjectName({ subject, text, isAdministrator }: SubjectNameProps) {
  const id = isAdministrator && subject?.id ? String(subject.id) : null
  if (!subject || id === null) return <b>{text}</b>
  const common = { className: styles.link, children: text }
  switch (subject.type) {
    case 'user':
      return <Link to="/people/users/$userId" params={{ userId: id }} {...common} />
    case 'role':
      return <Link to="/people/roles/$roleId" params={{ roleId: id }} {...common} />
    case 'node':
      return <Link to="/nodes/$nodeId" params={{ nodeId: id }} {...common} />
    case 'template':
      return <Link to="/templates/$templateId" params={{ templateId: id }} {...common} />
    case 'plugin':
      return <Link to="/plugins/$pluginId" params={{ pluginId: id }} {...common} />
    case 'storage':
      return <Link to="/backup-storages" {...common} />
    case 'database_host':
      return <Link to="/database-hosts" {...common} />
    case 'webhook':
      return <Link to="/webhooks" {...common} />
    case 'preset':
    case 'plan':
      return <b>{text}</b>
  }
}
