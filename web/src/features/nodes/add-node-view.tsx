// Adds a node: first its name, then the command that makes the machine join.

import { Box, Button, Group, Modal, TextInput } from '@mantine/core'
import type { NodeInstall } from '@rookery/contracts/http/node-install.ts'
import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheckFilled,
  IconLoader2,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { fixesOf, type JoinProgress } from './join-rules.ts'
import styles from './nodes.module.css'
import type { JoinOffer } from './request-join.ts'

export interface JoinCommand extends JoinOffer {
  nodeName: string
  progress: JoinProgress[]
  /** Why the machine went no further, in its own words. */
  problem: string | null
}

const warning = { tone: 'accent', Icon: IconAlertTriangle } as const

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
  const { nodeName: name, progress, problem } = joinCommand
  const isOnline = progress.every(({ state }) => state === 'done')
  const hasBegun = progress.some(({ state }) => state !== 'next')
  const isAway = progress.some(({ state }) => state === 'away')
  const underWay = isAway ? 'joinedAway' : problem === null ? 'joining' : 'joinFailed'
  const situation = isOnline ? 'joined' : hasBegun ? underWay : 'waitingFor'
  return (
    <div className={form.form}>
      {joinCommand.install && <Obstacles install={joinCommand.install} />}
      <p className="text-quiet">{t('nodes.runThis', { name })}</p>
      <CommandBox {...joinCommand} />
      <ol className={styles.joinSteps} aria-label={t('nodes.progress')}>
        {progress.map(({ step, state }) => (
          <li key={step} className={styles[state]}>
            <StepIcon state={state} />
            {t(`nodes.step.${step}`)}
            <span className="visually-hidden">{t(`nodes.stepState.${state}`)}</span>
          </li>
        ))}
      </ol>
      {problem && <FormProblem>{problem}</FormProblem>}
      <Group mt={4} gap={8} justify="flex-end">
        <Box component="span" className="text-quiet" mr="auto" flex="1 1 200px" role="status">
          {t(`nodes.${situation}`, { name })}
        </Box>
        <Button variant={isOnline ? 'filled' : 'default'} onClick={onClose}>
          {isOnline ? t('actions.done') : t('actions.close')}
        </Button>
      </Group>
    </div>
  )
}

export function StepIcon({ state }: Pick<JoinProgress, 'state'>) {
  if (state === 'done') return <IconCircleCheckFilled size={17} aria-hidden />
  if (state === 'away') return <IconPlugConnectedX size={17} aria-hidden />
  if (state === 'failed') return <IconAlertTriangle size={17} aria-hidden />
  if (state === 'now') return <IconLoader2 size={17} className="spinning" aria-hidden />
  return <IconCircle size={17} aria-hidden />
}

/** What keeps other machines from this panel, and the lines that let them in. */
function Obstacles({ install }: { install: NodeInstall }) {
  const t = useTexts()
  const fixes = fixesOf(install.obstacles)
  const ownArchive = install.missing.length === 2 ? install.missing[0] : undefined
  return (
    <>
      {fixes.length > 0 && (
        <Notice status={warning} title={t('nodes.unreachable')}>
          {t('nodes.unreachableFix')}
          <Box component="pre" className="well breakable mono" mt={8} px={12} py={8} fz={13}>
            {fixes.join('\n')}
          </Box>
        </Notice>
      )}
      {ownArchive && (
        <Notice status={warning} title={t('nodes.noDaemon')}>
          {ownArchive.reason}
        </Notice>
      )}
    </>
  )
}

/** The command ready to copy, why it has this form, and for how long it is good. */
export function CommandBox({ command, expiresInSeconds, install }: JoinOffer) {
  const t = useTexts()
  const [missing] = install?.missing.length === 1 ? install.missing : []
  const hasTls = install?.over_tls ?? true
  const hints = [
    t('nodes.keyOnce', { count: Math.round(expiresInSeconds / 60) }),
    install ? t('nodes.withoutRoot') : null,
    missing ? t('nodes.missingArchitecture', { architecture: missing.architecture }) : null,
  ]
  return (
    <>
      {!hasTls && <p className="text-quiet">{t('nodes.withoutTls')}</p>}
      <Group className="well" gap={8} align="flex-start" wrap="nowrap" py={12} pl={14} pr={8}>
        <Box component="code" className={`breakable ${styles.command}`} flex={1} fz={13} lh={1.6}>
          {command}
        </Box>
        <CopyButton text={command} label={t('actions.copyCommand')} />
      </Group>
      <Box component="ul" className="text-hint" mt={-6}>
        {hints
          .filter(hint => hint !== null)
          .map(hint => (
            <li key={hint}>{hint}</li>
          ))}
      </Box>
    </>
  )
}
