// One plugin in full: what it asks for, what it does, its settings, its log.

import { Button, Group, Stack } from '@mantine/core'
import type { Plugin } from '@rookery/contracts/http/plugins.ts'
import type { PluginPermission } from '@rookery/contracts/plugin/permissions.ts'
import { IconCheck, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import frame from '../../../ui/controls/controls.module.css'
import detail from '../../../ui/controls/detail.module.css'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { pluginProblemText } from '../logic/plugin-problem.ts'
import { textKey } from '../logic/text-key.ts'
import { type UploadProps, UploadRefusal } from '../plugin-dropzone.tsx'
import { pluginStyles } from '../plugin-style.ts'
import { GrantsView } from './grants-view.tsx'
import { type LogLine, LogView, logId } from './log-view.tsx'
import { PluginFacts, PluginPages, PluginRoutes } from './plugin-facts.tsx'
import { PluginHeaderView } from './plugin-header-view.tsx'
import { SettingsView } from './settings-view.tsx'

/** What an update that was just uploaded has brought. */
export interface UpdateNotice {
  version: string
  asks: PluginPermission[]
}

export interface PluginViewProps extends UploadProps {
  plugin: Plugin
  /** Of the panel, for the addresses of routes. */
  origin: string
  log: readonly LogLine[]
  notice: UpdateNotice | null
  /** What it shows below its own settings while it runs, such as a button that tries them. */
  settingsPages?: ReactNode
  /** The button for a newer version that comes with Rookery; a package is not asked for then. */
  update?: ReactNode
  isBusy: boolean
  mayUpload: boolean
  mayEdit: boolean
  /** Administrators alone. */
  mayGrant: boolean
  mayRemove: boolean
  onSwitch: (isOn: boolean) => void
  isRestarting: boolean
  onRestart: () => void
  onGrant: (granted: PluginPermission[], enabled?: boolean) => void
  /** Rejects when the values are refused. */
  onSave: (settings: Record<string, string | null>) => Promise<void>
  onRemove: () => void
}

export function PluginView(props: PluginViewProps) {
  const { plugin, log, mayEdit, onSave } = props
  return (
    <Stack className={frame.page} gap={20}>
      <PluginHeaderView {...props} />
      <UploadRefusal {...props} />
      <UpdateNoticeView {...props} />
      <Failure {...props} />
      <div className={detail.columns}>
        <Stack className={detail.main} gap={16}>
          <GrantsView {...props} />
          {plugin.manifest.settings.length > 0 && (
            <SettingsView key={plugin.package_hash} plugin={plugin} mayEdit={mayEdit} onSave={onSave} />
          )}
          {props.settingsPages}
          <LogView lines={log} />
        </Stack>
        <Stack className={detail.main} gap={16}>
          <PluginRoutes {...props} />
          <PluginPages {...props} />
          <PluginFacts {...props} />
        </Stack>
      </div>
    </Stack>
  )
}

function UpdateNoticeView({ notice }: PluginViewProps) {
  const t = useTexts()
  if (!notice) return null
  const list = notice.asks.map(name => t(`pluginPermissions.${textKey(name)}`)).join('; ')
  const status = notice.asks.length > 0 ? pluginStyles.waiting : { tone: 'running' as const, Icon: IconCheck }
  return (
    <Notice status={status} title={t('plugin.updatedTitle', { version: notice.version })}>
      {list ? t('plugin.updatedMore', { list }) : t('plugin.updatedSame')}
    </Notice>
  )
}

function Failure({ plugin, log, mayEdit, isRestarting, onRestart }: PluginViewProps) {
  const t = useTexts()
  const { state, problem, enabled } = plugin
  if (state !== 'failed') return null
  return (
    <Notice
      status={pluginStyles.failed}
      title={t('plugin.failedTitle')}
      action={
        <Group gap={8}>
          {log.length > 0 && (
            <Button
              variant="default"
              onClick={() => document.getElementById(logId)?.scrollIntoView({ block: 'center' })}
            >
              {t('plugin.showLog')}
            </Button>
          )}
          {enabled && mayEdit && (
            <Button loading={isRestarting} leftSection={<IconRefresh size={17} />} onClick={onRestart}>
              {t('plugins.restart')}
            </Button>
          )}
        </Group>
      }
    >
      {problem && `${pluginProblemText(t, problem)} `}
      {enabled && t('plugin.failedText')} {enabled && log.length > 0 && t('plugin.failedLog')}
    </Notice>
  )
}
