// The pages of the panel's settings.

import { Link } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import { PageTabs } from '../../ui/controls/page-tabs.tsx'
import tabs from '../../ui/controls/tabs.module.css'

export function SettingsTabs() {
  const t = useTexts()
  return (
    <PageTabs label={t('pages.settings')} isBelowHeading>
      <Link to="/settings" className={tabs.tab}>
        {t('pages.general')}
      </Link>
      <Link to="/backup-storages" className={tabs.tab}>
        {t('pages.backupStorages')}
      </Link>
      <Link to="/database-hosts" className={tabs.tab}>
        {t('pages.databaseHosts')}
      </Link>
      <Link to="/webhooks" className={tabs.tab}>
        {t('pages.webhooks')}
      </Link>
    </PageTabs>
  )
}
