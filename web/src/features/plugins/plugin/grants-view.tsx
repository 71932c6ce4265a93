// What a plugin asks for, with its reasons: granted one by one, or all at once.

import { Box, Button, Checkbox } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { missingGrants, withGrant } from '../logic/grants.ts'
import { textKey } from '../logic/text-key.ts'
import { pluginStyles } from '../plugin-style.ts'
import styles from './plugin.module.css'
import type { PluginViewProps } from './plugin-view.tsx'

export function GrantsView(props: PluginViewProps) {
  const t = useTexts()
  const { plugin, notice, isBusy, mayGrant, onGrant } = props
  const { permissions } = plugin.manifest
  return (
    <Panel title={t('plugin.asks')}>
      <Missing {...props} />
      {permissions.length > 0 && (
        <ul className={`divided ${styles.grants}`}>
          {permissions.map(({ permission, reason }) => (
            <li key={permission}>
              <Checkbox
                label={
                  <>
                    {t(`pluginPermissions.${textKey(permission)}`)}
                    {notice?.asks.includes(permission) && (
                      <span className={styles.new}>{t('plugin.new')}</span>
                    )}
                  </>
                }
                description={t('plugin.reason', { reason })}
                checked={plugin.granted.includes(permission)}
                disabled={!mayGrant || isBusy}
                onChange={event => onGrant(withGrant(plugin, permission, event.currentTarget.checked))}
              />
            </li>
          ))}
        </ul>
      )}
      <Box component="p" className="text-hint" p="10px 16px 12px">
        {t(noteOf(permissions.length, mayGrant))}
      </Box>
    </Panel>
  )
}

function noteOf(count: number, mayGrant: boolean) {
  if (count === 0) return 'plugin.asksNothing'
  return mayGrant ? 'plugin.asksNote' : 'plugin.asksNoteAdministrators'
}

function Missing({ plugin, isBusy, mayGrant, onGrant }: PluginViewProps) {
  const t = useTexts()
  const missing = missingGrants(plugin)
  if (missing.length === 0) return null
  const all = plugin.manifest.permissions.map(one => one.permission)
  return (
    <Box p="14px 16px 0">
      <Notice
        status={pluginStyles.waiting}
        title={t('plugin.waitingTitle', { count: missing.length })}
        action={
          mayGrant && (
            <Button loading={isBusy} onClick={() => onGrant(all, plugin.enabled ? undefined : true)}>
              {plugin.enabled ? t('plugin.grantAll') : t('plugin.grantAllAndStart')}
            </Button>
          )
        }
      >
        {t(mayGrant ? 'plugin.waitingText' : 'plugin.waitingForAdministrator')}
      </Notice>
    </Box>
  )
}
