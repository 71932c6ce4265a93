// Above the charts: what comes in, the stretch of time they show, and the way back from a zoom.

import { ActionIcon, Box, Button, Group, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconInfoCircle,
  IconPlugConnectedX,
  IconPointFilled,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import choice from '../../ui/controls/choice.module.css'
import { useMomentFormat } from '../../ui/time/use-moment-format.ts'
import styles from './charts.module.css'
import type { MetricsStatus } from './logic/metrics-status.ts'
import { type TimeSpan, type TimeWindow, timeSpans } from './logic/time-window.ts'

function MetricsStatusLabel({ status }: { status: MetricsStatus }) {
  const t = useTexts()
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
      {t(`metrics.${status}`)}
    </Group>
  )
}

interface ChartToolbarProps {
  status: MetricsStatus
  span: TimeSpan
  /** What a person has zoomed into; null while the charts follow what is live. */
  zoom: TimeWindow | null
  onSpan: (span: TimeSpan) => void
  onZoomBy: (factor: number) => void
  onZoomOut: () => void
}

export function ChartToolbar({ status, span, zoom, onSpan, onZoomBy, onZoomOut }: ChartToolbarProps) {
  const t = useTexts()
  const clock = useMomentFormat()
  return (
    <Group mih={36} gap="8px 16px" justify="space-between">
      <MetricsStatusLabel status={status} />
      <Group gap={8}>
        {zoom && (
          <>
            <Box component="span" className="numbers text-note" flex="1 1 auto" role="status">
              {t('metrics.zoomed', { from: clock(zoom.fromSeconds), to: clock(zoom.toSeconds) })}
            </Box>
            <Button size="xs" leftSection={<IconArrowBackUp size={15} aria-hidden />} onClick={onZoomOut}>
              {t('metrics.backToLive')}
            </Button>
          </>
        )}
        <Group
          component="fieldset"
          className={choice.segments}
          flex={{ base: '1 1 auto', sm: 'none' }}
          gap={2}
          wrap="nowrap"
        >
          <legend className="visually-hidden">{t('metrics.span')}</legend>
          {timeSpans.map(each => (
            <button
              key={each}
              type="button"
              className={choice.segment}
              aria-pressed={!zoom && span === each}
              onClick={() => onSpan(each)}
            >
              {t(`metrics.${each}`)}
            </button>
          ))}
        </Group>
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
  )
}
