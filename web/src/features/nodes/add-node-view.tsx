// Adds a node in three steps: its name, the command for the machine, and watching it arrive.

import { Box, Button, Group, Modal, Switch, TextInput } from '@mantine/core'
import type { NodeInstall } from '@rookery/contracts/http/node-install.ts'
import {
  IconAlertTriangle,
  IconCheck,
  IconCircle,
  IconCircleCheckFilled,
  IconCopy,
  IconLoader2,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import form from '../../ui/controls/form.module.css'
import { useCopy } from '../../ui/controls/use-copy.ts'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CommandText } from './command-text.tsx'
import { fixesOf, type JoinProgress, withoutSudo } from './join-rules.ts'
import styles from './nodes.module.css'
import type { JoinOffer } from './request-join.ts'

export interface JoinCommand extends JoinOffer {
  nodeName: string
  progress: JoinProgress[]
  /** Why the machine went no further, in its own words. */
  problem: string | null
}

const warning = { tone: 'warning', Icon: IconAlertTriangle } as const

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
      <StepHead at={1} title={t('nodes.stepName')} />
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

interface JoinStepProps {
  joinCommand: JoinCommand
  /** So long nothing may arrive before the page says what could be wrong. */
  lateAfterMs?: number
  onClose: () => void
}

export function JoinStep({ joinCommand, lateAfterMs = 60_000, onClose }: JoinStepProps) {
  const t = useTexts()
  const { nodeName: name, progress, problem } = joinCommand
  const isOnline = progress.every(({ state }) => state === 'done')
  const hasBegun = progress.some(({ state }) => state !== 'next')
  const isAway = progress.some(({ state }) => state === 'away')
  const isLate = useIsLate(hasBegun, lateAfterMs)
  const underWay = isAway ? 'joinedAway' : problem === null ? 'joining' : 'joinFailed'
  const situation = isOnline ? 'joined' : hasBegun ? underWay : 'waitingFor'
  return (
    <div className={form.form}>
      {joinCommand.install && <Obstacles install={joinCommand.install} />}
      <StepHead at={1} title={t('nodes.stepNamed', { name })} isDone />
      <StepHead at={2} title={t('nodes.stepRun')} isDone={hasBegun} />
      <CommandBox {...joinCommand} />
      <StepHead at={3} title={t('nodes.stepWatch')} isDone={isOnline} />
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
      {isLate && <NothingArrives install={joinCommand.install} />}
      <Group className={form.stays} gap={8} justify="flex-end">
        <Group component="span" className="text-quiet" gap={8} mr="auto" flex="1 1 200px" wrap="nowrap">
          {!isOnline && problem === null && !isAway && (
            <IconLoader2 size={16} className="spinning" aria-hidden />
          )}
          <span role="status">{t(`nodes.${situation}`, { name })}</span>
        </Group>
        <Button variant={isOnline ? 'filled' : 'default'} onClick={onClose}>
          {isOnline ? t('actions.done') : t('actions.close')}
        </Button>
      </Group>
    </div>
  )
}

function useIsLate(hasBegun: boolean, lateAfterMs: number): boolean {
  const [isLate, setIsLate] = useState(lateAfterMs === 0)
  useEffect(() => {
    if (hasBegun) return
    const timer = setTimeout(() => setIsLate(true), lateAfterMs)
    return () => clearTimeout(timer)
  }, [hasBegun, lateAfterMs])
  return isLate && !hasBegun
}

const stepCount = 3

/** The number of a step and what it is about; a sign instead of the number once it is done. */
function StepHead({ at, title, isDone = false }: { at: number; title: string; isDone?: boolean }) {
  const t = useTexts()
  return (
    <Group component="h3" className={styles.stepHead} gap={10} wrap="nowrap" data-done={isDone || undefined}>
      <span className={styles.stepNumber} aria-hidden>
        {isDone ? <IconCheck size={14} stroke={2.6} /> : at}
      </span>
      <span className="visually-hidden">{t('nodes.stepOf', { at, count: stepCount })}</span>
      {title}
    </Group>
  )
}

/** What to look at when a minute has passed and the machine has said nothing. */
function NothingArrives({ install }: Pick<JoinOffer, 'install'>) {
  const t = useTexts()
  const check = install ? `curl -fsSI ${install.script_url}` : null
  return (
    <Notice status={warning} title={t('nodes.lateTitle')}>
      <Box component="ol" className={styles.lateList}>
        <li>{t('nodes.lateRan')}</li>
        {check && (
          <li>
            {t('nodes.lateReach')}
            <Group className="well" my={6} p="10px 8px 10px 14px" gap={8} align="flex-start" wrap="nowrap">
              <CommandText command={check} />
              <CopyButton text={check} label={t('actions.copyCommand')} />
            </Group>
          </li>
        )}
        <li>{t('nodes.lateKey')}</li>
      </Box>
    </Notice>
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
  const [isWithoutRoot, setIsWithoutRoot] = useState(false)
  const chosen = isWithoutRoot ? withoutSudo(command) : command
  const [missing] = install?.missing.length === 1 ? install.missing : []
  const hasTls = install?.over_tls ?? true
  const hints = [
    t('nodes.keyOnce', { count: Math.round(expiresInSeconds / 60) }),
    missing ? t('nodes.missingArchitecture', { architecture: missing.architecture }) : null,
  ]
  return (
    <>
      {!hasTls && <p className="text-quiet">{t('nodes.withoutTls')}</p>}
      <div className={`well ${styles.commandBox}`}>
        <CommandText command={chosen} />
        <CopyCommand command={chosen} />
      </div>
      {install && (
        <Switch
          label={t('nodes.withoutRoot')}
          description={t('nodes.withoutRootText')}
          checked={isWithoutRoot}
          onChange={event => setIsWithoutRoot(event.currentTarget.checked)}
        />
      )}
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

/** The one thing to do here: a button with its word. */
function CopyCommand({ command }: { command: string }) {
  const t = useTexts()
  const { isCopied, copy } = useCopy()
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <Button
      variant={isCopied ? 'default' : 'filled'}
      leftSection={<Icon size={16} stroke={1.9} aria-hidden />}
      onClick={() => void copy(command)}
    >
      {isCopied ? t('actions.copied') : t('actions.copyCommand')}
    </Button>
  )
}
