// The first tab of the profile: details, language and theme, password.

import { useMantineColorScheme } from '@mantine/core'
import { listOwnSessions, signOutOthers } from '@rookery/contracts/http/login-sessions.ts'
import { changeProfile, type Profile, readProfile } from '@rookery/contracts/http/profile.ts'
import { listPersonalAccessTokens } from '@rookery/contracts/http/tokens.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useChangeLanguage } from '../../parts/language/use-change-language.ts'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Section } from '../../ui/controls/section.tsx'
import { AppearanceView } from './appearance-view.tsx'
import { DetailsView, type OwnDetails } from './details-view.tsx'
import { type PasswordChange, type PasswordOutcome, PasswordView } from './password-view.tsx'

const visibleFields = ['name', 'email', 'current_password', 'password']

function useDetailsChange() {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (wanted: OwnDetails) => api(changeProfile, { body: wanted }),
    onSuccess: profile => queryClient.setQueryData(apiQuery(readProfile, {}).queryKey, profile),
  })
  return { change, refusal: useRefusal(change.error, visibleFields) }
}

interface WantedPassword {
  change: PasswordChange
  isWithOthers: boolean
}

/** Sessions survive a new password; signing out the others is a call of its own, which may fail by itself. */
function usePasswordChange() {
  const t = useTexts()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: async ({ change: wanted, isWithOthers }: WantedPassword): Promise<PasswordOutcome> => {
      await api(changeProfile, { body: wanted })
      if (!isWithOthers) return { others: 'stay' }
      try {
        await api(signOutOthers, {})
        return { others: 'signed-out' }
      } catch (error) {
        return { others: 'not-signed-out', problem: problemMessage(t, error) }
      }
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(listPersonalAccessTokens) })
      await queryClient.invalidateQueries({ queryKey: keyOf(listOwnSessions) })
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
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const language = useLanguage()
  const changeLanguage = useChangeLanguage()
  const details = useDetailsChange()
  const password = usePasswordChange()
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
          outcome={password.change.data ?? null}
          {...password.refusal}
          onChange={(change, isWithOthers) => password.change.mutate({ change, isWithOthers })}
        />
      </Section>
    </div>
  )
}
