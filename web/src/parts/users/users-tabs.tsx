// The lists about people: users, roles, presets of permissions, service accounts, and plans.

import { Link } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import { PageTabs } from '../../ui/controls/page-tabs.tsx'
import tabs from '../../ui/controls/tabs.module.css'

export function UsersTabs() {
  const t = useTexts()
  return (
    <PageTabs label={t('people.tabs')} isBelowHeading>
      <Link to="/people" activeOptions={{ exact: true, includeSearch: false }} className={tabs.tab}>
        {t('people.usersTab')}
      </Link>
      <Link to="/people/roles" className={tabs.tab}>
        {t('people.rolesTab')}
      </Link>
      <Link to="/people/presets" className={tabs.tab}>
        {t('people.presetsTab')}
      </Link>
      <Link to="/people/service-accounts" activeOptions={{ includeSearch: false }} className={tabs.tab}>
        {t('people.serviceAccountsTab')}
      </Link>
      <Link to="/people/plans" className={tabs.tab}>
        {t('people.plansTab')}
      </Link>
    </PageTabs>
  )
}
