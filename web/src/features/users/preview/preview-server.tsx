// One game server of the preview: the row as the person sees it, and on demand why each right is as it is.

import { Group } from '@mantine/core'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import type { UserGameServer } from '@rookery/contracts/http/users.ts'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId } from 'react'
import { inDisplayOrder } from '../../../parts/permissions/logic/scopes.ts'
import { ReasonList } from '../../../parts/permissions/reason-list.tsx'
import { StatePill } from '../../../parts/run-state/state-pill.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import styles from './preview.module.css'

export interface PreviewServerProps {
  gameServer: Pick<UserGameServer, 'id' | 'name' | 'state' | 'node_online' | 'node_name' | 'permissions'> & {
    template: Pick<UserGameServer['template'], 'name'>
  }
  isAsked: boolean
  /** Null while they are read. */
  reasons: readonly PermissionOnGameServer[] | null
  onAsk: () => void
}

export function PreviewServer({ gameServer, isAsked, reasons, onAsk }: PreviewServerProps) {
  const t = useTexts()
  const bodyId = useId()
  const granted = Object.entries(gameServer.permissions).filter(([, isAllowed]) => isAllowed)
  const buttons = inDisplayOrder(
    granted.map(([name]) => name as PermissionOnGameServer['permission']),
  ).filter(name => name !== 'game-server-common')
  const Chevron = isAsked ? IconChevronUp : IconChevronDown
  return (
    <div className={styles.server}>
      <div className={styles.serverHead}>
        <strong>{gameServer.name}</strong>
        <StatePill state={gameServer.state} isNodeOnline={gameServer.node_online} />
        <span className="text-note">
          {gameServer.template.name} · {gameServer.node_name}
        </span>
        <button
          type="button"
          className={styles.ask}
          aria-expanded={isAsked}
          aria-controls={bodyId}
          aria-label={t('preview.whyOf', { server: gameServer.name })}
          onClick={onAsk}
        >
          {t('preview.why')}
          <Chevron size={14} aria-hidden />
        </button>
      </div>
      <Group component="p" className={styles.buttons} gap={6} align="stretch">
        {buttons.map(name => (
          <span key={name} className={styles.button}>
            {t(`permissions.names.${name}`)}
          </span>
        ))}
        {buttons.length === 0 && <span className="text-note">{t('preview.noButtons')}</span>}
      </Group>
      {isAsked && (
        <div id={bodyId} className={styles.reasons}>
          {reasons ? <ReasonList reasons={reasons} /> : <LoadingRows rows={3} />}
        </div>
      )}
    </div>
  )
}
