// One quiet line for administrators where Activity does not record what people do: how to turn it on.

import { Button, Group } from '@mantine/core'
import { changePanelSettings, readPanelSettings } from '@rookery/contracts/http/panel-settings.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lockText } from '../../parts/panel-settings/lock-text.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'

export function RecordNotice() {
  const t = useTexts()
  const queryClient = useQueryClient()
  const query = apiQuery(readPanelSettings, {})
  const setting = useQuery(query).data?.activity_people
  const turnOn = useMutation({
    mutationFn: () => api(changePanelSettings, { body: { activity_people: true } }),
    onSuccess: changed => queryClient.setQueryData(query.queryKey, changed),
  })
  if (!setting || setting.value) return null
  const lock = setting.locked_by && lockText(t, setting.variable, setting.locked_by)
  return (
    <Group gap={12} justify="space-between">
      <p className="text-note breakable">
        {t('activityPeople.recordOff')} {lock}
      </p>
      {!lock && (
        <Button variant="default" size="xs" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
          {t('activityPeople.record')}
        </Button>
      )}
    </Group>
  )
}
