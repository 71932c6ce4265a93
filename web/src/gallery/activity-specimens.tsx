// Activity, who may do what on a game server, and the next steps after the first one.

import { activity, mixedActivity } from '../../pictures/fixtures/activity-fixtures.ts'
import { people, permissionsOn, presets } from '../../pictures/fixtures/user-fixtures.ts'
import { ActivityView } from '../features/activity/activity-view.tsx'
import { NextStepsView } from '../features/game-servers/first-run/next-steps-view.tsx'
import { JoinPanel } from '../features/game-servers/join/join-panel.tsx'
import { InviteView } from '../features/permissions/invite-view.tsx'
import { InvitedView } from '../features/permissions/invited-view.tsx'
import { AccessClosedView, AccessView } from '../features/permissions/permissions-view.tsx'
import { PresetsView } from '../features/permissions/presets-view.tsx'
import { ignore, Specimen } from './specimen.tsx'

const quiet = {
  ...{ search: {}, nowMs: Date.now(), hasOlder: false, isLoadingOlder: false },
  ...{
    peopleKinds: ['people', 'permissions'] as const,
    isAdministrator: true,
    isNarrow: false,
    objects: null,
  },
  ...{ people: [{ value: '1', label: 'mara' }], onSearch: ignore, onOlder: ignore },
}
const bare = activity.map(entry => ({
  ...entry,
  by: null,
  ...(entry.what === 'files' && { paths: [] }),
  ...((entry.what === 'settings' || entry.what === 'details') && { fields: [], variables: [], changes: [] }),
}))

export function ActivitySpecimens() {
  return (
    <>
      <Specimen name="All servers, with more behind">
        <ActivityView {...quiet} entries={mixedActivity} hasNames hasOlder />
      </Specimen>
      <Specimen name="One server, for somebody who may only look">
        <ActivityView {...quiet} entries={bare} />
      </Specimen>
      <Specimen name="Nothing yet">
        <ActivityView {...quiet} entries={[]} />
      </Specimen>
      <Specimen name="Nothing that matches">
        <ActivityView {...quiet} search={{ kind: 'files', days: 7 }} entries={[]} />
      </Specimen>
      <Specimen name="Loading">
        <ActivityView {...quiet} entries={null} />
      </Specimen>
    </>
  )
}

const ofPeople = people.map(person => ({
  user: person.user,
  cells: permissionsOn(person, 1),
  hasFailed: false,
}))
const pages = { page: 1, perPage: 25, total: ofPeople.length, onPage: ignore }
const search = {
  gameServerId: 1,
  presets,
  searchText: '',
  asked: null,
  changing: null,
  pages,
  onSearchText: ignore,
  onAsk: ignore,
  onChange: ignore,
  onInvite: ignore,
}
const invitation = {
  presets,
  people: people.map(({ user }) => user),
  isBusy: false,
  faults: {},
  problem: null,
}

export function AccessSpecimens() {
  return (
    <>
      <Specimen name="People, one asked about">
        <AccessView {...search} people={ofPeople} asked={people[1]?.user.id ?? null} />
      </Specimen>
      <Specimen name="Being read, and one that failed">
        <AccessView
          {...search}
          people={ofPeople.slice(0, 3).map((each, at) => ({ ...each, cells: null, hasFailed: at === 1 }))}
        />
      </Specimen>
      <Specimen name="Nobody matches">
        <AccessView {...search} people={[]} searchText="zoe" pages={{ ...pages, total: 0 }} />
      </Specimen>
      <Specimen name="For others">
        <AccessClosedView />
      </Specimen>
      <Specimen name="Presets, one changed">
        <PresetsView
          presets={presets.map(preset => ({ ...preset, is_default: preset.name !== 'operator' }))}
          permissionsOf={({ name, permissions }) =>
            name === 'viewer' ? [...permissions, 'game-server-restart'] : permissions
          }
          isBusy={false}
          isSaved={false}
          problem={null}
          onToggle={ignore}
          onReset={ignore}
          onSave={ignore}
          onDiscard={ignore}
        />
      </Specimen>
      <Specimen name="An invitation">
        <InviteView {...invitation} onSearch={ignore} onInvite={ignore} onClose={ignore} />
      </Specimen>
      <Specimen name="A new person was invited">
        <InvitedView
          serverName="Wolfpack survival"
          address="https://panel.example.org"
          user={{ login: 'nina', name: 'Nina Berg' }}
          password="k7mfa-q2xwe-9hgrt-v4nbd"
          permissions={ofPeople[0]?.cells ?? []}
          onClose={ignore}
        />
      </Specimen>
    </>
  )
}

const joined = { id: 1, ip: '192.0.2.7', port: 25_565, node_online: true }

export function FirstRunSpecimens() {
  return (
    <>
      {(['install', 'start'] as const).map(step => (
        <Specimen key={step} name={`On its way: ${step}`}>
          <JoinPanel
            gameServer={{ ...joined, state: step === 'install' ? 'installing' : 'starting' }}
            pageHost="localhost"
            canSeeConsole
            isNew
            arriving={step}
          />
        </Specimen>
      ))}
      <Specimen name="It runs for the first time">
        <JoinPanel gameServer={{ ...joined, state: 'running' }} pageHost="localhost" canSeeConsole isNew />
        <NextStepsView
          gameServerId={1}
          done={{ friend: false, secondFactor: true, restart: false }}
          onDismiss={ignore}
        />
      </Specimen>
      <Specimen name="Stopped, for somebody without the console">
        <JoinPanel gameServer={{ ...joined, state: 'stopped' }} pageHost="localhost" canSeeConsole={false} />
      </Specimen>
    </>
  )
}
