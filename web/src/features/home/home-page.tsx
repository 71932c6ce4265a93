// The home page: reads the fleet, the nodes and what happened today; without servers it offers the first game.

import { Stack } from '@mantine/core'
import {
  type ActivityEntry,
  listActivity,
  type ServerActivityEntry,
} from '@rookery/contracts/http/activity.ts'
import type { MfaNudge } from '@rookery/contracts/http/auth.ts'
import { readBackupAttention } from '@rookery/contracts/http/backups.ts'
import { type GameServer, listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { listOwnershipOffers } from '@rookery/contracts/http/ownership.ts'
import { readPanelBackup } from '@rookery/contracts/http/panel-backup.ts'
import { readPanelSettings } from '@rookery/contracts/http/panel-settings.ts'
import type { PluginPageEntry } from '@rookery/contracts/http/plugins.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listWebhooks } from '@rookery/contracts/http/webhooks.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { startOfDay } from '../../parts/activity/logic/activity-days.ts'
import { RookLogo } from '../../parts/logo/logo.tsx'
import { usePluginPages } from '../../parts/plugins/plugin-pages.ts'
import { permittedActions } from '../../parts/power/power-rules.ts'
import { useAbilitiesOf } from '../../parts/power/use-abilities.ts'
import { usePowerAction } from '../../parts/power/use-power-action.ts'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useAllNodeUsage } from '../../parts/usage/node-usage-store.ts'
import { apiQuery, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts, withTexts } from '../../texts/texts.ts'
import frame from '../../ui/controls/controls.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { HomeView } from './home-view.tsx'
import { attentionLimit, attentionList } from './logic/attention.ts'
import { nextStepOf } from './logic/fixes.ts'
import { PickAGamePage } from './pick-a-game-page.tsx'
import { restartOf, useRestartAll } from './use-restart-all.ts'

const loadOffers = withTexts(['ownership'], () => import('./ownership-offers.tsx'))
const OwnershipOffers = lazy(async () => ({ default: (await loadOffers()).OwnershipOffers }))

const loadOwnPlan = withTexts(['plans'], () => import('./own-plan-card.tsx'))
const OwnPlanCard = lazy(async () => ({ default: (await loadOwnPlan()).OwnPlanCard }))

const isOfServer = (entry: ActivityEntry): entry is ServerActivityEntry => entry.what !== 'people'

/** More than are shown: what repeats is told in one line. */
const readLines = 60
/** A certificate does not expire by surprise. */
const hourMs = 3_600_000

interface HomePageProps {
  /** Shows the cards of plugins; not asked for while there are none. */
  showWidgets: (pages: readonly PluginPageEntry[]) => ReactNode
  /** Reminds of a second factor, below what needs attention; not asked for while there is nothing to remind of. */
  showReminder: (nudge: MfaNudge) => ReactNode
}

export function HomePage({ showWidgets, showReminder }: HomePageProps) {
  const t = useTexts()
  const profile = useQuery(apiQuery(readProfile, {}))
  const isAdministrator = profile.data?.is_admin ?? false
  const gameServers = useQuery(wholeQuery(listGameServers))
  const nodes = useQuery({
    ...wholeQuery(listNodes),
    enabled: profile.data?.sections.node.includes('view') ?? false,
  })
  const since = new Date(startOfDay(Date.now())).toISOString()
  const today = useQuery({
    ...apiQuery(listActivity, { query: { since, scope: 'servers', per_page: readLines } }),
    // Edits are not told over the live channel.
    refetchOnMount: 'always',
  })
  const power = usePowerAction()
  const restartAll = useRestartAll()
  const widgetPages = usePluginPages('home-widget')
  const widgets = widgetPages.length > 0 && showWidgets(widgetPages)
  const nudge = profile.data?.mfa_nudge
  const offers = useQuery({ ...apiQuery(listOwnershipOffers, {}), staleTime: hourMs / 60 })
  const offered = ({ isNext }: { isNext: boolean }) =>
    offers.data &&
    offers.data.length > 0 && (
      <Suspense fallback={null}>
        <OwnershipOffers offers={offers.data} isNext={isNext} />
      </Suspense>
    )
  const reminder = nudge?.show_now && showReminder(nudge)
  const usage = useAllNodeUsage()
  const settings = useQuery({
    ...apiQuery(readPanelSettings, {}),
    enabled: isAdministrator,
    staleTime: hourMs,
  })
  const backups = useQuery({ ...apiQuery(readBackupAttention, {}), staleTime: hourMs / 60 })
  const panelBackup = useQuery({
    ...apiQuery(readPanelBackup, {}),
    enabled: isAdministrator,
    staleTime: hourMs / 60,
  })
  const webhooks = useQuery({
    ...apiQuery(listWebhooks, {}),
    enabled: isAdministrator,
    staleTime: hourMs / 60,
  })
  const attention = attentionList({
    webhooks: webhooks.data,
    backups: backups.data,
    panelBackup: panelBackup.data,
    gameServers: gameServers.data?.items ?? [],
    nodes: nodes.data?.items ?? [],
    usage,
    panelCertificateEnd: settings.data?.certificate_expires_at ?? null,
    nowMs: Date.now(),
  })
  const abilitiesOf = useAbilitiesOf(
    attention
      .slice(0, attentionLimit)
      .flatMap(each => {
        if (each.kind === 'gameServer') return [each.gameServer.id]
        return each.kind === 'gameServers' ? each.gameServers.map(({ id }) => id) : []
      })
      .slice(0, 2 * attentionLimit),
    isAdministrator,
  )

  if (!gameServers.data || !profile.data) {
    const problem = gameServers.error ?? profile.error
    return (
      <Stack className={frame.page} gap={20}>
        {problem ? (
          <ProblemState problem={problem} onRetry={() => void gameServers.refetch()} />
        ) : (
          <LoadingRows rows={4} />
        )}
      </Stack>
    )
  }
  const fleet = gameServers.data.items
  if (fleet.length === 0 && isAdministrator) {
    return (
      <>
        <PickAGamePage />
        {(offers.data?.length || reminder || widgets) && (
          <Stack className={frame.page} gap={20}>
            {offered({ isNext: false })}
            {reminder}
            {widgets}
          </Stack>
        )}
      </>
    )
  }
  if (fleet.length === 0) {
    return (
      <Stack className={frame.page} gap={20}>
        {offered({ isNext: true })}
        <Suspense fallback={<LoadingRows rows={2} />}>
          <OwnPlanCard
            isNext={!offers.data?.length}
            instead={
              <EmptyState
                icon={<RookLogo size={28} />}
                title={t('home.noServersTitle')}
                text={t('home.noServersText')}
              />
            }
          />
        </Suspense>
      </Stack>
    )
  }
  const fixes = {
    canRestart: (gameServer: GameServer) =>
      permittedActions(abilitiesOf(gameServer.id)).includes(restartOf(gameServer)),
    canChangeLimits: isAdministrator,
  }
  return (
    <HomeView
      attention={attention}
      reminder={
        <>
          {offered({ isNext: nextStepOf(attention, fixes) === null })}
          {reminder}
          {!isAdministrator && (
            <Suspense fallback={null}>
              <OwnPlanCard isNext={false} instead={null} />
            </Suspense>
          )}
        </>
      }
      widgets={widgets}
      gameServers={fleet}
      today={today.data?.filter(isOfServer) ?? (today.isError ? [] : null)}
      {...fixes}
      canSeeConsole={gameServer => abilitiesOf(gameServer.id)['game-server-console-view'] === true}
      onRestart={gameServer => power.act(gameServer, restartOf(gameServer))}
      onRestartAll={restartAll}
    />
  )
}
