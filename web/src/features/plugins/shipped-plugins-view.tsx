// The plugins that come with Rookery, one card each: what it does, what it asks for, and one button.

import { Box, Button, Group, SimpleGrid, Stack } from '@mantine/core'
import type { ShippedPlugin } from '@rookery/contracts/http/plugins.ts'
import { IconArrowUp, IconCheck, IconDownload, IconPuzzle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import { textKey } from './logic/text-key.ts'
import { pluginStyles } from './plugin-style.ts'
import styles from './plugins.module.css'

export interface ShippedPluginsProps {
  shipped: readonly ShippedPlugin[]
  /** The id of the one that is being installed. */
  installingId: string | null
  installProblem: { name: string; problem: unknown } | null
  onInstall: (plugin: ShippedPlugin) => void
}

const known = ['notifications', 'status-page'] as const

/** In the reader's language where it is one of ours; a manifest has English alone. */
function describePlugin(t: TextOf, manifest: ShippedPlugin['manifest']) {
  const id = known.find(each => each === manifest.id)
  if (id === undefined) return manifest
  return { name: t(`shippedPlugins.${id}.name`), description: t(`shippedPlugins.${id}.description`) }
}

export function ShippedPluginsView(props: ShippedPluginsProps) {
  const t = useTexts()
  const { shipped, installProblem } = props
  if (shipped.length === 0) return null
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
        {shipped.map(plugin => (
          <ShippedCard key={plugin.manifest.id} {...props} plugin={plugin} />
        ))}
      </SimpleGrid>
    </Panel>
  )
}

function ShippedCard({ plugin, ...props }: ShippedPluginsProps & { plugin: ShippedPlugin }) {
  const t = useTexts()
  const { manifest, installed, is_update } = plugin
  const { name, description } = describePlugin(t, manifest)
  return (
    <li className={styles.card}>
      <Group gap={12} wrap="nowrap" align="flex-start">
        <span className={styles.icon} aria-hidden>
          <IconPuzzle size={20} stroke={1.7} />
        </span>
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
      <Group gap="8px 12px" mt="auto" justify="space-between" mih={36}>
        {installed && !is_update && (
          <Pill status={{ tone: 'resting', Icon: IconCheck }} label={t('plugins.installed')} />
        )}
        {installed && is_update && (
          <Pill
            status={{ tone: 'accent', Icon: IconArrowUp }}
            label={t('plugins.installedVersion', { version: installed.version })}
          />
        )}
        <CardButton {...props} plugin={plugin} />
      </Group>
    </li>
  )
}

function CardButton({ plugin, installingId, onInstall }: ShippedPluginsProps & { plugin: ShippedPlugin }) {
  const t = useTexts()
  const { manifest, installed, is_update } = plugin
  if (installed && !is_update) {
    return (
      <Button
        variant="default"
        component={Link}
        to={`/plugins/${installed.id}`}
        aria-label={t('plugins.settingsOf', { name: describePlugin(t, manifest).name })}
      >
        {t('plugin.settings')}
      </Button>
    )
  }
  const label = is_update ? t('plugins.updateTo', { version: manifest.version }) : t('plugins.install')
  return (
    <Button
      leftSection={is_update ? <IconArrowUp size={17} /> : <IconDownload size={17} />}
      loading={installingId === manifest.id}
      disabled={installingId !== null && installingId !== manifest.id}
      aria-label={`${label}: ${describePlugin(t, manifest).name}`}
      onClick={() => onInstall(plugin)}
    >
      {label}
    </Button>
  )
}
