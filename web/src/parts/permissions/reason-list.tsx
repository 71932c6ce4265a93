// Each right on a game server with why it is held or not, in the order that people know.

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
  const byName = new Map(reasons.map(each => [each.permission as string, each]))
  return (
    <ul className={styles.reasons}>
      {inDisplayOrder(reasons.map(({ permission }) => permission)).map(name => {
        const cell = byName.get(name)
        if (!cell) return null
        const Icon = cell.value ? IconCheck : IconBan
        return (
          <li key={name} className={toneOf(cell)}>
            <Icon size={14} stroke={2.2} aria-hidden />
            <span className={styles.name}>{t(`permissions.names.${name}`)}</span>
            <span className={`text-note ${styles.why}`}>{reasonText(t, cell.source)}</span>
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
