// Users, their rights, the preview, and roles.

import type { ReactNode } from 'react'
import { gameServers } from '../../pictures/fixtures/fleet-fixtures.ts'
import {
  accessOf,
  people,
  permissionsOn,
  presets,
  roles,
  serviceAccountKeys,
  serviceAccounts,
  users,
  visibleTo,
} from '../../pictures/fixtures/user-fixtures.ts'
import { DeleteRoleRow, DeleteRoleView } from '../features/roles/delete-role-view.tsx'
import { RoleHeaderView } from '../features/roles/role-header-view.tsx'
import { RoleNamesView } from '../features/roles/role-names-view.tsx'
import { RolesView, type RolesViewProps } from '../features/roles/roles-view.tsx'
import { DeleteRow, DeleteUserView } from '../features/users/details/delete-user-view.tsx'
import { IdentityView } from '../features/users/details/identity-view.tsx'
import { SetPasswordView } from '../features/users/details/set-password-view.tsx'
import { UserRolesView } from '../features/users/details/user-roles-view.tsx'
import { CreatedUserView } from '../features/users/list/created-user-view.tsx'
import { NewUserView } from '../features/users/list/new-user-view.tsx'
import { UsersView, type UsersViewProps } from '../features/users/list/users-view.tsx'
import { summarize } from '../features/users/matrix/matrix-summary-rules.ts'
import { MatrixView, type MatrixViewProps } from '../features/users/matrix/matrix-view.tsx'
import { OutcomeView } from '../features/users/matrix/outcome-view.tsx'
import { ReviewView } from '../features/users/matrix/review-view.tsx'
import { PreviewView } from '../features/users/preview/preview-view.tsx'
import { AccountNameView } from '../features/users/service-accounts/account-name-view.tsx'
import { CreatedKeyView } from '../features/users/service-accounts/created-key-view.tsx'
import { KeysView } from '../features/users/service-accounts/keys-view.tsx'
import { NewKeyView } from '../features/users/service-accounts/new-key-view.tsx'
import { NewServiceAccountView } from '../features/users/service-accounts/new-service-account-view.tsx'
import { RotateKeyView } from '../features/users/service-accounts/rotate-key-view.tsx'
import { ServiceAccountsView } from '../features/users/service-accounts/service-accounts-view.tsx'
import { UserHeaderView } from '../features/users/user-header-view.tsx'
import { EntriesEditorView } from '../parts/permissions/entries-editor-view.tsx'
import { outlookOf } from '../parts/permissions/logic/permission-cells.ts'
import { everywhere } from '../parts/permissions/logic/scopes.ts'
import { ApiError } from '../platform/api-error.ts'
import { ignore, Specimen } from './specimen.tsx'

const outage = new ApiError({ code: 'unreachable', status: 0, message: 'no answer' })
const [administrator, jonas, priya, tom] = people
const nameOf = () => 'Wolfpack survival'
const quiet = { isBusy: false, isSaved: false, faults: {}, problem: null }

const list: UsersViewProps = {
  status: 'ready',
  users,
  total: users.length,
  roles,
  ownId: 1,
  search: { searchText: '', role: null },
  page: 1,
  perPage: 50,
  isNarrow: false,
  sort: 'name',
  onSort: ignore,
  onSearch: ignore,
  onPage: ignore,
  onCreate: ignore,
  onRetry: ignore,
}

const each = <Item,>(item: Item | undefined, show: (item: Item) => ReactNode) => (item ? show(item) : null)

const ofAccounts = {
  roles,
  isNarrow: false,
  sort: 'name',
  onSort: ignore,
  onCreate: ignore,
  onRetry: ignore,
} as const
const ofKeys = { onCreate: ignore, onRotate: ignore, onRevoke: ignore, onRetry: ignore }

function ServiceAccountSpecimens() {
  return (
    <>
      <Specimen name="Service accounts">
        <ServiceAccountsView {...ofAccounts} status="ready" accounts={serviceAccounts} />
      </Specimen>
      {(['ready', 'loading', 'problem', 'closed'] as const).map(status => (
        <Specimen key={status} name={`Service accounts, none, ${status}`}>
          <ServiceAccountsView {...ofAccounts} status={status} problem={outage} accounts={[]} />
        </Specimen>
      ))}
      <Specimen name="New service account" isNarrow>
        <NewServiceAccountView {...quiet} roles={roles} nameOf={nameOf} onCreate={ignore} onClose={ignore} />
      </Specimen>
      <Specimen name="Keys">
        <KeysView {...ofKeys} isDisabled={false} status="ready" keys={serviceAccountKeys} />
      </Specimen>
      {(['ready', 'loading', 'problem'] as const).map(status => (
        <Specimen key={status} name={`Keys, none, ${status}`}>
          <KeysView {...ofKeys} isDisabled={false} status={status} problem={outage} keys={[]} />
        </Specimen>
      ))}
      <Specimen name="New key" isNarrow>
        <NewKeyView {...quiet} onCreate={ignore} onClose={ignore} />
      </Specimen>
      <Specimen name="New key, refused" isNarrow>
        <NewKeyView
          {...quiet}
          faults={{ addresses: ['home: write an address, or a network such as 10.0.0.0/8 or 2001:db8::/32'] }}
          onCreate={ignore}
          onClose={ignore}
        />
      </Specimen>
      <Specimen name="New key, made" isNarrow>
        <CreatedKeyView value="rks_15_Zk3vPq9sT1" origin="https://panel.example.org" onClose={ignore} />
      </Specimen>
      <Specimen name="Rotate key" isNarrow>
        <RotateKeyView {...quiet} onRotate={ignore} onClose={ignore} />
      </Specimen>
      {serviceAccounts.slice(0, 1).map(account => (
        <Specimen key={account.id} name="Name of a service account">
          <AccountNameView {...quiet} account={account} onSave={ignore} />
        </Specimen>
      ))}
    </>
  )
}

export function UserSpecimens() {
  const none = { users: [], total: 0 }
  return (
    <>
      <ServiceAccountSpecimens />
      <Specimen name="Users">
        <UsersView {...list} />
      </Specimen>
      <Specimen name="Users on a phone" isNarrow>
        <UsersView {...list} isNarrow />
      </Specimen>
      <Specimen name="Users, only the administrator">
        <UsersView {...list} users={users.slice(0, 1)} total={1} />
      </Specimen>
      <Specimen name="Users, nobody matches">
        <UsersView {...list} {...none} search={{ searchText: 'zzz', role: null }} />
      </Specimen>
      {(['loading', 'problem', 'closed'] as const).map(status => (
        <Specimen key={status} name={`Users, ${status}`}>
          <UsersView {...list} {...none} status={status} problem={outage} />
        </Specimen>
      ))}
      <Specimen name="New user" isNarrow>
        <NewUserView {...quiet} roles={roles} nameOf={nameOf} onCreate={ignore} onClose={ignore} />
      </Specimen>
      <Specimen name="New user, refused" isNarrow>
        <NewUserView
          {...quiet}
          faults={{ login: ['is already taken'], password: ['is on a list of passwords'] }}
          roles={roles.slice(0, 2)}
          nameOf={nameOf}
          onCreate={ignore}
          onClose={ignore}
        />
      </Specimen>
      <Specimen name="New user, made" isNarrow>
        <CreatedUserView login="nina" password="k7wqf-3bxzn" onChooseServers={ignore} onClose={ignore} />
      </Specimen>
      {each(jonas, ({ user }) => (
        <>
          <Specimen name="User, head">
            <UserHeaderView user={user} roles={roles} />
          </Specimen>
          <Specimen name="User, identity">
            <IdentityView {...quiet} user={user} onSave={ignore} />
          </Specimen>
          <Specimen name="User, identity refused">
            <IdentityView {...quiet} user={user} faults={{ login: ['is already taken'] }} onSave={ignore} />
          </Specimen>
          <Specimen name="User, roles">
            <UserRolesView {...quiet} user={user} roles={roles} nameOf={nameOf} onSave={ignore} />
          </Specimen>
        </>
      ))}
      <Specimen name="User, new password">
        <SetPasswordView {...quiet} onSet={ignore} />
      </Specimen>
      <Specimen name="User, delete">
        <DeleteRow isOwn={false} onDelete={ignore} />
        <DeleteRow isOwn onDelete={ignore} />
      </Specimen>
      <Specimen name="User, delete asked" isNarrow>
        <DeleteUserView
          isBusy={false}
          problem="The panel rejected this: the last administrator stays"
          onDelete={ignore}
          onClose={ignore}
        />
      </Specimen>
    </>
  )
}

const changes = {
  1: { 'game-server-console-view': false, 'game-server-settings': false },
  2: { 'game-server-common': false },
} as const

export function MatrixSpecimens() {
  if (!jonas || !priya || !tom || !administrator) return null
  const columns = gameServers.slice(0, 5).map(({ id, name }) => ({
    gameServerId: id,
    name,
    cells: id === 4 ? null : id === 5 ? [] : permissionsOn(jonas, id),
    hasFailed: id === 5,
  }))
  const matrix: MatrixViewProps = {
    status: 'ready',
    user: jonas.user,
    columns,
    changes: {},
    inspected: null,
    outcome: null,
    choice: 'withAccess',
    counts: { withAccess: 5, all: 16 },
    searchText: '',
    from: 0,
    perPage: 5,
    matching: 15,
    onChoice: ignore,
    onSearchText: ignore,
    onFrom: ignore,
    onInspect: ignore,
    onForget: ignore,
    onPress: ignore,
    presets,
    onPreset: ignore,
    onReview: ignore,
    onDiscard: ignore,
    onRetry: ignore,
  }
  const column = permissionsOn(jonas, 1)
  const start = column.find(({ permission }) => permission === 'game-server-start')
  const inspected = start && {
    cell: start,
    gameServerId: 1,
    gameServerName: 'Wolfpack survival',
    changes: {},
    outlook: outlookOf(start, column, 1, {}),
  }
  return (
    <>
      <Specimen name="Matrix">
        <MatrixView {...matrix} />
      </Specimen>
      <Specimen name="Matrix with changes, one cell looked at">
        <MatrixView {...matrix} changes={changes} inspected={inspected ?? null} />
      </Specimen>
      <Specimen name="Matrix, no access yet">
        <MatrixView {...matrix} counts={{ withAccess: 0, all: 16 }} columns={[]} />
      </Specimen>
      <Specimen name="Matrix, no server">
        <MatrixView {...matrix} counts={{ withAccess: 0, all: 0 }} columns={[]} />
      </Specimen>
      <Specimen name="Matrix, nothing matches">
        <MatrixView {...matrix} columns={[]} searchText="zzz" />
      </Specimen>
      <Specimen name="Matrix, problem">
        <MatrixView {...matrix} status="problem" problem={outage} />
      </Specimen>
      <Specimen name="Matrix, review" isNarrow>
        <ReviewView
          userName="Jonas"
          summary={summarize(changes, id => permissionsOn(jonas, id))}
          nameOf={nameOf}
          count={3}
          isBusy={false}
          problem={null}
          onSave={ignore}
          onClose={ignore}
        />
      </Specimen>
      <Specimen name="Matrix, saved">
        <OutcomeView userId={3} denied={[]} nameOf={nameOf} />
        {start && <OutcomeView userId={3} denied={[{ gameServerId: 1, cell: start }]} nameOf={nameOf} />}
      </Specimen>
      {[jonas, priya, tom].map(person => (
        <Specimen key={person.user.id} name={`Preview: ${person.user.name}`}>
          <PreviewView
            user={person.user}
            access={accessOf(person)}
            gameServers={visibleTo(person).slice(0, 3)}
            total={visibleTo(person).length}
            asked={1}
            reasons={permissionsOn(person, 1)}
            onAsk={ignore}
          />
        </Specimen>
      ))}
    </>
  )
}

export function RoleSpecimens() {
  const ofRoles: RolesViewProps = { status: 'ready', roles, nameOf, onCreate: ignore, onRetry: ignore }
  const [admin, , moderators] = roles
  return (
    <>
      <Specimen name="Roles">
        <RolesView {...ofRoles} />
      </Specimen>
      {(['loading', 'problem', 'closed'] as const).map(status => (
        <Specimen key={status} name={`Roles, ${status}`}>
          <RolesView {...ofRoles} roles={[]} status={status} problem={outage} />
        </Specimen>
      ))}
      <Specimen name="New role" isNarrow>
        <RoleNamesView {...quiet} known={null} onSave={ignore} onClose={ignore} />
      </Specimen>
      {each(admin, role => (
        <Specimen name="Built-in role">
          <RoleHeaderView role={role} />
          <RoleNamesView {...quiet} known={role} onSave={ignore} />
          <DeleteRoleRow role={role} onDelete={ignore} />
        </Specimen>
      ))}
      {each(moderators, role => (
        <Specimen name="What a role gives">
          <EntriesEditorView
            {...quiet}
            entries={role.entries}
            always={[everywhere]}
            offered={[{ objectType: 'node', objectId: null }]}
            nameOf={nameOf}
            onSave={ignore}
          />
        </Specimen>
      ))}
      <Specimen name="Delete role" isNarrow>
        <DeleteRoleView role={{ user_count: 4 }} {...quiet} onDelete={ignore} onClose={ignore} />
        <DeleteRoleView role={{ user_count: 0 }} {...quiet} onDelete={ignore} onClose={ignore} />
      </Specimen>
    </>
  )
}
