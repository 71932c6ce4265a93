// Adds a node: first its name, then the command that makes the machine join.

import { Box, Button, Group, Modal, TextInput } from '@mantine/core'
import { IconCircleCheckFilled, IconLoader2 } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import form from '../../ui/controls/form.module.css'

export interface JoinCommand {
  nodeName: string
  command: string
  expiresInSeconds: number
  hasJoined: boolean
}

interface AddNodeViewProps {
  isOpen: boolean
  isBusy: boolean
  problem: string | null
  joinCommand: JoinCommand | null
  onCreate: (name: string) => void
  onClose: () => void
}

export function AddNodeView(props: AddNodeViewProps) {
  const t = useTexts()
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={t('nodes.dialogTitle')} size="lg">
      {props.joinCommand ? (
        <JoinStep joinCommand={props.joinCommand} onClose={props.onClose} />
      ) : (
        <NameStep {...props} />
      )}
    </Modal>
  )
}

type NameStepProps = Pick<AddNodeViewProps, 'isBusy' | 'problem' | 'onCreate' | 'onClose'>

export function NameStep({ isBusy, problem, onCreate, onClose }: NameStepProps) {
  const t = useTexts()
  const [name, setName] = useState('')
  const [isTried, setIsTried] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (name.trim()) onCreate(name.trim())
  }
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <p className="text-quiet">{t('nodes.dialogText')}</p>
      <TextInput
        label={t('nodes.nameLabel')}
        placeholder={t('nodes.namePlaceholder')}
        maxLength={190}
        data-autofocus
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={isTried && !name.trim() ? t('nodes.needName') : problem}
      />
      <Group mt={4} gap={8} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('nodes.create')}
        </Button>
      </Group>
    </form>
  )
}

export function JoinStep({ joinCommand, onClose }: { joinCommand: JoinCommand; onClose: () => void }) {
  const t = useTexts()
  const { nodeName: name, command, expiresInSeconds, hasJoined } = joinCommand
  return (
    <div className={form.form}>
      <p className="text-quiet">{t('nodes.runThis', { name })}</p>
      <CommandBox command={command} expiresInSeconds={expiresInSeconds} />
      <Group mt={4} gap={8} justify="flex-end">
        <Group
          component="span"
          className="text-quiet"
          gap={8}
          wrap="nowrap"
          mr="auto"
          c={hasJoined ? 'var(--state-running)' : undefined}
          role="status"
        >
          {hasJoined ? (
            <IconCircleCheckFilled size={17} aria-hidden />
          ) : (
            <IconLoader2 size={17} className="spinning" aria-hidden />
          )}
          {hasJoined ? t('nodes.joined', { name }) : t('nodes.waitingFor', { name })}
        </Group>
        <Button variant={hasJoined ? 'filled' : 'default'} onClick={onClose}>
          {hasJoined ? t('actions.done') : t('actions.close')}
        </Button>
      </Group>
    </div>
  )
}

/** The command ready to copy, and for how long it is good. */
export function CommandBox({ command, expiresInSeconds }: Pick<JoinCommand, 'command' | 'expiresInSeconds'>) {
  const t = useTexts()
  return (
    <>
      <Group className="well" gap={8} align="flex-start" wrap="nowrap" py={12} pl={14} pr={8}>
        <Box component="code" className="breakable" flex={1} fz={13} lh={1.6}>
          {command}
        </Box>
        <CopyButton text={command} label={t('actions.copyCommand')} />
      </Group>
      <Box component="p" className="text-hint" mt={-6}>
        {t('nodes.keyOnce', { count: Math.round(expiresInSeconds / 60) })}
      </Box>
    </>
  )
}
