// The dialog in which an owner offers a game server to somebody else.

import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { offerOwnership, readGameServerAccess } from '@rookery/contracts/http/ownership.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

interface TransferPageProps {
  gameServer: { id: number; name: string }
  onClose: () => void
}

export function TransferPage({ gameServer, onClose }: TransferPageProps) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [login, setLogin] = useState('')
  const [isKeeping, setIsKeeping] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const offer = useMutation({
    mutationFn: () =>
      api(offerOwnership, {
        params: { server: String(gameServer.id) },
        body: { login: login.trim(), keep_access: isKeeping },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(readGameServerAccess) })
      onClose()
    },
  })
  const { faults, problem } = useRefusal(offer.error, ['login'])
  const isMissing = isTried && login.trim() === ''
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('ownership.transferTitle', { server: gameServer.name })}
      size={480}
      closeOnClickOutside={false}
    >
      <form
        className={form.form}
        noValidate
        autoComplete="off"
        onSubmit={event => {
          event.preventDefault()
          setIsTried(true)
          if (login.trim() !== '') offer.mutate()
        }}
      >
        {problem && <FormProblem>{problem}</FormProblem>}
        <Stack gap={16}>
          <p className="text-quiet">{t('ownership.transferText')}</p>
          <TextInput
            label={t('ownership.login')}
            description={t('ownership.loginHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            data-autofocus
            value={login}
            onChange={event => setLogin(event.currentTarget.value)}
            error={isMissing ? t('ownership.needLogin') : fieldMessage(t, faults.login)}
          />
          <Checkbox
            label={t('ownership.keepAccess')}
            description={t('ownership.keepAccessText')}
            checked={isKeeping}
            onChange={event => setIsKeeping(event.currentTarget.checked)}
          />
        </Stack>
        <Group className={`${form.foot} ${form.stays}`} gap={12} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={offer.isPending}>
            {t('ownership.offer')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
