// A new key: its name, when it ends, and from where it is taken.

import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Expiry, ExpiryChoice, expiryTime } from '../../../parts/expiry/expiry-choice.tsx'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'

export interface NewKey {
  name: string
  expires_at: string | null
  addresses: string[]
}

interface NewKeyViewProps {
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  onCreate: (input: NewKey) => void
  onClose: () => void
}

/** By line, comma or blank: what people paste. */
const addressesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

export function NewKeyView({ isBusy, faults, problem, onCreate, onClose }: NewKeyViewProps) {
  const t = useTexts()
  const [name, setName] = useState('')
  const [expiry, setExpiry] = useState<Expiry>('365')
  const [addresses, setAddresses] = useState('')
  const [isTried, setIsTried] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (!name.trim()) return
    const expires_at = expiryTime(expiry, Date.now())
    onCreate({ name: name.trim(), expires_at, addresses: addressesIn(addresses) })
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <TextInput
        label={t('accessTokens.name')}
        placeholder={t('serviceAccounts.keyPlaceholder')}
        maxLength={190}
        data-autofocus
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={isTried && !name.trim() ? t('accessTokens.needName') : fieldMessage(t, faults.name)}
      />
      <ExpiryChoice value={expiry} onChoose={setExpiry} error={fieldMessage(t, faults.expires_at)} />
      <Textarea
        label={t('serviceAccounts.addressesOptional')}
        description={t('serviceAccounts.addressesHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="203.0.113.0/24"
        autosize
        minRows={2}
        spellCheck={false}
        value={addresses}
        onChange={event => setAddresses(event.currentTarget.value)}
        error={fieldMessage(t, faults.addresses)}
      />
      <Group className={form.stays} gap={8} align="stretch" wrap="nowrap" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('serviceAccounts.createKey')}
        </Button>
      </Group>
    </form>
  )
}
