// The box of a plugin's page: the frame, or in calm words why it is not there.

import { Button, Group } from '@mantine/core'
import { IconPuzzleOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import styles from './frame.module.css'
import type { FrameProblem } from './frame-conversation.ts'

export type BoxProblem = FrameProblem | { kind: 'unloaded'; words: string }

interface PluginFrameViewProps {
  isVisible: boolean
  problem: BoxProblem | null
  onRetry: () => void
  /** The frame itself. */
  children?: ReactNode
}

export function PluginFrameView({ isVisible, problem, onRetry, children }: PluginFrameViewProps) {
  const t = useTexts()
  if (!problem) {
    return (
      <div className={styles.box} data-shown={isVisible || undefined}>
        {!isVisible && <LoadingRows rows={1} />}
        {children}
      </div>
    )
  }
  const words = 'words' in problem ? problem.words : ''
  return (
    <Group className={styles.problem} gap={12} wrap="nowrap" role="status">
      <IconPuzzleOff size={20} stroke={1.7} aria-hidden />
      <div>
        <strong>{t(`pluginFrame.${problem.kind}`)}</strong>
        <p>{words || t('pluginFrame.restOfPage')}</p>
      </div>
      <Button variant="default" size="xs" onClick={onRetry}>
        {t('actions.retry')}
      </Button>
    </Group>
  )
}
