// Above the charts: what comes in, the stretch of time they show, and the way back from a zoom.

import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconHistory,
  IconInfoCircle,
  IconPlayerPause,
  IconPlugConnectedX,
  IconPointFilled,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { onePerLanguage } from '../../texts/logic/formatters.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import choice from '../../ui/controls/choice.module.css'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import { timeAgo } from '../../ui/time/relative-time.ts'
import styles from './charts.module.css'
import type { MetricsStatus } from './logic/metrics-status.ts'
import type { TimeSpan, TimeWindow } from './logic/time-window.ts'
import { useChartMoment } from './use-chart-moment.ts'
import type { ChartTime } from './use-stored-metrics.ts'

interface StatusProps {
  status: MetricsStatus
  /** When the newest value was measured; null while there is none. */
  newestSeconds: number | null
}

function MetricsStatusLabel({ status, newestSeconds }: StatusProps) {
  const t = useTexts()
  const language = useLanguage()
  const since = newestSeconds === null ? null : timeAgo(newestSeconds * 1000, Date.now(), language)
  const Icon =
    status === 'live' ? IconPointFilled : status === 'connecting' ? IconInfoCircle : IconPlugConnectedX
  return (
    <Group
      component="p"
      className={`text-secondary ${styles.words}`}
      flex="1 1 auto"
      gap={8}
      wrap="nowrap"
      role="status"
      data-live={status === 'live' || undefined}
    >
      <Icon size={17} stroke={1.7} aria-hidden />
      {status === 'interrupted' && since
        ? t('metrics.interruptedSince', { time: since })
        : t(`metrics.${status}`)}
      {status === 'away' && newestSeconds !== null && (
        <TimeAgo at={new Date(newestSeconds * 1000).toISOString()} />
      )}
    </Group>
  )
}

const storedTexts = {
  60: 'metrics.perMinute',
  600: 'metrics.perTenMinutes',
  3600: 'metrics.perHour',
} as const

/** What the charts are made of while they show what is stored. */
function StoredLabel({ time: { span, storedState } }: { time: ChartTime }) {
  const t = useTexts()
  const isReachable = storedState !== 'unreachable'
  const Icon = isReachable ? IconHistory : IconPlugConnectedX
  const text =
    span.step === 'live' || storedState === 'loading' ? t('metrics.loadingStored') : t(storedTexts[span.step])
  return (
    <Group
      component="p"
      className={`text-secondary ${styles.words}`}
      flex="1 1 auto"
      gap={8}
      wrap="nowrap"
      role="status"
    >
      <Icon size={17} stroke={1.7} aria-hidden />
      {isReachable ? text : t('metrics.storedUnreachable')}
    </Group>
  )
}

/** The charts stand still where somebody has zoomed in, whatever comes meanwhile. */
function ZoomLabel({ zoom, isLive }: { zoom: TimeWindow; isLive: boolean }) {
  const t = useTexts()
  const clock = useChartMoment(zoom)
  const span = { from: clock(zoom.fromSeconds), to: clock(zoom.toSeconds) }
  return (
    <Group
      component="p"
      className={`text-secondary numbers ${styles.words}`}
      flex="1 1 auto"
      gap={8}
      wrap="nowrap"
      role="status"
    >
      {isLive && <IconPlayerPause size={17} stroke={1.7} aria-hidden />}
      {t(isLive ? 'metrics.pausedAt' : 'metrics.zoomed', span)}
    </Group>
  )
}

const unitOf = { m: 'minute', h: 'hour', d: 'day' } as const
const formatsOf = (unitDisplay: 'narrow' | 'long') =>
  onePerLanguage(language => {
    const format = (unit: 'minute' | 'hour' | 'day') =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay })
    return { minute: format('minute'), hour: format('hour'), day: format('day') }
  })
const narrow = formatsOf('narrow')
const long = formatsOf('long')

/** Where the short forms mix styles ("10 Min.", "24h", "7 T"): symbols. */
const germanSymbols = { minute: 'min', hour: 'h', day: 'd' } as const

const partsOf = ({ name }: TimeSpan) =>
  [Number.parseInt(name, 10), unitOf[name.slice(-1) as keyof typeof unitOf]] as const

/** In the language of the reader: 24h. */
function shortLabel(span: TimeSpan, language: string): string {
  const [amount, unit] = partsOf(span)
  return language === 'de' ? `${amount}\u00a0${germanSymbols[unit]}` : narrow(language)[unit].format(amount)
}

/** 24 hours. */
function longLabel(span: TimeSpan, language: string): string {
  const [amount, unit] = partsOf(span)
  return long(language)[unit].format(amount)
}

interface ChartToolbarProps extends StatusProps {
  /** In the place of the charts: it is not said twice. */
  isStatusBelow: boolean
  time: ChartTime
  /** What a person has zoomed into; null while the charts show the whole span. */
  zoom: TimeWindow | null
  onSpan: (span: TimeSpan) => void
  onZoomBy: (factor: number) => void
  onZoomOut: () => void
}

export function ChartToolbar(props: ChartToolbarProps) {
  const { status, newestSeconds, isStatusBelow, time, zoom, onSpan, onZoomBy, onZoomOut } = props
  const t = useTexts()
  const language = useLanguage()
  const isLive = time.span.step === 'live'
  const hasPaused = zoom !== null && (isLive ? status === 'live' : time.storedState === 'ready')
  return (
    <Group className={styles.toolbar} mih={36} gap="8px 16px" justify="space-between">
      {isStatusBelow && <span />}
      {hasPaused && <ZoomLabel zoom={zoom} isLive={isLive} />}
      {!hasPaused && !isStatusBelow && isLive && (
        <MetricsStatusLabel status={status} newestSeconds={newestSeconds} />
      )}
      {!hasPaused && !isLive && <StoredLabel time={time} />}
      <Group gap={8}>
        {zoom && (
          <Button size="xs" leftSection={<IconArrowBackUp size={15} aria-hidden />} onClick={onZoomOut}>
            {isLive ? t('metrics.backToLive') : t('metrics.showWhole')}
          </Button>
        )}
        <Group
          component="fieldset"
          className={choice.segments}
          flex={{ base: '1 1 auto', sm: 'none' }}
          gap={2}
          wrap="nowrap"
        >
          <legend className="visually-hidden">{t('metrics.span')}</legend>
          {time.spans.map(each => (
            <button
              key={each.name}
              type="button"
              className={`${choice.segment} ${styles.span}`}
              aria-pressed={!zoom && time.span.name === each.name}
              title={longLabel(each, language)}
              onClick={() => onSpan(each)}
            >
              <span aria-hidden>{shortLabel(each, language)}</span>
              <span className="visually-hidden">{longLabel(each, language)}</span>
            </button>
          ))}
        </Group>
        {/* One beside the other, whichever line they come to stand in. */}
        <Group gap={8} wrap="nowrap">
          <Tooltip label={t('metrics.zoomIn')}>
            <ActionIcon aria-label={t('metrics.zoomIn')} onClick={() => onZoomBy(0.5)}>
              <IconZoomIn size={17} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('metrics.zoomOut')}>
            <ActionIcon aria-label={t('metrics.zoomOut')} disabled={!zoom} onClick={() => onZoomBy(2)}>
              <IconZoomOut size={17} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
    </Group>
  )
}
