// Where a template comes from: built in, imported, or made here.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { useTexts } from '../../texts/texts.ts'
import styles from './games.module.css'

export function SourceBadge({ source }: Pick<TemplateSummary, 'source'>) {
  const t = useTexts()
  return <span className={styles.source}>{t(`catalog.source.${source}`)}</span>
}
