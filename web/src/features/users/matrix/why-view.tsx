// The answer to "why?" for the cell that is looked at: what holds, by which entry, what a press would do.

import { Box, CloseButton, Group, Stack } from '@mantine/core'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import {
  type ColumnChanges,
  cellKind,
  cellKinds,
  type Outlook,
  pressOf,
} from '../../../parts/permissions/logic/permission-cells.ts'
import { reasonText } from '../../../parts/permissions/logic/reason-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import tones from '../../../ui/tone/tone.module.css'
import { cellStyles } from './cell-style.ts'
import styles from './matrix.module.css'

export interface Inspected {
  cell: PermissionOnGameServer
  gameServerId: number
  gameServerName: string
  changes: ColumnChanges
  outlook: Outlook | null
}

interface WhyViewProps {
  userId: number
  inspected: Inspected | null
}

export function WhyView({ userId, inspected }: WhyViewProps) {
  const t = useTexts()
  return (
    <Stack
      component="aside"
      className={`panel ${styles.why}`}
      p={16}
      gap={6}
      aria-label={t('matrix.whyTitle')}
    >
      {inspected ? (
        <Answer userId={userId} {...inspected} />
      ) : (
        <>
          <h2>{t('matrix.whyTitle')}</h2>
          <p className="text-quiet">{t('matrix.whyHint')}</p>
        </>
      )}
      <Legend />
    </Stack>
  )
}

interface WhySheetProps {
  userId: number
  inspected: Inspected
  /** The bar that saves stands below it. */
  isAboveBar: boolean
  onClose: () => void
}

/** Where there is no room beside the table: at the lower edge, while the cells stay within reach. */
export function WhySheet({ userId, inspected, isAboveBar, onClose }: WhySheetProps) {
  const t = useTexts()
  const { gameServerId, cell } = inspected
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each cell that is chosen
  useEffect(() => {
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [gameServerId, cell.permission])
  return (
    <Box
      component="aside"
      className={styles.sheet}
      data-above-bar={isAboveBar || undefined}
      aria-label={t('matrix.whyTitle')}
      aria-live="polite"
    >
      <CloseButton className={styles.sheetClose} aria-label={t('actions.close')} onClick={onClose} />
      <Answer userId={userId} {...inspected} />
    </Box>
  )
}

function Answer({
  userId,
  cell,
  gameServerId,
  gameServerName,
  changes,
  outlook,
}: Inspected & { userId: number }) {
  const t = useTexts()
  const kind = cellKind(cell, gameServerId)
  const { Icon, tone } = cellStyles[kind]
  const press = pressOf(cell, gameServerId, changes)
  return (
    <Stack gap={4}>
      <h2>{t(`permissionTitles.${cell.permission}`)}</h2>
      <p className="text-quiet">{t('matrix.onServer', { server: gameServerName })}</p>
      <Box component="p" className="text-secondary" mt={6}>
        {t(`permissionTexts.${cell.permission}`)}
      </Box>
      <Heading>{t('matrix.now')}</Heading>
      <Group component="p" className={`${tones.sign} ${tones[tone]}`} gap={8} align="stretch" wrap="nowrap">
        <Icon size={16} stroke={2} aria-hidden />
        <span>{reasonText(t, cell.source)}</span>
      </Group>
      {outlook && (
        <>
          <Heading>{t('matrix.afterSaving')}</Heading>
          <p>{t(`matrix.${outlook}`)}</p>
        </>
      )}
      <Box component="p" className="text-secondary" mt={10}>
        {t(`matrix.${press}`)}
      </Box>
      <WayOut userId={userId} cell={cell} press={press} />
    </Stack>
  )
}

function Heading({ children }: { children: string }) {
  return (
    <Box component="h3" className="text-caption" mt={10} fw={500}>
      {children}
    </Box>
  )
}

interface WayOutProps {
  userId: number
  cell: PermissionOnGameServer
  press: ReturnType<typeof pressOf>
}

/** Where a deny can be lifted that cannot be lifted here. */
export function WayOut({ userId, cell, press }: WayOutProps) {
  const t = useTexts()
  const role = cell.source.entry?.role
  if (press === 'cannotLiftRole' && role) {
    return (
      <Link to="/people/roles/$roleId" params={{ roleId: String(role.id) }} className="link">
        {t('matrix.openRole', { role: role.title })}
      </Link>
    )
  }
  if (press !== 'cannotLiftOwn') return null
  return (
    <Link to="/people/users/$userId/panel" params={{ userId: String(userId) }} className="link">
      {t('matrix.openPanel')}
    </Link>
  )
}

function Legend() {
  const t = useTexts()
  return (
    <Stack
      component="dl"
      className={`text-caption ${styles.legend}`}
      mt="auto"
      pt={14}
      gap={4}
      aria-label={t('matrix.legend')}
    >
      {cellKinds.map(kind => {
        const { Icon, tone } = cellStyles[kind]
        return (
          <div key={kind}>
            <Group component="dt" className={tones[tone]} gap={6} wrap="nowrap" c="var(--tone)">
              <Icon size={14} stroke={2} aria-hidden />
              {t(`matrix.kinds.${kind}`)}
            </Group>
            <dd>{t(`matrix.legends.${kind}`)}</dd>
          </div>
        )
      })}
    </Stack>
  )
}
