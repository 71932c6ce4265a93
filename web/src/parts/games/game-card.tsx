// One game of the catalogue, as it stands inside a link or a button.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { useTexts } from '../../texts/texts.ts'
import { Emblem } from './emblem.tsx'
import styles from './games.module.css'
import { demoSlug } from './logic/match-games.ts'

const visibleTags = 3

export function GameCard({ template }: { template: TemplateSummary }) {
  const t = useTexts()
  const isDemo = template.slug === demoSlug && template.source === 'built-in'
  return (
    <>
      <Emblem template={template} size={42} />
      <span className={styles.cardWords}>
        <span className={styles.cardName}>{template.name}</span>
        <span className={`text-note ${styles.cardText}`}>{template.description}</span>
        <span className={`text-caption ${styles.cardTags}`}>
          {isDemo && <span className={styles.demo}>{t('catalogue.demo')}</span>}
          {template.source !== 'built-in' && (
            <span className={styles.source}>{t(`catalogue.source.${template.source}`)}</span>
          )}
          {template.tags.slice(0, visibleTags).map(tag => (
            <span key={tag}>{tag}</span>
          ))}
        </span>
      </span>
    </>
  )
}
