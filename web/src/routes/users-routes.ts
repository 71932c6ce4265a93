// Where people are: users with their tabs, roles, presets of permissions, service accounts, and plans.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import {
  type AccountListSort,
  accountSortKeys,
  knownSort,
  type UserListSort,
  userSortKeys,
} from '../features/users/sort-rules.ts'
import { withTexts } from '../texts/texts.ts'
import { shell } from './shell-route.ts'

const users = createRoute({
  getParentRoute: () => shell,
  path: '/people',
  validateSearch: (search): { new?: boolean; role?: string; sort?: UserListSort } => ({
    ...(search.new === true && { new: true }),
    ...(typeof search.role === 'string' && { role: search.role }),
    ...knownSort(userSortKeys, search.sort),
  }),
  component: lazyRouteComponent(
    withTexts(['permissionTitles', 'users'], () => import('../features/users/list/users-page.tsx')),
    'UsersPage',
  ),
})

const user = createRoute({
  getParentRoute: () => shell,
  path: '/people/users/$userId',
  staticData: { shape: 'tabs' },
  component: lazyRouteComponent(
    withTexts(['permissionTitles', 'users'], () => import('../features/users/user-page.tsx')),
    'UserPage',
  ),
})

const userDetails = createRoute({
  getParentRoute: () => user,
  path: '/',
  staticData: { shape: 'form' },
  component: lazyRouteComponent(
    withTexts(
      ['permissionTitles', 'users', 'account', 'plans'],
      () => import('../features/users/details/details-page.tsx'),
    ),
    'UserDetailsPage',
  ),
})

const userGameServers = createRoute({
  getParentRoute: () => user,
  path: '/servers',
  component: lazyRouteComponent(
    withTexts(['permissionTitles', 'users'], () => import('../features/users/matrix/matrix-page.tsx')),
    'MatrixPage',
  ),
})

const userPanelRights = createRoute({
  getParentRoute: () => user,
  path: '/panel',
  component: lazyRouteComponent(
    withTexts(['permissionTitles', 'users'], () => import('../features/users/panel-permissions-page.tsx')),
    'PanelRightsPage',
  ),
})

const userPreview = createRoute({
  getParentRoute: () => user,
  path: '/preview',
  component: lazyRouteComponent(
    withTexts(['permissionTitles', 'users'], () => import('../features/users/preview/preview-page.tsx')),
    'PreviewPage',
  ),
})

const roles = createRoute({
  getParentRoute: () => shell,
  path: '/people/roles',
  validateSearch: (search): { new?: boolean } => (search.new === true ? { new: true } : {}),
  component: lazyRouteComponent(
    withTexts(['permissionTitles', 'users'], () => import('../features/roles/roles-page.tsx')),
    'RolesPage',
  ),
})

const role = createRoute({
  getParentRoute: () => shell,
  path: '/people/roles/$roleId',
  component: lazyRouteComponent(
    withTexts(['permissionTitles', 'users', 'plans'], () => import('../features/roles/role-page.tsx')),
    'RolePage',
  ),
})

const presets = createRoute({
  getParentRoute: () => shell,
  path: '/people/presets',
  component: lazyRouteComponent(
    withTexts(['permissionTitles', 'users'], () => import('../features/permissions/presets-page.tsx')),
    'PresetsPage',
  ),
})

const serviceAccounts = createRoute({
  getParentRoute: () => shell,
  path: '/people/service-accounts',
  validateSearch: (search): { new?: boolean; sort?: AccountListSort } => ({
    ...(search.new === true && { new: true }),
    ...knownSort(accountSortKeys, search.sort),
  }),
  component: lazyRouteComponent(
    withTexts(
      ['users', 'permissionTitles'],
      () => import('../features/users/service-accounts/service-accounts-page.tsx'),
    ),
    'ServiceAccountsPage',
  ),
})

const plans = createRoute({
  getParentRoute: () => shell,
  path: '/people/plans',
  component: lazyRouteComponent(
    withTexts(['users', 'plans'], () => import('../features/plans/plans-page.tsx')),
    'PlansPage',
  ),
})

export const usersRoutes = [
  users,
  user.addChildren([userDetails, userGameServers, userPanelRights, userPreview]),
  roles,
  role,
  presets,
  serviceAccounts,
  plans,
] as const
