// What has come of saving: all as wished, or what is denied all the same and by which entry.

import { Stack } from '@mantine/core'
import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { pressOf } from '../../../parts/permissions/logic/permission-cells.ts'
import { reasonText } from '../../../parts/permissions/logic/reason-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import styles from './matrix.module.css'
import type { StillDenied } from './matrix-summary-rules.ts'
import { WayOut } from './why-view.tsx'

interface OutcomeViewProps {
  userId: number
  denied: readonly StillDenied[]
  nameOf: (gameServerId: number) => string
}

/** Comes into sight by itself: the button that saved it may stand far below. */
export function OutcomeView(props: OutcomeViewProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className={styles.outcome}>
      <Words {...props} />
    </div>
  )
}

function Words({ userId, denied, nameOf }: OutcomeViewProps) {
  const t = useTexts()
  if (denied.length === 0) {
    return <Notice status={{ tone: 'running', Icon: IconCircleCheckFilled }} title={t('matrix.savedAll')} />
  }
  return (
    <Notice
      status={{ tone: 'trouble', Icon: IconAlertTriangleFilled }}
      title={t('matrix.savedSome', { count: denied.length })}
    >
      <Stack component="ul" className={styles.denied} gap={4} mt={4}>
        {denied.map(({ gameServerId, cell }) => (
          <li key={`${gameServerId} ${cell.permission}`}>
            <strong>
              {t('matrix.stillDenied', {
                permission: t(`permissionTitles.${cell.permission}`),
                server: nameOf(gameServerId),
              })}
            </strong>{' '}
            {reasonText(t, cell.source)}{' '}
            <WayOut userId={userId} cell={cell} press={pressOf(cell, gameServerId, {})} />
          </li>
        ))}
      </Stack>
    </Notice>
  )
}
