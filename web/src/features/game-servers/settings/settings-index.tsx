// Where on the page of settings one is: its sections, the one in sight marked.

import { useEffect, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import styles from './settings.module.css'

export const settingsSections = ['general', 'game', 'network', 'limits', 'start', 'crash', 'danger'] as const
export type SettingsSection = (typeof settingsSections)[number]

/** The last one that has come up to the strip; at the end of the page the last of all. */
function useSectionInSight(sections: readonly SettingsSection[]): SettingsSection | undefined {
  const [inSight, setInSight] = useState(sections[0])
  useEffect(() => {
    function findCurrent() {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement
      const isAtEnd = scrollTop > 0 && scrollHeight - clientHeight - scrollTop < 4
      const reached = sections.filter(
        id => (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) < 300,
      )
      setInSight(isAtEnd ? sections.at(-1) : (reached.at(-1) ?? sections[0]))
    }
    findCurrent()
    window.addEventListener('scroll', findCurrent, { passive: true })
    return () => window.removeEventListener('scroll', findCurrent)
  }, [sections])
  return inSight
}

export function SettingsIndex({ sections }: { sections: readonly SettingsSection[] }) {
  const t = useTexts()
  const inSight = useSectionInSight(sections)
  return (
    <nav className={`scroll-x ${styles.index}`} aria-label={t('pages.settings')}>
      {sections.map(section => (
        <a
          key={section}
          href={`#${section}`}
          aria-current={section === inSight ? 'location' : undefined}
          onClick={event => {
            event.preventDefault()
            document.getElementById(section)?.scrollIntoView()
          }}
        >
          {t(`settings.${section}`)}
        </a>
      ))}
    </nav>
  )
}
