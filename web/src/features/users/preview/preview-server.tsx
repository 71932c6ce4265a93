// One game server of the preview: the row as the person sees it, and on demand why each right is as it is.

import { Box, Group } from '@mantine/core'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import type { UserGameServer } from '@rookery/contracts/http/users.ts'
import { useId } from 'react'
import { inDisplayOrder } from '../../../parts/permissions/logic/scopes.ts'
import { AskWhy, ReasonList } from '../../../parts/permissions/reason-list.tsx'
import { StatePill } from '../../../parts/run-state/state-pill.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { Dotted } from '../../../ui/controls/dotted.tsx'
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
  return (
    <Box p="12px 16px">
      <Group gap="6px 12px">
        <strong>{gameServer.name}</strong>
        <StatePill state={gameServer.state} isNodeOnline={gameServer.node_online} />
        <Dotted className="text-note">
          {gameServer.template.name}
          {gameServer.node_name}
        </Dotted>
        <AskWhy
          text={t('preview.why')}
          label={t('preview.whyOf', { server: gameServer.name })}
          isOpen={isAsked}
          controls={bodyId}
          onAsk={onAsk}
        />
      </Group>
      <Group component="p" mt={8} gap={6} align="stretch">
        {buttons.map(name => (
          <span key={name} className={styles.button}>
            {t(`permissionTitles.${name}`)}
          </span>
        ))}
        {buttons.length === 0 && <span className="text-note">{t('preview.noButtons')}</span>}
      </Group>
      {isAsked && (
        <Box id={bodyId} mt={10}>
          {reasons ? <ReasonList reasons={reasons} /> : <LoadingRows rows={3} />}
        </Box>
      )}
    </Box>
  )
}
