// Adds a node: first its name, then the command that makes the machine join.

import { Button, Group, Modal, TextInput } from '@mantine/core'
import { IconCircleCheckFilled, IconLoader2 } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import styles from './nodes.module.css'

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
    <form className={styles.form} onSubmit={submit} noValidate>
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
      <Group className={styles.foot} gap={8} justify="flex-end">
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
    <div className={styles.form}>
      <p className="text-quiet">{t('nodes.runThis', { name })}</p>
      <CommandBox command={command} expiresInSeconds={expiresInSeconds} />
      <Group className={styles.foot} gap={8} justify="flex-end">
        <span className={hasJoined ? styles.joined : styles.waiting} role="status">
          {hasJoined ? (
            <IconCircleCheckFilled size={17} aria-hidden />
          ) : (
            <IconLoader2 size={17} aria-hidden />
          )}
          {hasJoined ? t('nodes.joined', { name }) : t('nodes.waitingFor', { name })}
        </span>
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
      <Group className={styles.command} gap={8} align="flex-start" wrap="nowrap">
        <code>{command}</code>
        <CopyButton text={command} label={t('actions.copyCommand')} />
      </Group>
      <p className={`text-hint ${styles.small}`}>
        {t('nodes.keyOnce', { count: Math.round(expiresInSeconds / 60) })}
      </p>
    </>
  )
}
