// The table of the matrix: permissions in groups down the side, game servers across; arrow keys move from cell to cell.

import type { PermissionPreset } from '@rookery/contracts/http/invitations.ts'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import type { KeyboardEvent } from 'react'
import {
  type Column,
  type MatrixChanges,
  outlookOf,
} from '../../../parts/permissions/logic/permission-cells.ts'
import { gameServerGroups } from '../../../parts/permissions/logic/permission-groups.ts'
import { useTexts } from '../../../texts/texts.ts'
import styles from './matrix.module.css'
import { MatrixCell } from './matrix-cell.tsx'
import { PresetMenu } from './preset-menu.tsx'

export interface MatrixColumn {
  gameServerId: number
  name: string
  /** Null while it is read. */
  cells: Column | null
  hasFailed: boolean
}

export interface MatrixTableProps {
  columns: readonly MatrixColumn[]
  changes: MatrixChanges
  onInspect: (gameServerId: number, cell: PermissionOnGameServer) => void
  onPress: (gameServerId: number, cell: PermissionOnGameServer) => void
  presets: readonly PermissionPreset[]
  onPreset: (gameServerId: number, preset: PermissionPreset) => void
}

const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

function moveFocus(event: KeyboardEvent<HTMLTableElement>) {
  const step = steps[event.key]
  const cell = event.target instanceof Element ? event.target.closest('td') : null
  const rows = [...event.currentTarget.querySelectorAll('tr[data-permission]')]
  const row = cell?.closest('tr')
  if (!step || !cell || !row) return
  const next =
    rows[rows.indexOf(row) + step[0]]?.querySelectorAll('td')[
      [...row.querySelectorAll('td')].indexOf(cell) + step[1]
    ]
  const button = next?.querySelector('button')
  if (!button) return
  event.preventDefault()
  button.focus()
}

export function MatrixTable(props: MatrixTableProps) {
  const { columns, presets, onPreset } = props
  const t = useTexts()
  return (
    <div className={styles.scroll}>
      <table className={styles.table} onKeyDown={moveFocus}>
        <thead>
          <tr>
            <th scope="col" className={styles.side}>
              {t('matrix.permission')}
            </th>
            {columns.map(({ gameServerId, name, cells }) => (
              <th key={gameServerId} scope="col" className={styles.gameServer}>
                <span title={name}>{name}</span>
                <PresetMenu
                  label={t('presets.applyTo', { server: name })}
                  presets={presets}
                  isDisabled={!cells}
                  onPreset={preset => onPreset(gameServerId, preset)}
                />
              </th>
            ))}
            <td className={styles.filler} aria-hidden="true" />
          </tr>
        </thead>
        {gameServerGroups.map(({ group, permissions }) => (
          <tbody key={group}>
            <tr className={styles.groupRow}>
              <th scope="rowgroup" colSpan={columns.length + 2}>
                <span>{t(`permissions.groups.${group}`)}</span>
              </th>
            </tr>
            {permissions.map(permission => (
              <tr key={permission} data-permission={permission}>
                <th
                  scope="row"
                  className={`${styles.side} ${styles.permission}`}
                  title={t(`permissionTexts.${permission}`)}
                >
                  {t(`permissionTitles.${permission}`)}
                </th>
                {columns.map(column => (
                  <td key={column.gameServerId}>
                    <Cell {...props} column={column} permission={permission} />
                  </td>
                ))}
                <td className={styles.filler} aria-hidden="true" />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

interface CellProps extends MatrixTableProps {
  column: MatrixColumn
  permission: PermissionOnGameServer['permission']
}

function Cell({ column, permission, changes, onInspect, onPress }: CellProps) {
  const t = useTexts()
  const { gameServerId, cells, name, hasFailed } = column
  const cell = cells?.find(each => each.permission === permission)
  if (!cells || !cell) {
    return hasFailed ? (
      <span className="text-problem">{t('matrix.loadFailed')}</span>
    ) : (
      <span className={styles.waiting} aria-busy="true" />
    )
  }
  return (
    <MatrixCell
      cell={cell}
      gameServerId={gameServerId}
      gameServerName={name}
      outlook={outlookOf(cell, cells, gameServerId, changes[gameServerId] ?? {})}
      onInspect={onInspect}
      onPress={onPress}
    />
  )
}
