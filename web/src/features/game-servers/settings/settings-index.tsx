// Where on the page of settings one is: its sections, the one with the focus or in sight marked.

import { useEffect, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { currentSection } from './logic/current-section.ts'
import styles from './settings.module.css'

export const settingsSections = ['general', 'game', 'network', 'limits', 'start', 'crash', 'danger'] as const
export type SettingsSection = (typeof settingsSections)[number]

function useCurrentSection(sections: readonly SettingsSection[]): string | undefined {
  const [current, setCurrent] = useState<string | undefined>(sections[0])
  useEffect(() => {
    function findCurrent() {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement
      const places = sections.flatMap(id => {
        const element = document.getElementById(id)
        if (!element) return []
        const { top, bottom } = element.getBoundingClientRect()
        return [{ id, top, bottom, hasFocus: element.contains(document.activeElement) }]
      })
      setCurrent(
        currentSection(places, {
          focused: places.find(({ hasFocus }) => hasFocus)?.id ?? null,
          windowHeight: clientHeight,
          isAtEnd: scrollTop > 0 && scrollHeight - clientHeight - scrollTop < 4,
        }),
      )
    }
    findCurrent()
    window.addEventListener('scroll', findCurrent, { passive: true })
    document.addEventListener('focusin', findCurrent)
    return () => {
      window.removeEventListener('scroll', findCurrent)
      document.removeEventListener('focusin', findCurrent)
    }
  }, [sections])
  return current
}

export function SettingsIndex({ sections }: { sections: readonly SettingsSection[] }) {
  const t = useTexts()
  const current = useCurrentSection(sections)
  return (
    <nav className={`scroll-x ${styles.index}`} aria-label={t('pages.settings')}>
      {sections.map(section => (
        <a
          key={section}
          href={`#${section}`}
          aria-current={section === current ? 'location' : undefined}
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
