// The two lists about people: users and roles.

import { Link } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import tabs from '../../ui/controls/tabs.module.css'
import styles from './people.module.css'

export function PeopleTabs() {
  const t = useTexts()
  return (
    <nav className={`${tabs.tabs} ${styles.tabs}`} aria-label={t('people.tabs')}>
      <Link to="/people" activeOptions={{ exact: true, includeSearch: false }} className={tabs.tab}>
        {t('people.usersTab')}
      </Link>
      <Link to="/people/roles" className={tabs.tab}>
        {t('people.rolesTab')}
      </Link>
    </nav>
  )
}
