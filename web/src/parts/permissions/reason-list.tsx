// Why permissions on a game server are held or not: each reason once, with all that it decides, in the order that people know.

import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { IconBan, IconCheck, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import tones from '../../ui/tone/tone.module.css'
import { reasonText } from './logic/reason-text.ts'
import { inDisplayOrder } from './logic/scopes.ts'
import styles from './reason-list.module.css'

/** Denied by somebody is more than not given by anybody. */
function toneOf({ value, source }: PermissionOnGameServer): string | undefined {
  if (value) return tones.running
  return source.entry?.effect === 'deny' ? tones.trouble : tones.resting
}

export function ReasonList({ reasons }: { reasons: readonly PermissionOnGameServer[] }) {
  const t = useTexts()
  const order = inDisplayOrder(reasons.map(({ permission }) => permission))
  const sorted = reasons.toSorted(
    (one, other) => order.indexOf(one.permission) - order.indexOf(other.permission),
  )
  const groups = Map.groupBy(sorted, ({ value, source }) => `${value} ${reasonText(t, source)}`)
  return (
    <ul className={styles.reasons}>
      {[...groups].map(([key, cells]) => {
        const [first] = cells
        if (!first) return null
        const Icon = first.value ? IconCheck : IconBan
        return (
          <li key={key} className={toneOf(first)}>
            <Icon size={14} stroke={2.2} aria-hidden />
            <span className={styles.name}>{reasonText(t, first.source)}</span>
            <span className={`text-note ${styles.decided}`}>
              {cells.map(({ permission }) => t(`permissionTitles.${permission}`)).join(', ')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

interface AskWhyProps {
  text: string
  label: string
  isOpen: boolean
  /** Of what it opens. */
  controls: string
  onAsk: () => void
}

/** The question that opens the reasons. */
export function AskWhy({ text, label, isOpen, controls, onAsk }: AskWhyProps) {
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <button
      type="button"
      className={styles.ask}
      aria-expanded={isOpen}
      aria-controls={controls}
      aria-label={label}
      onClick={onAsk}
    >
      {text}
      <Chevron size={14} aria-hidden />
    </button>
  )
}
