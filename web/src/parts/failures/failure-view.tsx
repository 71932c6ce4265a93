// Why an installation failed: what happened, why, what to do, the button that does it, and the log that tells it.

import { Box, Button, Group } from '@mantine/core'
import type { Rollback } from '@rookery/contracts/http/backups.ts'
import type { InstallFailure, OfferedInstallFailure } from '@rookery/contracts/install-failure.ts'
import { IconRefresh, IconTool } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import { FailureLog } from './failure-log.tsx'
import { failureRepairText, failureText } from './failure-text.ts'
import { HelpLinks } from './help-links.tsx'
import { type HelpAccess, helpForFailure } from './logic/failure-help.ts'
import { RollbackView } from './rollback-view.tsx'
import { TroubleCard, TroubleCause } from './trouble-card.tsx'

export type InstallRepair = OfferedInstallFailure['repairs'][number]

export interface FailureViewProps {
  failure: InstallFailure
  gameServer: { id: number; node_id: number; node_name: string; template?: { id: number } }
  /** What the person may do about it now; null: it is over, or nothing. */
  offered: Pick<OfferedInstallFailure, 'repairs' | 'retry'> | null
  /** Left out where it is over. */
  isPresent: boolean
  /** On the page of the task, whose title says already that it failed: the cause is the title of the card. */
  isAlone?: boolean | undefined
  access: HelpAccess
  /** How long ago, in words. */
  time: string
  output: string
  nowMs: number
  /** Null: there is nothing to go back to. */
  rollback: Rollback | null
  onRollBack: () => void
  isBusy: boolean
  onRepair: (repair: InstallRepair) => void
  onRetry: () => void
}

export function FailureView(props: FailureViewProps) {
  const t = useTexts()
  const { failure, gameServer, offered, time, output, rollback, isBusy, onRepair } = props
  const { title, text } = failureText(t, failure, gameServer.node_name)
  const [repair] = offered?.repairs ?? []
  const lead = failure.step === null ? t('failure.outsideSteps') : t('failure.atStep', { step: failure.step })
  const line = failure.line ?? failure.code
  // The log below has it, marked.
  const isInLog = line !== null && output.includes(line)
  const repairButton = repair && (
    <Button
      variant={rollback ? 'default' : 'filled'}
      flex={{ base: '1 1 100%', sm: 'none' }}
      loading={isBusy}
      leftSection={<IconTool size={17} stroke={1.9} />}
      onClick={() => onRepair(repair)}
    >
      {failureRepairText(t, failure.kind, repair)}
    </Button>
  )
  if (props.isAlone) {
    return (
      <TroubleCard title={title} lead={text}>
        <Box className="text-quiet" pl={54} pr={20} pb={14} mt={-8}>
          <p>{lead}</p>
          {line && !isInLog && <code className="text-faint breakable">{line}</code>}
        </Box>
        {repairButton && (
          <Group px={{ base: 12, sm: 20 }} pb={10}>
            {repairButton}
          </Group>
        )}
        {rollback && (
          <ul>
            <RollbackView {...props} rollback={rollback} />
          </ul>
        )}
        <Foot {...props} />
        <FailureLog output={output} failure={failure} isTall />
      </TroubleCard>
    )
  }
  return (
    <TroubleCard title={t(`failure.title.${failure.action}`, { time })} lead={lead}>
      <ul>
        <TroubleCause
          title={title}
          text={text}
          line={isInLog ? null : line}
          lineLabel={failure.line === null ? t('failure.code') : t('failure.line')}
        >
          {repairButton}
        </TroubleCause>
        {rollback && <RollbackView {...props} rollback={rollback} />}
      </ul>
      <Foot {...props} />
      <FailureLog output={output} failure={failure} />
    </TroubleCard>
  )
}

function Foot(props: FailureViewProps) {
  const t = useTexts()
  const { failure, gameServer, offered, isPresent, access, rollback, isBusy, onRetry } = props
  const help = isPresent ? helpForFailure(failure.kind, access) : []
  const retry = offered?.retry
  const mustAsk = isPresent && !retry && failure.action !== 'clone'
  if (!retry && !mustAsk && help.length === 0) return null
  return (
    <Group gap={8} pt={4} px={{ base: 12, sm: 20 }} pb={16}>
      {retry && (
        <Button
          variant={rollback || offered.repairs.length > 0 ? 'default' : 'filled'}
          loading={isBusy}
          leftSection={<IconRefresh size={17} stroke={1.9} />}
          onClick={onRetry}
        >
          {t(retry.start ? 'power.retryAndStart' : 'power.retry')}
        </Button>
      )}
      <HelpLinks
        help={help}
        gameServerId={gameServer.id}
        nodeId={gameServer.node_id}
        {...(gameServer.template && { templateId: gameServer.template.id })}
        host={failure.subject}
      />
      {mustAsk && (
        <Box component="p" className="text-quiet" px={6}>
          {t('failure.ask')}
        </Box>
      )}
    </Group>
  )
}
