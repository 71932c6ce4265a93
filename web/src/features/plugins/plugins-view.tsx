// The list of plugins: what each is, how it is, and a switch; and how to get one more.

import { Box, Button, Group, Stack } from '@mantine/core'
import type { Plugin } from '@rookery/contracts/http/plugins.ts'
import { IconPower, IconPuzzle, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useTexts } from '../../texts/texts.ts'
import { OnOffSwitch } from '../../ui/controls/on-off-switch.tsx'
import { PageFrame, Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import { pluginProblemText } from './logic/plugin-problem.ts'
import { DropPlace, UploadButton, type UploadProps, UploadRefusal } from './plugin-dropzone.tsx'
import { PluginIcon } from './plugin-icon.tsx'
import { pluginStyles, saysSwitch } from './plugin-style.ts'
import styles from './plugins.module.css'
import { InstallButton, type ShippedPluginsProps, ShippedPluginsView } from './shipped-plugins-view.tsx'

export interface PluginsViewProps extends UploadProps, ShippedPluginsProps {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  plugins: readonly Plugin[]
  /** False when the whole panel runs without plugins. */
  isEnabled: boolean
  mayCreate: boolean
  mayEdit: boolean
  /** Administrators only. */
  mayGrant: boolean
  busyId: number | null
  onSwitch: (plugin: Plugin, isOn: boolean) => void
  restartingId: number | null
  onRestart: (plugin: Plugin) => void
  onRetry: () => void
}

export function PluginsView(props: PluginsViewProps) {
  const t = useTexts()
  const { status, plugins, mayCreate, isEnabled, isUploading, onUpload } = props
  const isEmpty = status === 'ready' && plugins.length === 0
  const hasShipped = props.shipped.some(({ installed }) => installed === null)
  const page = (
    <PageFrame
      title={t('pages.plugins')}
      beside={status === 'ready' && !isEmpty ? t('plugins.count', { count: plugins.length }) : undefined}
      actions={
        mayCreate && (
          <UploadButton
            label={t('plugins.upload')}
            variant={isEmpty && hasShipped ? 'default' : 'filled'}
            isUploading={isUploading}
            onUpload={onUpload}
          />
        )
      }
    >
      {!isEnabled && (
        <Notice status={{ tone: 'resting', Icon: IconPower }} title={t('plugins.disabledTitle')}>
          {t('plugins.disabledText')}
        </Notice>
      )}
      <UploadRefusal {...props} />
      {/* With nothing installed, what comes with Rookery is the list. */}
      {!(isEmpty && hasShipped) && (
        <Panel>
          <Content {...props} />
        </Panel>
      )}
      {status === 'ready' && <ShippedPluginsView {...props} isFirst={isEmpty} />}
      {isEmpty && hasShipped && mayCreate && <HowToWrite />}
    </PageFrame>
  )
  return mayCreate ? <DropPlace onUpload={onUpload}>{page}</DropPlace> : page
}

function Content(props: PluginsViewProps) {
  const { status, problem, plugins, onRetry } = props
  if (status === 'loading') return <LoadingRows rows={3} />
  if (status === 'problem') return <ProblemState problem={problem} onRetry={onRetry} />
  if (plugins.length === 0) return <NoPlugins {...props} />
  return (
    <ul className="divided">
      {plugins.map(plugin => (
        <PluginRow key={plugin.id} {...props} plugin={plugin} />
      ))}
    </ul>
  )
}

function NoPlugins({ mayCreate }: PluginsViewProps) {
  const t = useTexts()
  return (
    <EmptyState
      icon={<IconPuzzle size={28} stroke={1.5} />}
      title={t('plugins.emptyTitle')}
      text={t('plugins.emptyText')}
      action={mayCreate && <HowToWrite />}
    />
  )
}

function HowToWrite() {
  const t = useTexts()
  return (
    <p className="text-secondary">
      {t('plugins.emptyHow')
        .split('`')
        .map((words, at) => (at % 2 === 1 ? <code key={words}>{words}</code> : words))}
    </p>
  )
}

function PluginRow({ plugin, ...props }: PluginsViewProps & { plugin: Plugin }) {
  const t = useTexts()
  const { busyId, mayEdit, mayGrant, isEnabled, onSwitch } = props
  const { manifest, state, problem } = plugin
  const isSaidBySwitch = saysSwitch(plugin)
  const newer = props.shipped.find(({ installed, is_update }) => is_update && installed?.id === plugin.id)
  return (
    <li className={styles.row}>
      <PluginIcon id={manifest.id} name={manifest.name} />
      <Stack gap={0} miw={0}>
        <Group component="h2" gap="0 8px" align="baseline" fz={14.5}>
          <Link to="/plugins/$pluginId" params={{ pluginId: String(plugin.id) }} className={styles.name}>
            {manifest.name}
          </Link>
          <Box component="span" className="text-caption" fw={400}>
            {manifest.version}
          </Box>
        </Group>
        <p className="text-secondary">{manifest.description}</p>
        {state === 'failed' && problem && (
          <Box component="p" className={`text-secondary ${styles.failure}`} mt={2} c="var(--state-trouble)">
            {pluginProblemText(t, problem)}
          </Box>
        )}
      </Stack>
      <div className={styles.state}>
        {newer && <InstallButton {...props} plugin={newer} size="xs" />}
        {state === 'waiting' && mayGrant && (
          <Button
            size="xs"
            variant="default"
            renderRoot={rootProps => (
              <Link to="/plugins/$pluginId" params={{ pluginId: String(plugin.id) }} {...rootProps} />
            )}
          >
            {t('plugins.grant')}
          </Button>
        )}
        {state === 'failed' && plugin.enabled && mayEdit && isEnabled && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={15} aria-hidden />}
            loading={props.restartingId === plugin.id}
            onClick={() => props.onRestart(plugin)}
          >
            {t('plugins.restart')}
          </Button>
        )}
        {!isSaidBySwitch && <Pill status={pluginStyles[state]} label={t(`pluginStates.${state}`)} />}
      </div>
      <OnOffSwitch
        aria-label={t('plugins.switch', { name: manifest.name })}
        hasState={isSaidBySwitch}
        checked={plugin.enabled}
        disabled={!mayEdit || !isEnabled || busyId === plugin.id}
        onChange={event => onSwitch(plugin, event.currentTarget.checked)}
      />
    </li>
  )
}
