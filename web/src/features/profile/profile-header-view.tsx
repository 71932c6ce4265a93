// The head of the profile on every tab: who you are, and the tabs.

import { Box, Stack } from '@mantine/core'
import type { Profile } from '@rookery/contracts/http/profile.ts'
import { Link } from '@tanstack/react-router'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import detail from '../../ui/controls/detail.module.css'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { PageTabs } from '../../ui/controls/page-tabs.tsx'
import tabs from '../../ui/controls/tabs.module.css'
import { plainDate } from '../../ui/time/date-formats.ts'

export function ProfileHeaderView({ profile }: { profile: Profile }) {
  const t = useTexts()
  const language = useLanguage()
  const since = plainDate(Date.parse(profile.created_at), language)
  return (
    <Stack component="header" gap={0}>
      <h1>{profile.name || profile.login}</h1>
      <Dotted component="p" className={detail.words}>
        <span className="mono">{profile.login}</span>
        {profile.is_admin ? t('shell.administrator') : profile.roles.join(', ')}
        <Box component="span" visibleFrom="xs">
          {t('profile.since', { date: since })}
        </Box>
      </Dotted>
      <PageTabs label={t('pages.profile')}>
        <Link to="/profile" activeOptions={{ exact: true }} className={tabs.tab}>
          {t('pages.account')}
        </Link>
        <Link to="/profile/two-factor" className={tabs.tab}>
          {t('pages.twoFactor')}
        </Link>
        <Link to="/profile/sessions" className={tabs.tab}>
          {t('pages.sessions')}
        </Link>
        <Link to="/profile/tokens" className={tabs.tab}>
          {t('pages.accessTokens')}
        </Link>
        <Link to="/profile/sftp" className={tabs.tab}>
          {t('pages.sftp')}
        </Link>
      </PageTabs>
    </Stack>
  )
}
