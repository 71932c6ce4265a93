// What to hand over to somebody who was invited: address, login, and a new password, shown this once.

import { Box, Button, Group } from '@mantine/core'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import form from '../../ui/controls/form.module.css'
import { useCopy } from '../../ui/controls/use-copy.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { accessReason } from './permission-summary-rules.ts'
import styles from './permissions.module.css'

interface InvitedViewProps {
  serverName: string
  /** Where they sign in. */
  address: string
  user: { login: string; name: string }
  /** Null: they have one already. */
  password: string | null
  permissions: readonly PermissionOnGameServer[]
  onClose: () => void
}

/** Nobody else reaches a panel by these names. */
const isOnlyHere = (address: string) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)

export function InvitedView(props: InvitedViewProps) {
  const { serverName, address, user, password, permissions, onClose } = props
  const t = useTexts()
  const { isCopied, copy } = useCopy()
  const lines = [
    { label: t('access.address'), value: address },
    { label: t('access.login'), value: user.login },
    ...(password === null ? [] : [{ label: t('access.password'), value: password }]),
  ]
  const all = [
    t('access.message', { server: serverName }),
    ...lines.map(({ label, value }) => `${label}: ${value}`),
  ].join('\n')
  const isWithout = accessReason(false, permissions).by === 'none'
  return (
    <div className={form.form}>
      <p className="text-quiet">{password === null ? t('access.existingText') : t('access.newText')}</p>
      {isWithout && (
        <Notice status={{ tone: 'trouble', Icon: IconAlertTriangle }} title={t('access.stillOutTitle')}>
          {t('access.stillOutText')}
        </Notice>
      )}
      <Box component="dl" className={`well ${styles.handOver}`} p="12px 10px 12px 16px">
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-hint">{label}</dt>
            <Group component="dd" gap={8} wrap="nowrap" justify="space-between">
              <code>{value}</code>
              <CopyButton text={value} label={t('access.copyOne', { what: label })} />
            </Group>
          </div>
        ))}
      </Box>
      {isOnlyHere(address) && <p className="text-hint">{t('access.onlyHere')}</p>}
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.done')}
        </Button>
        <Button
          data-autofocus
          leftSection={isCopied ? <IconCheck size={17} /> : <IconCopy size={17} />}
          onClick={() => void copy(all)}
        >
          {isCopied ? t('actions.copied') : t('access.copyAll')}
        </Button>
      </Group>
    </div>
  )
}
