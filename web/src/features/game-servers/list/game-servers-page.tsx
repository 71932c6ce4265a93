// The servers page: reads the list, keeps filter, order and selection, sends power actions, docks consoles.

import { useMediaQuery } from '@mantine/hooks'
import { type GameServer, listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useLineState } from '../../../parts/live/connection-state.ts'
import { type Abilities, fitsState, permittedActions } from '../../../parts/power/power-rules.ts'
import { useKnownAbilities } from '../../../parts/power/use-abilities.ts'
import { usePowerAction } from '../../../parts/power/use-power-action.ts'
import { usageStore } from '../../../parts/usage/usage-store.ts'
import { apiQuery, wholeQuery } from '../../../platform/api-queries.ts'
import { type TextOf, useTexts, withTexts } from '../../../texts/texts.ts'
import { DialogPlace } from '../../../ui/feedback/dialog-place.tsx'
import { type BulkPlan, type BulkRules, bulkPlans, needsAsking } from './bulk/logic/bulk-plan.ts'
import type { ManageManyAction } from './bulk/manage-many-dialogs.tsx'
import { useBulkRun } from './bulk/use-bulk-run.ts'
import { useConsoleDock } from './dock/use-console-dock.ts'
import type { ListShape } from './filter-bar.tsx'
import { GameServersView } from './game-servers-view.tsx'
import { type Arrangement, tagsOf } from './logic/arrange-game-servers.ts'
import { allToggled, extended, inSight, nothingSelected, toggled } from './logic/list-selection.ts'
import type { ListSort } from './logic/list-sort.ts'
import { useArranged, useSameWhileEqual } from './use-arranged.ts'

const loadManageMany = withTexts(
  ['serverList', 'manyServers'],
  () => import('./bulk/manage-many-dialogs.tsx'),
)
const loadDock = withTexts(['serverList'], () => import('./dock/console-dock-view.tsx'))
const ConsoleDockView = lazy(async () => ({ default: (await loadDock()).ConsoleDockView }))
const ManageManyDialog = lazy(async () => ({ default: (await loadManageMany()).ManageManyDialog }))

const loadBulkDialog = withTexts(['manyServers'], () => import('./bulk/bulk-dialog.tsx'))
const BulkDialog = lazy(async () => ({ default: (await loadBulkDialog()).BulkDialog }))

const loadResult = withTexts(['bulkActions'], () => import('./bulk/bulk-result.tsx'))
const BulkResult = lazy(async () => ({ default: (await loadResult()).BulkResult }))

const loadPlanActions = withTexts(['plans'], () => import('../../../parts/plans/own-plan-actions.tsx'))
const OwnPlanActions = lazy(async () => ({ default: (await loadPlanActions()).OwnPlanActions }))

const storageKey = 'rookery.server-list-shape'

function storedShape(): ListShape {
  try {
    return window.localStorage.getItem(storageKey) === 'cards' ? 'cards' : 'table'
  } catch {
    return 'table'
  }
}

function storeShape(shape: ListShape): void {
  try {
    window.localStorage.setItem(storageKey, shape)
  } catch {
    // The choice then lasts as long as the page.
  }
}

const noGameServers: GameServer[] = []

const noFilter = { searchText: '', state: null, tag: null }

function useListSelection(order: readonly number[]) {
  const [selection, setSelection] = useState(nothingSelected)
  const [activeId, setActiveId] = useState<number | null>(null)
  const selected = useMemo(() => inSight(selection, order), [selection, order])
  return {
    selected,
    activeId,
    onActive: setActiveId,
    onSelect: (id: number, isRange: boolean) =>
      setSelection(known => (isRange ? extended(known, order, id) : toggled(known, id))),
    onSelectAll: () => setSelection(known => allToggled(known, order)),
    onClear: () => setSelection(nothingSelected),
  }
}

/** Table or cards, filter and order; the order is in the address. */
function useListShape() {
  const [shape, setShape] = useState(storedShape)
  const [filter, setFilter] = useState<Omit<Arrangement, keyof ListSort>>(noFilter)
  const { sort = 'name', desc = false } = useSearch({ from: '/shell/servers' })
  const navigate = useNavigate()
  const arrangement = useMemo(() => ({ ...filter, sort, isDescending: desc }), [filter, sort, desc])
  const onArrange = useCallback(
    ({ sort: nextSort, isDescending, ...change }: Partial<Arrangement>) => {
      setFilter(known => ({ ...known, ...change }))
      if (nextSort === undefined) return
      const search = { sort: nextSort, ...(isDescending && { desc: true }) }
      void navigate({ to: '/servers', search, replace: true })
    },
    [navigate],
  )
  const onShape = useCallback((next: ListShape) => {
    setShape(next)
    storeShape(next)
  }, [])
  return { shape, arrangement, onShape, onArrange }
}

/** Loads the page of a game server before it is opened; the same parts serve all of them, so once is enough. */
function usePreloadGameServer(): () => void {
  const router = useRouter()
  const isDone = useRef(false)
  return useCallback(() => {
    if (isDone.current) return
    isDone.current = true
    void router.preloadRoute({ to: '/servers/$serverId', params: { serverId: '1' } })
  }, [router])
}

/** What can be done with the selected ones, and what is being done. */
function useBulk(
  all: readonly GameServer[],
  chosen: readonly GameServer[],
  everyTag: readonly string[],
  abilitiesOf: (id: number) => Abilities,
  userId: number | undefined,
) {
  const bulk = useBulkRun(userId)
  const [asked, setAsked] = useState<BulkPlan | null>(null)
  const [managed, setManaged] = useState<ManageManyAction | null>(null)
  const rules: BulkRules = {
    isPermitted: (id, action) => permittedActions(abilitiesOf(id)).includes(action),
    fitsState: ({ state, node_online }, action) => fitsState(action, state, node_online),
  }
  const onChoose = (plan: BulkPlan) => (needsAsking(plan) ? setAsked(plan) : bulk.power(plan))
  return {
    result: bulk.followed && (
      <Suspense fallback={null}>
        <BulkResult
          key={bulk.followed.id}
          followed={bulk.followed}
          gameServers={all}
          rules={rules}
          onChoose={onChoose}
          onClose={bulk.close}
        />
      </Suspense>
    ),
    isRunning: bulk.isRunning,
    isAskingPlayers: bulk.isAskingPlayers,
    plans: bulkPlans(chosen, rules),
    onChoose,
    onManage: setManaged,
    dialog: (
      <>
        {asked && (
          <DialogPlace>
            <BulkDialog
              plan={asked}
              onClose={() => setAsked(null)}
              onConfirm={plan => {
                setAsked(null)
                bulk.power(plan)
              }}
            />
          </DialogPlace>
        )}
        {managed && (
          <DialogPlace>
            <ManageManyDialog
              action={managed}
              gameServers={chosen}
              everyTag={everyTag}
              onClose={() => setManaged(null)}
              onTag={changes => {
                setManaged(null)
                bulk.tag(chosen, changes)
              }}
              onDelete={files => {
                setManaged(null)
                bulk.remove(chosen, files)
              }}
            />
          </DialogPlace>
        )}
      </>
    ),
  }
}

interface Finding {
  isFinding: boolean
  count: number
  isAskingPlayers: boolean
}

/** A few are known in an instant: nothing flashes by for them. */
const worthSaying = 50

function findingText(t: TextOf, { isFinding, count, isAskingPlayers }: Finding): string | null {
  if (count < worthSaying) return null
  if (isAskingPlayers) return t('serverList.checkingPlayers')
  return isFinding ? t('serverList.checkingRights') : null
}

interface GameServersPageProps {
  /** Shows a console in the dock; made by the feature that knows consoles. */
  showConsole: (gameServer: GameServer) => ReactNode
}

export function GameServersPage({ showConsole }: GameServersPageProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const preloadGameServer = usePreloadGameServer()
  const profile = useQuery(apiQuery(readProfile, {}))
  const list = useQuery(wholeQuery(listGameServers))
  const power = usePowerAction()
  const isNarrow = useMediaQuery('(max-width: 900px)') ?? false
  const { shape, arrangement, onShape, onArrange } = useListShape()

  const isAdministrator = profile.data?.is_admin ?? false
  const all = list.data?.items ?? noGameServers
  const { gameServers, isApart } = useArranged(all, arrangement, profile.data?.is_admin === false)
  const tags = useSameWhileEqual(useMemo(() => tagsOf(all), [all]))
  const order = useMemo(() => gameServers.map(({ id }) => id), [gameServers])
  const { onClear, ...selection } = useListSelection(order)
  const chosen = gameServers.filter(({ id }) => selection.selected.has(id))
  const allIds = useMemo(() => all.map(({ id }) => id), [all])
  const { of: abilitiesOf, isFinding } = useKnownAbilities(allIds, isAdministrator)
  const userId = profile.data?.id
  const { dialog, result, isAskingPlayers, ...bulk } = useBulk(all, chosen, tags, abilitiesOf, userId)
  const dock = useConsoleDock(id => all.some(each => each.id === id))
  const docked = dock.ids.flatMap(id => all.find(each => each.id === id) ?? [])
  const withConsole = chosen.filter(({ id }) => abilitiesOf(id)['game-server-console-view'])

  return (
    <>
      <GameServersView
        status={list.data ? 'ready' : list.isError ? 'problem' : 'loading'}
        problem={list.error}
        gameServers={gameServers}
        isApart={isApart}
        total={all.length}
        tags={tags}
        line={useLineState()}
        arrangement={arrangement}
        shape={shape}
        isNarrow={isNarrow}
        canCreate={isAdministrator}
        ownActions={
          profile.data?.is_admin === false && (
            <Suspense fallback={null}>
              <OwnPlanActions />
            </Suspense>
          )
        }
        abilitiesOf={abilitiesOf}
        busyId={power.busyId}
        pageHost={window.location.hostname}
        {...selection}
        bulk={{
          ...bulk,
          count: chosen.length,
          canManage: isAdministrator,
          finding: findingText(t, { isFinding, count: chosen.length, isAskingPlayers }),
          consoles: withConsole.length,
          onConsoles: () => dock.open(withConsole.map(({ id }) => id)),
          onClear,
        }}
        result={result}
        coveredBelow={docked.length > 0 ? dock.height : 0}
        dock={
          docked.length > 0 && (
            <Suspense fallback={null}>
              <ConsoleDockView
                gameServers={docked}
                frontId={dock.frontId}
                height={dock.height}
                showConsole={showConsole}
                onFront={dock.toFront}
                onClose={dock.close}
                onCloseAll={dock.closeAll}
                onHeight={dock.setHeight}
              />
            </Suspense>
          )
        }
        onAct={power.act}
        onInSight={usageStore.show}
        onConsole={({ id }) => dock.open([id])}
        onOpen={({ id }) => void navigate({ to: '/servers/$serverId', params: { serverId: String(id) } })}
        onNear={preloadGameServer}
        onArrange={onArrange}
        onShape={onShape}
        onCreate={() => void navigate({ to: '/servers/new' })}
        onRetry={() => void list.refetch()}
      />
      {dialog}
    </>
  )
}
