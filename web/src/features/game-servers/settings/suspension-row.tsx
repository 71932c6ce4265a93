// The suspension of a game server, for administrators: begun with a reason, ended, or ended and started.

import { Button, Group, Modal } from '@mantine/core'
import {
  type GameServerDetail,
  listGameServers,
  readGameServer,
  readOwnAbilities,
  startGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { suspendGameServer, unsuspendGameServer } from '@rookery/contracts/http/suspension.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { SuspendView } from '../../../parts/suspension/suspend-view.tsx'
import { api } from '../../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { SettingRow } from '../../../ui/controls/section.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'

export function SuspensionRow({ gameServer }: { gameServer: GameServerDetail }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const params = { server: String(gameServer.id) }
  const onSuccess = (changed: GameServerDetail) => {
    queryClient.setQueryData(apiQuery(readGameServer, { params }).queryKey, changed)
    for (const read of [listGameServers, readOwnAbilities]) {
      void queryClient.invalidateQueries({ queryKey: keyOf(read) })
    }
    setIsAsking(false)
  }
  const suspend = useMutation({
    mutationFn: (reason: string) => api(suspendGameServer, { params, body: { reason } }),
    onSuccess,
  })
  const unsuspend = useMutation({
    mutationFn: async ({ isStarted }: { isStarted: boolean }) => {
      const changed = await api(unsuspendGameServer, { params })
      onSuccess(changed)
      if (isStarted) await api(startGameServer, { params })
    },
  })
  const end = (isStarted: boolean) => unsuspend.mutate({ isStarted })
  const endsWith = (isStarted: boolean) => unsuspend.isPending && unsuspend.variables.isStarted === isStarted
  const problem = unsuspend.error ? problemMessage(t, unsuspend.error) : null
  return (
    <>
      {gameServer.suspended ? (
        <SettingRow
          title={t('settings.suspendedTitle')}
          text={
            <>
              {t('settings.suspendedText', {
                who: gameServer.suspended_by ?? '',
                reason: gameServer.suspended.reason,
              })}
              {problem && <FormProblem>{problem}</FormProblem>}
            </>
          }
          action={
            <Group gap={8}>
              {gameServer.installed_at !== null && (
                <Button variant="default" loading={endsWith(true)} onClick={() => end(true)}>
                  {t('settings.unsuspendAndStart')}
                </Button>
              )}
              <Button variant="default" loading={endsWith(false)} onClick={() => end(false)}>
                {t('settings.unsuspend')}
              </Button>
            </Group>
          }
        />
      ) : (
        <SettingRow
          title={t('settings.suspendTitle')}
          text={problem ?? t('settings.suspendText')}
          action={
            <Button color="danger" variant="outline" onClick={() => setIsAsking(true)}>
              {t('settings.suspend')}
            </Button>
          }
        />
      )}
      {isAsking && (
        <Modal
          opened
          onClose={() => setIsAsking(false)}
          title={t('settings.suspendConfirmTitle', { name: gameServer.name })}
        >
          <SuspendView
            text={t('settings.suspendConfirmText')}
            reasonLabel={t('settings.suspendReason')}
            reasonText={t('settings.suspendReasonText')}
            confirm={t('settings.suspend')}
            isBusy={suspend.isPending}
            problem={suspend.error ? problemMessage(t, suspend.error) : null}
            onSuspend={reason => suspend.mutate(reason)}
            onClose={() => setIsAsking(false)}
          />
        </Modal>
      )}
    </>
  )
}
