// What was delivered to a webhook, and what came of it.

import { Box, Button, Group, Select, Stack } from '@mantine/core'
import {
  type AttemptOutcome,
  type Delivery,
  type DeliveryState,
  deliveryStates,
  type WebhookFormat,
} from '@rookery/contracts/http/webhooks.ts'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconRefresh,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useReasonText } from '../../parts/reasons/use-reason-text.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { TimeAgo, TimeUntil } from '../../ui/time/live-time.tsx'
import { quickSpan } from '../../ui/time/relative-time.ts'
import tones from '../../ui/tone/tone.module.css'
import { adviceOf } from './outcome-rules.ts'
import { knownKind } from './webhook-draft-rules.ts'
import styles from './webhooks.module.css'

export interface DeliveriesViewProps {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  deliveries: readonly Delivery[]
  /** Null: all of them. */
  state: DeliveryState | null
  hasOlder: boolean
  isBusy: boolean
  /** What kept one from being sent again. */
  refusal: string | null
  onState: (state: DeliveryState | null) => void
  onOlder: () => void
  onReplay: (delivery: Delivery) => void
  onRetry: () => void
}

const signs: Record<DeliveryState, { Icon: TablerIcon; tone: string | undefined }> = {
  delivered: { Icon: IconCircleCheck, tone: tones.running },
  waiting: { Icon: IconClock, tone: tones.warning },
  given_up: { Icon: IconAlertTriangle, tone: tones.trouble },
}

export function DeliveriesView(props: DeliveriesViewProps) {
  const { deliveries, state, hasOlder, isBusy, refusal, onState, onOlder, onReplay } = props
  const t = useTexts()
  return (
    <Stack gap={16}>
      {refusal && <FormProblem>{refusal}</FormProblem>}
      <Select
        aria-label={t('webhooks.allStates')}
        maw={{ base: 'none', xs: 260 }}
        allowDeselect={false}
        data={[
          { value: 'all', label: t('webhooks.allStates') },
          ...deliveryStates.map(value => ({ value, label: t(`webhooks.states.${value}`) })),
        ]}
        value={state ?? 'all'}
        onChange={value => onState(deliveryStates.find(each => each === value) ?? null)}
      />
      {props.status === 'problem' && <ProblemState problem={props.problem} onRetry={props.onRetry} />}
      {props.status === 'loading' && <LoadingRows rows={4} />}
      {props.status === 'ready' && deliveries.length === 0 && (
        <p className="text-quiet">{t('webhooks.noDeliveries')}</p>
      )}
      {deliveries.length > 0 && (
        <ul className={`divided ${styles.deliveries}`}>
          {deliveries.map(delivery => (
            <DeliveryRow key={delivery.id} delivery={delivery} isBusy={isBusy} onReplay={onReplay} />
          ))}
        </ul>
      )}
      {hasOlder && (
        <Button size="xs" variant="default" mr="auto" onClick={onOlder}>
          {t('webhooks.older')}
        </Button>
      )}
    </Stack>
  )
}

function DeliveryRow({
  delivery,
  isBusy,
  onReplay,
}: {
  delivery: Delivery
  isBusy: boolean
  onReplay: (delivery: Delivery) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const reasonText = useReasonText()
  const [isOpen, setIsOpen] = useState(false)
  const { kind, state, attempts, created_at, next_attempt_at, status, took_ms, replay_of } = delivery
  const { Icon, tone } = signs[state]
  const known = knownKind(kind)
  return (
    <li className={styles.delivery}>
      <Group
        className={styles.deliveryHead}
        gap={12}
        wrap="nowrap"
        align="flex-start"
        justify="space-between"
      >
        <Group gap={10} wrap="nowrap" align="flex-start" miw={0}>
          <Box component="span" className={`${tone} ${tones.sign}`} mt={2}>
            <Icon size={17} aria-hidden />
          </Box>
          <div>
            <h3>{known ? t(`webhooks.kinds.${known}`) : kind}</h3>
            <Dotted component="p" className="text-secondary" mt={2}>
              <span>{t(`webhooks.states.${state}`)}</span>
              <TimeAgo at={created_at} />
              {attempts > 1 && <span>{t('webhooks.attempts', { count: attempts })}</span>}
              {status !== null && <span className="tabular">{t('webhooks.status', { status })}</span>}
              {took_ms !== null && <span>{t('webhooks.took', { time: quickSpan(took_ms, language) })}</span>}
              {replay_of !== null && <span>{t('webhooks.replayed')}</span>}
            </Dotted>
            {delivery.problem !== '' && (
              <Box component="p" className={`text-secondary breakable ${styles.problem}`} mt={4}>
                {reasonText(delivery.problem)}
              </Box>
            )}
            {next_attempt_at !== null && attempts > 0 && (
              <Box component="p" className="text-hint" mt={4}>
                {t('webhooks.nextAttempt')} <TimeUntil at={next_attempt_at} />
              </Box>
            )}
          </div>
        </Group>
        <Group gap={8} wrap="wrap" justify="flex-end" className={styles.buttons}>
          {delivery.answer !== '' && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t('webhooks.answer')}
            </Button>
          )}
          {state !== 'waiting' && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={15} />}
              disabled={isBusy}
              onClick={() => onReplay(delivery)}
            >
              {t('webhooks.again')}
            </Button>
          )}
        </Group>
      </Group>
      {isOpen && <pre className={styles.answer}>{delivery.answer}</pre>}
    </li>
  )
}

interface TestOutcomeViewProps {
  /** Null while it is on its way. */
  outcome: AttemptOutcome | null
  format: WebhookFormat
}

/** What came back from a test, and what helps where it was refused. */
export function TestOutcomeView({ outcome, format }: TestOutcomeViewProps) {
  const t = useTexts()
  const language = useLanguage()
  const reasonText = useReasonText()
  if (!outcome) return <p className="text-quiet">{t('webhooks.testing')}</p>
  const { status, took_ms, problem, answer } = outcome
  const isGood = problem === ''
  const advice = adviceOf(outcome, format)
  const { Icon, tone } = signs[isGood ? 'delivered' : 'given_up']
  return (
    <Stack gap={8} role="status">
      <Group gap={8} wrap="nowrap" className={`${tone} ${tones.sign}`}>
        <Icon size={18} aria-hidden />
        <b>{isGood ? t('webhooks.testGood') : t('webhooks.testBad')}</b>
      </Group>
      {!isGood && (status === null || status < 400) && <p className="breakable">{reasonText(problem)}</p>}
      {advice && <p>{t(`webhooks.advice.${advice}`, { service: t(`webhooks.formats.${format}`) })}</p>}
      <Dotted component="p" className="text-secondary">
        <span className="tabular">
          {status === null ? t('webhooks.noAnswer') : t('webhooks.status', { status })}
        </span>
        {took_ms !== null && <span>{t('webhooks.took', { time: quickSpan(took_ms, language) })}</span>}
      </Dotted>
      {status !== null &&
        (answer === '' ? (
          <p className="text-hint">{t('webhooks.emptyAnswer')}</p>
        ) : (
          <pre className={styles.answer}>{answer}</pre>
        ))}
    </Stack>
  )
}
