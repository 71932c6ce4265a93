// How much of something is used: a bar with its value in text, marked with a sign and a word where little is left.

import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { formatValue } from '../../ui/format/unit-rules.ts'
import { shareLevel } from './share-level-rules.ts'
import styles from './usage.module.css'

interface ShareBarProps {
  label: string
  /** Null: nobody knows. */
  percent: number | null
  /** Such as how much of how much. */
  detail?: string | undefined
  /** Where no heading names it. */
  hasLabel?: boolean
}

export function ShareBar({ label, percent, detail, hasLabel = false }: ShareBarProps) {
  const t = useTexts()
  const language = useLanguage()
  if (percent === null) {
    return (
      <span className="text-faint" title={t('nodes.notMeasured')}>
        <span className={styles.shareLabel}>{label} </span>–
        <span className="visually-hidden"> {t('nodes.notMeasured')}</span>
      </span>
    )
  }
  const level = shareLevel(percent)
  return (
    <span className={styles.share} data-level={level} data-labeled={hasLabel || undefined}>
      <span className={styles.shareText}>
        <span className={styles.shareLabel}>{label}</span>
        <span className="numbers text-name">{formatValue(percent, 'percent', language)}</span>
        {level !== 'fine' && (
          <span className={styles.level} title={t(`nodes.level.${level}`)}>
            <IconAlertTriangleFilled size={13} aria-hidden />
            <span className={hasLabel ? undefined : 'visually-hidden'}>{t(`nodes.level.${level}`)}</span>
          </span>
        )}
        {detail && <span className={`numbers text-faint ${styles.detail}`}>{detail}</span>}
      </span>
      <span className={styles.bar} aria-hidden>
        <span style={{ transform: `scaleX(${Math.min(1, percent / 100)})` }} />
      </span>
    </span>
  )
}
