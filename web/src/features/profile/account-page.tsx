// The first tab of the profile: details, language and theme, password.

import { useMantineColorScheme } from '@mantine/core'
import { changeProfile, type Profile, readProfile } from '@rookery/contracts/http/profile.ts'
import { listPersonalAccessTokens } from '@rookery/contracts/http/tokens.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useChangeLanguage } from '../../parts/language/use-change-language.ts'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Section } from '../../ui/controls/section.tsx'
import { AppearanceView } from './appearance-view.tsx'
import { DetailsView, type OwnDetails } from './details-view.tsx'
import { type PasswordChange, PasswordView } from './password-view.tsx'

const visibleFields = ['name', 'email', 'current_password', 'password']

function useProfileChange<Change extends OwnDetails | PasswordChange>(afterwards?: () => Promise<void>) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (wanted: Change) => api(changeProfile, { body: wanted }),
    onSuccess: async profile => {
      queryClient.setQueryData(apiQuery(readProfile, {}).queryKey, profile)
      await afterwards?.()
    },
  })
  return { change, refusal: useRefusal(change.error, visibleFields) }
}

export function AccountPage() {
  const profile = useQuery(apiQuery(readProfile, {}))
  return profile.data ? <Account key={profile.data.id} profile={profile.data} /> : null
}

function Account({ profile }: { profile: Profile }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const language = useLanguage()
  const changeLanguage = useChangeLanguage()
  const details = useProfileChange<OwnDetails>()
  const password = useProfileChange<PasswordChange>(() =>
    queryClient.invalidateQueries({ queryKey: keyOf(listPersonalAccessTokens) }),
  )
  return (
    <div>
      <Section title={t('profile.details')} text={t('profile.detailsText')}>
        <DetailsView
          profile={profile}
          isBusy={details.change.isPending}
          isSaved={details.change.isSuccess}
          {...details.refusal}
          onSave={details.change.mutate}
        />
      </Section>
      <Section title={t('profile.appearance')} text={t('profile.appearanceText')}>
        <AppearanceView
          language={language}
          scheme={colorScheme}
          onLanguage={changeLanguage}
          onScheme={setColorScheme}
        />
      </Section>
      <Section title={t('profile.password')} text={t('profile.passwordText')}>
        <PasswordView
          login={profile.login}
          isBusy={password.change.isPending}
          isChanged={password.change.isSuccess}
          {...password.refusal}
          onChange={password.change.mutate}
        />
      </Section>
    </div>
  )
}
