// The crash card with its deeds: repairs what the panel offers, or starts again.

import {
  changeGameServer,
  type GameServerDetail,
  readGameServer,
  repairGameServer,
  startGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import type { CrashRepair } from '@rookery/contracts/template/crash-hints.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { WithRollback } from '../../../parts/failures/lazy-failures.ts'
import type { OfferedRollback } from '../../../parts/failures/rollback-page.tsx'
import type { Abilities } from '../../../parts/power/power-rules.ts'
import { usePowerAction } from '../../../parts/power/use-power-action.ts'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { SafetyNote } from '../../../parts/safety/lazy-safety-note.tsx'
import { api } from '../../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { noteList } from '../../../ui/feedback/note-list.ts'
import { CrashView } from './crash-view.tsx'
import { raisedLimit } from './logic/crash-recovery.ts'

interface CrashPageProps {
  gameServer: GameServerDetail
  abilities: Abilities
}

export function CrashPage({ gameServer, abilities }: CrashPageProps) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const power = usePowerAction()
  const profile = useQuery(apiQuery(readProfile, {}))
  const repair = useMutation({
    mutationFn: (wanted: CrashRepair) =>
      api(repairGameServer, { params: { server: String(gameServer.id) }, body: { repair: wanted } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(listTasks) }),
    onError: error => noteList.add(t('crash.repairFailed'), problemMessage(t, error)),
  })
  const limit = gameServer.memory_limit_bytes
  const raise = useMutation({
    mutationFn: async (memory_limit_bytes: number) => {
      const params = { server: String(gameServer.id) }
      await api(changeGameServer, { params, body: { memory_limit_bytes } })
      await api(startGameServer, { params })
    },
    onSuccess: () =>
      Promise.all(
        [listTasks, readGameServer].map(endpoint =>
          queryClient.invalidateQueries({ queryKey: keyOf(endpoint) }),
        ),
      ),
    onError: error => noteList.add(t('crash.repairFailed'), problemMessage(t, error)),
  })
  const mayRaise = profile.data?.is_admin === true && (abilities['game-server-start'] ?? false)
  const mayFiles = abilities['game-server-files'] ?? false
  const view = ({ rollback, isBusy, onRollBack }: OfferedRollback) => (
    <CrashView
      gameServer={gameServer}
      crash={gameServer.crash}
      nowMs={Date.now()}
      access={{
        files: mayFiles,
        settings: abilities['game-server-settings'] ?? false,
        administration: profile.data?.is_admin ?? false,
      }}
      canSeeConsole={abilities['game-server-console-view'] ?? false}
      mayStart={abilities['game-server-start'] ?? false}
      isBusy={repair.isPending || raise.isPending || isBusy || power.busyId === gameServer.id}
      safety={mayFiles && <SafetyNote gameServerId={gameServer.id} action="change" />}
      rollback={rollback}
      onRollBack={onRollBack}
      onRepair={wanted => repair.mutate(wanted)}
      moreMemory={
        mayRaise && limit !== null
          ? { toBytes: raisedLimit(limit), onRaise: () => raise.mutate(raisedLimit(limit)) }
          : null
      }
      onStart={() => power.act(gameServer, 'start')}
    />
  )
  if (!mayFiles) return view(noRollback)
  return (
    <Suspense fallback={view(noRollback)}>
      <WithRollback gameServer={gameServer}>{view}</WithRollback>
    </Suspense>
  )
}

const noRollback: OfferedRollback = { rollback: null, isBusy: false, onRollBack: () => {} }
