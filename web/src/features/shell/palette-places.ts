// The palette's pages, and the actions that are a page with its dialog open.

import { apiDocsPath } from '@rookery/contracts/http/endpoint.ts'
import type { Profile } from '@rookery/contracts/http/profile.ts'
import {
  IconAdjustments,
  IconApi,
  IconDatabase,
  IconDatabaseExport,
  IconDeviceGamepad2,
  IconDevices,
  IconEgg,
  IconFilePlus,
  IconFolderSymlink,
  IconHistory,
  IconHome,
  IconKey,
  IconListCheck,
  IconPlus,
  IconServer2,
  IconServerBolt,
  IconShieldLock,
  IconTicket,
  IconTrash,
  IconUserCircle,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import type { PaletteEntry } from './palette-view.tsx'

type Navigate = ReturnType<typeof useNavigate>

const entry = (
  group: PaletteEntry['group'],
  id: string,
  title: string,
  Icon: TablerIcon,
  go: () => Promise<void>,
): PaletteEntry => ({ id, group, title, Icon, run: () => void go() })

const everyones = (t: TextOf, navigate: Navigate): PaletteEntry[] => [
  entry('groupPages', 'home', t('pages.home'), IconHome, () => navigate({ to: '/' })),
  entry('groupPages', 'servers', t('pages.servers'), IconServer2, () => navigate({ to: '/servers' })),
  entry('groupPages', 'tasks', t('pages.tasks'), IconListCheck, () => navigate({ to: '/tasks' })),
  entry('groupPages', 'activity', t('pages.activity'), IconHistory, () => navigate({ to: '/activity' })),
]

/** A tab of the profile. */
const ofProfile = (t: TextOf, id: string, title: string, Icon: TablerIcon, go: () => Promise<void>) => ({
  ...entry('groupPages', id, title, Icon, go),
  path: t('pages.profile'),
  keywords: t('pages.profile'),
})

const own = (t: TextOf, navigate: Navigate): PaletteEntry[] => [
  entry('groupPages', 'profile', t('pages.profile'), IconUserCircle, () => navigate({ to: '/profile' })),
  ofProfile(t, 'two-factor', t('pages.twoFactor'), IconShieldLock, () =>
    navigate({ to: '/profile/two-factor' }),
  ),
  ofProfile(t, 'sessions', t('pages.sessions'), IconDevices, () => navigate({ to: '/profile/sessions' })),
  ofProfile(t, 'access-tokens', t('pages.accessTokens'), IconKey, () => navigate({ to: '/profile/tokens' })),
  ofProfile(t, 'sftp', t('palette.sftp'), IconFolderSymlink, () => navigate({ to: '/profile/sftp' })),
  entry('groupPages', 'api-docs', t('shell.apiDocs'), IconApi, async () => {
    window.open(apiDocsPath, '_blank', 'noopener')
  }),
  entry('groupActions', 'new-access-token', t('palette.newAccessToken'), IconKey, () =>
    navigate({ to: '/profile/tokens', search: { new: true } }),
  ),
]

const administrators = (t: TextOf, navigate: Navigate): PaletteEntry[] => [
  entry('groupPages', 'users', t('pages.users'), IconUsers, () => navigate({ to: '/people' })),
  entry('groupPages', 'roles', t('pages.roles'), IconUsersGroup, () => navigate({ to: '/people/roles' })),
  entry('groupPages', 'plans', t('palette.plans'), IconTicket, () => navigate({ to: '/people/plans' })),
  entry('groupPages', 'panel-settings', t('pages.settings'), IconAdjustments, () =>
    navigate({ to: '/settings' }),
  ),
  entry('groupPages', 'deleted-servers', t('palette.deletedServers'), IconTrash, () =>
    navigate({ to: '/servers/deleted' }),
  ),
  entry('groupPages', 'backup-storages', t('pages.backupStorages'), IconDatabaseExport, () =>
    navigate({ to: '/backup-storages' }),
  ),
  entry('groupPages', 'database-hosts', t('pages.databaseHosts'), IconDatabase, () =>
    navigate({ to: '/database-hosts' }),
  ),
  entry('groupPages', 'webhooks', t('pages.webhooks'), IconWebhook, () => navigate({ to: '/webhooks' })),
  {
    ...entry('groupActions', 'new-server', t('palette.newServer'), IconPlus, () =>
      navigate({ to: '/servers/new' }),
    ),
    isQuick: true,
  },
  {
    ...entry('groupActions', 'new-user', t('palette.newUser'), IconUserPlus, () =>
      navigate({ to: '/people', search: { new: true } }),
    ),
    isQuick: true,
  },
  entry('groupActions', 'new-role', t('palette.newRole'), IconPlus, () =>
    navigate({ to: '/people/roles', search: { new: true } }),
  ),
]

type SectionRights = Profile['sections']['node']

const ofNodes = (t: TextOf, navigate: Navigate, rights: SectionRights): PaletteEntry[] => {
  const list = entry('groupPages', 'nodes', t('pages.nodes'), IconServerBolt, () =>
    navigate({ to: '/nodes' }),
  )
  const add = entry('groupActions', 'add-node', t('palette.addNode'), IconPlus, () =>
    navigate({ to: '/nodes', search: { add: true } }),
  )
  return [...(rights.includes('view') ? [list] : []), ...(rights.includes('create') ? [add] : [])]
}

const ofTemplates = (t: TextOf, navigate: Navigate, rights: SectionRights): PaletteEntry[] => {
  const list = entry('groupPages', 'templates', t('pages.templates'), IconDeviceGamepad2, () =>
    navigate({ to: '/templates' }),
  )
  const write = entry('groupActions', 'new-template', t('palette.newTemplate'), IconFilePlus, () =>
    navigate({ to: '/templates/new' }),
  )
  const importEgg = entry('groupActions', 'import-egg', t('palette.importEgg'), IconEgg, () =>
    navigate({ to: '/templates/import' }),
  )
  return [
    ...(rights.includes('view') ? [list] : []),
    ...(rights.includes('create') ? [write, importEgg] : []),
  ]
}

/** Pages first, as the list is shown in this order while nothing is typed. */
export function usePlaceEntries(
  isAdministrator: boolean,
  nodeRights: SectionRights,
  templateRights: SectionRights,
): PaletteEntry[] {
  const t = useTexts()
  const navigate = useNavigate()
  const entries = [
    ...everyones(t, navigate),
    ...ofNodes(t, navigate, nodeRights),
    ...ofTemplates(t, navigate, templateRights),
    ...(isAdministrator ? administrators(t, navigate) : []),
    ...own(t, navigate),
  ]
  const isPage = ({ group }: PaletteEntry) => group === 'groupPages'
  return [...entries.filter(isPage), ...entries.filter(each => !isPage(each))]
}
