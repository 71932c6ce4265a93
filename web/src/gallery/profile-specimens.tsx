// The profile: account, second factor, personal access tokens.

import { type TokenAbility, tokenAbilities } from '@rookery/contracts/token-abilities.ts'
import {
  accessTokens,
  gameServers,
  loginSessions,
  mfaNudge,
  profile,
} from '../../pictures/fixtures/fleet-fixtures.ts'
import { AppearanceView } from '../features/profile/appearance-view.tsx'
import { DetailsView } from '../features/profile/details-view.tsx'
import { PasswordView } from '../features/profile/password-view.tsx'
import { ProfileHeaderView } from '../features/profile/profile-header-view.tsx'
import { SessionsView } from '../features/profile/sessions-view.tsx'
import { CreatedTokenView } from '../features/tokens/created-token-view.tsx'
import { NewAccessTokenView } from '../features/tokens/new-token-view.tsx'
import { RevokeView } from '../features/tokens/revoke-view.tsx'
import { AccessTokensView } from '../features/tokens/tokens-view.tsx'
import { NewCodesView } from '../features/two-factor/new-codes-view.tsx'
import { ReminderView } from '../features/two-factor/reminder-view.tsx'
import { SwitchOffView } from '../features/two-factor/switch-off-view.tsx'
import { TwoFactorView } from '../features/two-factor/two-factor-view.tsx'
import { UserSessionsView } from '../features/users/details/user-sessions.tsx'
import { ApiError } from '../platform/api-error.ts'
import { ignore, Specimen } from './specimen.tsx'

const quiet = { isBusy: false, faults: {}, problem: null }
const outage = new ApiError({ code: 'unreachable', status: 0, message: 'no answer' })
const ofTokens = { onCreate: ignore, onRevoke: ignore, onRetry: ignore }
const abilities = Object.keys(tokenAbilities) as TokenAbility[]
const nudges = {
  'days left': mfaNudge,
  'the last day': { ...mfaNudge, days_remaining: 0 },
  'no deadline': { ...mfaNudge, days_remaining: null, hard_fail_at: null },
  'time over': { ...mfaNudge, hard_fail: true, days_remaining: 0 },
}

export function ProfileSpecimens() {
  return (
    <>
      <Specimen name="Head of the profile">
        <ProfileHeaderView profile={profile} />
      </Specimen>
      <Specimen name="Details" isNarrow>
        <DetailsView {...quiet} isSaved profile={profile} onSave={ignore} />
      </Specimen>
      <Specimen name="Details, refused" isNarrow>
        <DetailsView
          {...quiet}
          isSaved={false}
          faults={{ email: ['is not an e-mail address'] }}
          profile={profile}
          onSave={ignore}
        />
      </Specimen>
      <Specimen name="Language and theme" isNarrow>
        <AppearanceView language="en" scheme="dark" onLanguage={ignore} onScheme={ignore} />
      </Specimen>
      <Specimen name="Password" isNarrow>
        <PasswordView {...quiet} login="mara" outcome={null} onChange={ignore} />
      </Specimen>
      <Specimen name="Password, changed" isNarrow>
        <PasswordView {...quiet} login="mara" outcome={{ others: 'signed-out' }} onChange={ignore} />
      </Specimen>
      <Specimen name="Password, refused" isNarrow>
        <PasswordView
          {...quiet}
          login="mara"
          outcome={null}
          faults={{ current_password: ['is wrong'] }}
          onChange={ignore}
        />
      </Specimen>
      <Specimen name="Password, changed, other devices still signed in" isNarrow>
        <PasswordView
          {...quiet}
          login="mara"
          outcome={{
            others: 'not-signed-out',
            problem: 'Can’t reach the panel. Check your connection and try again.',
          }}
          onChange={ignore}
        />
      </Specimen>
      <TwoFactorSpecimens />
      <SessionSpecimens />
      <AccessTokenSpecimens />
    </>
  )
}

function SessionSpecimens() {
  const of = {
    ...{ endingId: null, refusal: null, sessions: loginSessions, total: loginSessions.length },
    ...{ onSignOut: ignore, onSignOutOthers: ignore, onRetry: ignore },
  }
  return (
    <>
      <Specimen name="Sessions">
        <SessionsView {...of} status="ready" />
      </Specimen>
      <Specimen name="Sessions, one, and more than fit">
        <SessionsView {...of} status="ready" sessions={loginSessions.slice(0, 1)} total={230} />
      </Specimen>
      <Specimen name="Sessions, loading">
        <SessionsView {...of} status="loading" />
      </Specimen>
      <Specimen name="Sessions, no answer">
        <SessionsView {...of} status="problem" problem={outage} />
      </Specimen>
      <Specimen name="Sessions of somebody else" isNarrow>
        <UserSessionsView sessions={loginSessions.slice(1)} total={3} onSignOut={ignore} />
      </Specimen>
      <Specimen name="Sessions of somebody else, none" isNarrow>
        <UserSessionsView sessions={[]} total={0} onSignOut={ignore} />
      </Specimen>
    </>
  )
}

function TwoFactorSpecimens() {
  const doing = { onSetUp: ignore, onNewCodes: ignore, onSwitchOff: ignore }
  return (
    <>
      <Specimen name="Second factor, off and due">
        <TwoFactorView
          isOn={false}
          codesLeft={null}
          deadline="23 days left, until 24 August 2026."
          {...doing}
        />
      </Specimen>
      <Specimen name="Second factor, on">
        <TwoFactorView isOn codesLeft={8} deadline={null} {...doing} />
      </Specimen>
      <Specimen name="Switch off" isNarrow>
        <SwitchOffView {...quiet} onSwitchOff={ignore} onClose={ignore} />
      </Specimen>
      <Specimen name="Switch off, refused" isNarrow>
        <SwitchOffView
          {...quiet}
          faults={{ code: ['is wrong or already used'] }}
          onSwitchOff={ignore}
          onClose={ignore}
        />
      </Specimen>
      <Specimen name="New recovery codes" isNarrow>
        <NewCodesView {...quiet} faults={{ password: ['is wrong'] }} onCreate={ignore} onClose={ignore} />
      </Specimen>
      {Object.entries(nudges).map(([name, nudge]) => (
        <Specimen key={name} name={`Reminder: ${name}`}>
          <ReminderView nudge={nudge} onSetUp={ignore} onLater={ignore} />
        </Specimen>
      ))}
    </>
  )
}

function AccessTokenSpecimens() {
  return (
    <>
      <Specimen name="Access tokens">
        <AccessTokensView status="ready" accessTokens={accessTokens} {...ofTokens} />
      </Specimen>
      <Specimen name="Access tokens, empty">
        <AccessTokensView status="ready" accessTokens={[]} {...ofTokens} />
      </Specimen>
      <Specimen name="Access tokens, loading">
        <AccessTokensView status="loading" accessTokens={[]} {...ofTokens} />
      </Specimen>
      <Specimen name="Access tokens, problem">
        <AccessTokensView status="problem" problem={outage} accessTokens={[]} {...ofTokens} />
      </Specimen>
      <Specimen name="New access token">
        <NewAccessTokenView
          {...quiet}
          offered={abilities}
          gameServers={gameServers}
          onCreate={ignore}
          onClose={ignore}
        />
      </Specimen>
      <Specimen name="New access token, asking what may be given" isNarrow>
        <NewAccessTokenView {...quiet} offered={null} gameServers={[]} onCreate={ignore} onClose={ignore} />
      </Specimen>
      <Specimen name="New access token, made">
        <CreatedTokenView
          accessToken="7|Zk3vPq9sT1"
          example="curl -H 'Authorization: Bearer 7|Zk3vPq9sT1' 'https://panel.example.org/api/servers'"
          onClose={ignore}
        />
      </Specimen>
      <Specimen name="Revoke" isNarrow>
        <RevokeView {...quiet} accessToken={{ last_used_at: null }} onRevoke={ignore} onClose={ignore} />
      </Specimen>
    </>
  )
}
