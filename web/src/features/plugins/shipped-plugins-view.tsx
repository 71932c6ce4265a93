// The plugins that come with Rookery and are not installed, one card each: what it does, what it asks for, and one button.

import { Box, Button, Group, SimpleGrid, Stack } from '@mantine/core'
import type { ShippedPlugin } from '@rookery/contracts/http/plugins.ts'
import { IconArrowUp, IconDownload } from '@tabler/icons-react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { textKey } from './logic/text-key.ts'
import { PluginIcon } from './plugin-icon.tsx'
import { pluginStyles } from './plugin-style.ts'
import styles from './plugins.module.css'

export interface ShippedPluginsProps {
  shipped: readonly ShippedPlugin[]
  /** The id of the one that is being installed. */
  installingId: string | null
  installProblem: { name: string; problem: unknown } | null
  onInstall: (plugin: ShippedPlugin) => void
}

interface ShippedPluginsViewProps extends ShippedPluginsProps {
  /** Nothing is installed yet: one of these is the next step. */
  isFirst: boolean
}

export function ShippedPluginsView({ isFirst, ...props }: ShippedPluginsViewProps) {
  const t = useTexts()
  const { installProblem } = props
  const shipped = props.shipped.filter(({ installed }) => installed === null)
  if (shipped.length === 0 && !installProblem) return null
  return (
    <Panel title={t('plugins.shippedTitle')}>
      {installProblem && (
        <Box p="14px 18px 0">
          <Notice
            status={pluginStyles.failed}
            title={t('plugins.notInstalled', { name: installProblem.name })}
          >
            {problemMessage(t, installProblem.problem)}
          </Notice>
        </Box>
      )}
      <SimpleGrid component="ul" cols={{ base: 1, md: 2 }} spacing={14} p="14px 18px 18px">
        {shipped.map((plugin, index) => (
          <ShippedCard
            key={plugin.manifest.id}
            {...props}
            plugin={plugin}
            isNextStep={isFirst && index === 0}
          />
        ))}
      </SimpleGrid>
    </Panel>
  )
}

interface ShippedCardProps extends ShippedPluginsProps {
  plugin: ShippedPlugin
  isNextStep: boolean
}

function ShippedCard({ plugin, isNextStep, ...props }: ShippedCardProps) {
  const t = useTexts()
  const { manifest } = plugin
  const { name, description } = manifest
  return (
    <li className={styles.card}>
      <Group gap={12} wrap="nowrap" align="flex-start">
        <PluginIcon id={manifest.id} name={name} />
        <Stack gap={0} miw={0}>
          <Group component="h3" gap="0 8px" align="baseline" fz={14.5}>
            {name}
            <Box component="span" className="text-caption" fw={400}>
              {manifest.version}
            </Box>
          </Group>
          <p className="text-secondary">{description}</p>
        </Stack>
      </Group>
      <div className="text-secondary">
        <h4 className={styles.cardHeading}>{t('plugin.asks')}</h4>
        <ul className={styles.asks}>
          {manifest.permissions.map(({ permission }) => (
            <li key={permission}>{t(`pluginPermissions.${textKey(permission)}`)}</li>
          ))}
        </ul>
      </div>
      <Group mt="auto" justify="flex-end">
        <InstallButton {...props} plugin={plugin} variant={isNextStep ? 'filled' : 'default'} />
      </Group>
    </li>
  )
}

interface InstallButtonProps extends Pick<ShippedPluginsProps, 'installingId' | 'onInstall'> {
  plugin: ShippedPlugin
  size?: 'xs'
  variant?: 'default' | 'filled'
}

export function InstallButton(props: InstallButtonProps) {
  const { plugin, size, variant = 'default', installingId, onInstall } = props
  const t = useTexts()
  const { manifest, is_update } = plugin
  const label = is_update ? t('plugins.updateTo', { version: manifest.version }) : t('plugins.install')
  return (
    <Button
      variant={variant}
      {...(size && { size })}
      leftSection={is_update ? <IconArrowUp size={17} /> : <IconDownload size={17} />}
      loading={installingId === manifest.id}
      disabled={installingId !== null && installingId !== manifest.id}
      aria-label={`${label}: ${manifest.name}`}
      onClick={() => onInstall(plugin)}
    >
      {label}
    </Button>
  )
}
