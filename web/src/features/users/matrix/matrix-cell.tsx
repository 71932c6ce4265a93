// One cell of the matrix: icon, word and color; beside the table stands why; a press changes it.

import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { memo } from 'react'
import {
  canChange,
  cellKind,
  type Outlook,
  visibleKind,
} from '../../../parts/permissions/logic/permission-cells.ts'
import { reasonText } from '../../../parts/permissions/logic/reason-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import tones from '../../../ui/tone/tone.module.css'
import { cellStyles } from './cell-style.ts'
import styles from './matrix.module.css'

interface MatrixCellProps {
  cell: PermissionOnGameServer
  gameServerId: number
  gameServerName: string
  outlook: Outlook | null
  onInspect: (gameServerId: number, cell: PermissionOnGameServer) => void
  onPress: (gameServerId: number, cell: PermissionOnGameServer) => void
}

/** Not pressed itself: it comes or goes with basic privileges. */
const isFollowing = (outlook: Outlook) => ['willBlock', 'willUnblock', 'willStayOut'].includes(outlook)

export const MatrixCell = memo(function MatrixCell(props: MatrixCellProps) {
  const { cell, gameServerId, gameServerName, outlook, onInspect, onPress } = props
  const t = useTexts()
  const kind = cellKind(cell, gameServerId)
  const visible = visibleKind(kind, outlook)
  const { Icon, tone } = cellStyles[visible]
  const reason = outlook ? t(`matrix.${outlook}`) : reasonText(t, cell.source)
  const label = t('matrix.cellLabel', {
    permission: t(`permissionTitles.${cell.permission}`),
    server: gameServerName,
    state: t(`matrix.longKinds.${visible}`),
  })
  const inspect = () => onInspect(gameServerId, cell)
  return (
    <button
      type="button"
      className={`${styles.cell} ${tones[tone]}`}
      data-outlook={outlook ? (isFollowing(outlook) ? 'follows' : 'changes') : undefined}
      data-kind={visible}
      aria-label={`${label} ${outlook ? `${t('matrix.willChange')} ` : ''}${reason}`}
      aria-disabled={!canChange(kind)}
      onMouseEnter={inspect}
      onFocus={inspect}
      onClick={() => {
        inspect()
        onPress(gameServerId, cell)
      }}
    >
      <Icon size={15} stroke={2} aria-hidden />
      {t(`matrix.kinds.${visible}`)}
    </button>
  )
})
