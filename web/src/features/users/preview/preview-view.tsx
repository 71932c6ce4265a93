// The panel as somebody else has it: clearly a picture, with nothing to press but the question why.

import { Box, Group, Stack } from '@mantine/core'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type { readUserAccess } from '@rookery/contracts/http/permissions.ts'
import { IconEye, IconLock, IconLockOpen } from '@tabler/icons-react'
import { reasonText } from '../../../parts/permissions/logic/reason-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import tones from '../../../ui/tone/tone.module.css'
import styles from './preview.module.css'
import { PreviewServer, type PreviewServerProps } from './preview-server.tsx'

type UserAccess = AnswerOf<typeof readUserAccess>

export interface PreviewViewProps extends Pick<PreviewServerProps, 'reasons'> {
  user: { name: string }
  access: UserAccess
  gameServers: readonly PreviewServerProps['gameServer'][]
  total: number
  /** The game server whose reasons are shown. */
  asked: number | null
  onAsk: (gameServerId: number | null) => void
}

export function PreviewView({ user, access, gameServers, total, asked, reasons, onAsk }: PreviewViewProps) {
  const t = useTexts()
  const hidden = total - gameServers.length
  return (
    <Stack gap={16}>
      <Notice status={{ tone: 'moving', Icon: IconEye }} title={t('preview.title', { name: user.name })}>
        {t('preview.text')}
      </Notice>
      <div className={styles.frame}>
        <Panel title={t('preview.servers')} isDivided>
          {gameServers.length === 0 && (
            <EmptyState
              icon={<IconEye size={28} stroke={1.5} />}
              title={t('preview.seesNone', { name: user.name })}
              text={t('preview.seesNoneText')}
            />
          )}
          {gameServers.map(gameServer => (
            <PreviewServer
              key={gameServer.id}
              gameServer={gameServer}
              isAsked={asked === gameServer.id}
              reasons={reasons}
              onAsk={() => onAsk(asked === gameServer.id ? null : gameServer.id)}
            />
          ))}
          {hidden > 0 && <Remark>{t('preview.more', { count: hidden })}</Remark>}
        </Panel>
        <Panel title={t('preview.sections')} isDivided>
          {access.administrator.allowed && <Remark>{t('preview.everything')}</Remark>}
          {access.sections.map(section => (
            <SectionRow key={section.object_type} section={section} />
          ))}
        </Panel>
      </div>
    </Stack>
  )
}

function Remark({ children }: { children: string }) {
  return (
    <Box component="p" className="text-secondary" p="12px 16px">
      {children}
    </Box>
  )
}

const displayOrder = ['view', 'create', 'edit', 'delete'] as const

function SectionRow({ section }: { section: UserAccess['sections'][number] }) {
  const t = useTexts()
  const isOpen = section.permissions.view.allowed
  const Icon = isOpen ? IconLockOpen : IconLock
  const allowed = displayOrder.filter(name => section.permissions[name].allowed)
  const surprising = displayOrder.filter(name => name !== 'view' && !section.permissions[name].allowed)
  return (
    <Box p="12px 16px">
      <Group gap="6px 12px" justify="space-between">
        <strong>{t(`permissions.sections.${section.object_type}`)}</strong>
        <Group
          component="span"
          className={isOpen ? tones.running : tones.resting}
          gap={6}
          wrap="nowrap"
          c="var(--tone)"
          fz={12.5}
          fw={550}
        >
          <Icon size={14} stroke={2} aria-hidden />
          {isOpen ? t('preview.open') : t('preview.closed')}
        </Group>
      </Group>
      <p className="text-note">
        {reasonText(t, section.permissions.view)}
        {section.object_type === 'task' && !isOpen && ` ${t('preview.ownTasks')}`}
      </p>
      {isOpen && (
        <Group component="p" mt={8} gap={6} align="stretch">
          {allowed.map(name => (
            <span key={name} className={styles.button}>
              {t(`permissionTitles.${name}`)}
            </span>
          ))}
        </Group>
      )}
      {isOpen &&
        surprising.map(name => (
          <p key={name} className="text-note">
            {t(`permissionTitles.${name}`)}: {reasonText(t, section.permissions[name])}
          </p>
        ))}
    </Box>
  )
}
