// What is not there, or not open to this person: what it is, who can help, and ways to what is there.

import { Button, Group, Stack } from '@mantine/core'
import { listGameServers, readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { IconLock, IconMap2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { apiQuery, wholeQuery } from '../../platform/api-queries.ts'
import { loginSession } from '../../platform/login-session.ts'
import { useTexts } from '../../texts/texts.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingTab } from '../../ui/feedback/loading-rows.tsx'
import {
  folderOfFile,
  offersServers,
  type Place,
  placeOf,
  type ServerTab,
  tabPermissions,
} from './place-rules.ts'

const visibleServers = 5

export function MissingState({ isForbidden = false }: { isForbidden?: boolean }) {
  const t = useTexts()
  const { pathname, search } = useLocation()
  const place = placeOf(pathname)
  const isSignedIn = loginSession.sessionToken() !== null
  const profile = useQuery({ ...apiQuery(readProfile, {}), enabled: isSignedIn })
  // A page of a server that the person can open leads back to that server.
  const own = useQuery({
    ...apiQuery(readGameServer, { params: { server: place.id ?? '' } }),
    enabled: isSignedIn && place.tab !== null && place.id !== null,
    retry: false,
  })
  const isAdministrator = profile.data?.is_admin ?? false
  const id = place.id ?? ''
  const tab = own.data ? place.tab : null
  const name = own.data?.name ?? ''
  const page = t(`pages.${tab ?? 'overview'}`)
  const ofPlace = isForbidden ? ('missing.forbidden' as const) : ('missing.notFound' as const)
  const folder = folderOfFile(place, pathname, 'path' in search ? search.path : undefined)
  const goneTitle = folder === null ? t('missing.insideTitle') : t('missing.fileTitle')
  const ofTab = isForbidden ? t('missing.tabTitle', { page, name }) : goneTitle
  const hasList = !tab && place.list !== null && (isAdministrator || openLists.includes(place.list))
  const text = isForbidden ? t(forbiddenText(place)) : t('missing.notFoundText')
  // Which of the two is missing is not known before.
  if (own.isLoading) return <LoadingTab />
  return (
    <EmptyState
      isProblem
      icon={isForbidden ? <IconLock size={28} stroke={1.5} /> : <IconMap2 size={28} stroke={1.5} />}
      title={tab ? ofTab : t(`${ofPlace}.${place.thing}`, { id })}
      text={
        tab && isForbidden
          ? t('missing.tabText', { permission: t(`permissionTitles.${tabPermissions[tab]}`) })
          : text
      }
      action={
        <Stack gap={24} align="center">
          <Group gap={8} justify="center">
            {tab && <WayBack serverId={id} tab={tab} name={name} folder={folder} isForbidden={isForbidden} />}
            {hasList && place.list && (
              <Button renderRoot={props => <Link to={place.list ?? '/'} {...props} />}>
                {t(`missing.list.${place.list}`)}
              </Button>
            )}
            <Button
              variant={tab || hasList ? 'default' : 'filled'}
              renderRoot={props => <Link to="/" {...props} />}
            >
              {t('pages.goHome')}
            </Button>
          </Group>
          {isSignedIn && offersServers({ ...place, tab }) && <OwnServers except={id} />}
        </Stack>
      }
    />
  )
}

interface WayBackProps {
  serverId: string
  tab: ServerTab
  name: string
  /** Of the file that is missing. */
  folder: string | null
  isForbidden: boolean
}

/** Out of a page of a server: to its folder, its tab, or the server itself. */
function WayBack({ serverId, tab, name, folder, isForbidden }: WayBackProps) {
  const t = useTexts()
  const params = { serverId }
  if (folder !== null && !isForbidden) {
    const search = { path: folder || undefined }
    return (
      <Button
        renderRoot={props => (
          <Link to="/servers/$serverId/files" params={params} search={search} {...props} />
        )}
      >
        {t('missing.openFolder')}
      </Button>
    )
  }
  const to = isForbidden ? ('/servers/$serverId' as const) : (`/servers/$serverId/${tab}` as const)
  return (
    <Button renderRoot={props => <Link to={to} params={params} {...props} />}>
      {t('missing.backTo', { name: isForbidden ? name : t(`pages.${tab}`) })}
    </Button>
  )
}

/** What everybody who is signed in has. */
const openLists: readonly Place['list'][] = ['/servers', '/tasks']

const forbiddenText = ({ thing }: Place) =>
  thing === 'server' ? ('missing.serverText' as const) : ('missing.forbiddenText' as const)

function OwnServers({ except }: { except: string }) {
  const t = useTexts()
  const found = useQuery(wholeQuery(listGameServers))
  const servers = (found.data?.items ?? []).filter(({ id }) => String(id) !== except)
  if (servers.length === 0) return null
  return (
    <nav aria-label={t('missing.yourServers')}>
      <p className="text-hint">{t('missing.yourServers')}</p>
      <Group component="ul" gap="4px 16px" justify="center" mt={6}>
        {servers.slice(0, visibleServers).map(({ id, name }) => (
          <li key={id}>
            <Link to="/servers/$serverId" params={{ serverId: String(id) }} className="link">
              {name}
            </Link>
          </li>
        ))}
      </Group>
    </nav>
  )
}
