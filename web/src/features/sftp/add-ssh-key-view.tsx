// A new public key: pasted, and named if the person likes.

import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import type { Refusal } from '../../parts/problems/use-refusal.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { commentOf, pastedKey } from './pasted-key-rules.ts'

export interface NewSshKey {
  name?: string
  public_key: string
}

interface AddSshKeyViewProps extends Refusal {
  isBusy: boolean
  onAdd: (key: NewSshKey) => void
  onClose: () => void
}

export function AddSshKeyView({ isBusy, faults, problem, onAdd, onClose }: AddSshKeyViewProps) {
  const t = useTexts()
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [isTried, setIsTried] = useState(false)
  const found = pastedKey(text)
  const fault =
    found === 'private'
      ? t('ownSftp.privateKey')
      : found === 'empty' && isTried
        ? t('ownSftp.needKey')
        : fieldMessage(t, faults.public_key)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (found !== 'public') return
    onAdd({ public_key: text.trim(), ...(name.trim() && { name: name.trim() }) })
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <Textarea
        label={t('ownSftp.publicKey')}
        description={t('ownSftp.publicKeyText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="ssh-ed25519 AAAA…"
        data-autofocus
        autosize
        minRows={4}
        maxRows={8}
        maxLength={16_384}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        error={fault}
      />
      <TextInput
        label={t('ownSftp.keyName')}
        placeholder={commentOf(text) || t('ownSftp.keyNamePlaceholder')}
        maxLength={190}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={fieldMessage(t, faults.name)}
      />
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={found === 'private'}>
          {t('ownSftp.addKey')}
        </Button>
      </Group>
    </form>
  )
}
