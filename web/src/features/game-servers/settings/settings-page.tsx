// The settings tab: reads the settings, keeps what is typed, saves all of it or nothing.

import {
  type GameServerDetail,
  readGameServer,
  readOwnAbilities,
} from '@rookery/contracts/http/game-servers.ts'
import { changeSettings, type GameServerSettings, readSettings } from '@rookery/contracts/http/settings.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePowerAction } from '../../../parts/power/use-power-action.ts'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { api } from '../../../platform/api-client.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { apiQuery, keyOf } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { LeaveGuard } from '../../../ui/controls/leave-guard.tsx'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { changeOf, countChanges, faultsOf, noEdits, type SettingsChange } from './logic/settings-edits.ts'
import { SettingsView } from './settings-view.tsx'

export function SettingsPage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const call = { params: { server: serverId } }
  const gameServer = useQuery(apiQuery(readGameServer, call))
  const settings = useQuery(apiQuery(readSettings, call))
  const { refetch } = settings
  const state = gameServer.data?.state
  // Whether a restart is due changes with the state, and nothing else tells it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is the reason to ask again
  useEffect(() => void refetch(), [state, refetch])
  if (settings.data && gameServer.data) {
    return <LoadedSettings key={serverId} settings={settings.data} gameServer={gameServer.data} />
  }
  return (
    <Panel>
      {settings.isError ? (
        <ProblemState problem={settings.error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows rows={5} />
      )}
    </Panel>
  )
}

function useSave(serverId: string) {
  const queryClient = useQueryClient()
  const params = { server: serverId }
  return useMutation({
    mutationFn: (change: SettingsChange) => api(changeSettings, { params, body: change }),
    onSuccess: saved => {
      queryClient.setQueryData(apiQuery(readSettings, { params }).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: keyOf(readGameServer) })
    },
  })
}

interface LoadedSettingsProps {
  settings: GameServerSettings
  gameServer: GameServerDetail
}

function LoadedSettings({ settings, gameServer }: LoadedSettingsProps) {
  const t = useTexts()
  const serverId = String(gameServer.id)
  const [edits, setEdits] = useState(noEdits)
  const abilities = useQuery(apiQuery(readOwnAbilities, { params: { server: serverId } }))
  const power = usePowerAction()
  const save = useSave(serverId)
  const change = changeOf(settings, edits)

  const faults = save.error instanceof ApiError ? save.error.fields : {}
  const sent = save.variables?.variables ?? {}
  /** A refusal speaks about the value that was sent: once another is typed, it is silent. */
  const refused = Object.fromEntries(
    Object.keys(sent)
      .filter(name => sent[name] === edits.variables[name])
      .map(name => [name, fieldMessage(t, faultsOf(faults, name))]),
  )
  const isAboutVariables = Object.keys(sent).some(name => faultsOf(faults, name))
  return (
    <>
      <LeaveGuard hasChanges={countChanges(change) > 0 && !save.isPending} />
      <SettingsView
        settings={settings}
        gameServer={gameServer}
        edits={edits}
        refused={refused}
        problem={save.error && !isAboutVariables ? problemMessage(t, save.error) : null}
        isBusy={save.isPending}
        mayRestart={abilities.data?.['game-server-restart'] ?? false}
        isRestarting={power.busyId === gameServer.id}
        onEdit={setEdits}
        onSave={() => save.mutate(change, { onSuccess: () => setEdits(noEdits) })}
        onDiscard={() => {
          save.reset()
          setEdits(noEdits)
        }}
        onRestart={() => power.act(gameServer, 'restart')}
      />
    </>
  )
}
