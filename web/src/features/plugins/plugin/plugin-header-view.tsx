// The head of a plugin's page: what it is, how it is, and what can be done with it.

import { ActionIcon, Box, Group, Menu } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../texts/texts.ts'
import { Breadcrumbs } from '../../../ui/controls/breadcrumbs.tsx'
import { Dotted } from '../../../ui/controls/dotted.tsx'
import { OnOffSwitch } from '../../../ui/controls/on-off-switch.tsx'
import { Pill } from '../../../ui/tone/pill.tsx'
import { UploadButton } from '../plugin-dropzone.tsx'
import { PluginIcon } from '../plugin-icon.tsx'
import { pluginStyles } from '../plugin-style.ts'
import type { PluginViewProps } from './plugin-view.tsx'

export function PluginHeaderView(props: PluginViewProps) {
  const t = useTexts()
  const { manifest, state } = props.plugin
  return (
    <header>
      <Breadcrumbs here={manifest.name}>
        <Link to="/plugins">{t('pages.plugins')}</Link>
      </Breadcrumbs>
      <Group gap="14px 16px" align="flex-start">
        <PluginIcon id={manifest.id} name={manifest.name} />
        <Box flex="1 1 240px" miw={0}>
          <h1>{manifest.name}</h1>
          <Box component="p" className="text-quiet" mt={4}>
            {manifest.description}
          </Box>
          <Group component="p" className="text-secondary" gap="6px 12px" mt={10}>
            {state !== 'off' && <Pill status={pluginStyles[state]} label={t(`pluginStates.${state}`)} />}
            <Dotted>
              {t('plugin.version', { version: manifest.version })}
              {manifest.author && t('plugin.by', { author: manifest.author })}
            </Dotted>
            {manifest.homepage && (
              <a className="link" href={manifest.homepage} target="_blank" rel="noopener noreferrer">
                {t('plugin.homepage')}
              </a>
            )}
          </Group>
        </Box>
        <Actions {...props} />
      </Group>
    </header>
  )
}

function Actions(props: PluginViewProps) {
  const t = useTexts()
  const { plugin, isBusy, mayEdit, mayUpload, mayRemove, onSwitch, onRemove } = props
  const { name } = plugin.manifest
  return (
    <Group gap={12}>
      <OnOffSwitch
        aria-label={t('plugins.switch', { name })}
        hasState={plugin.state === 'off'}
        checked={plugin.enabled}
        disabled={!mayEdit || isBusy}
        onChange={event => onSwitch(event.currentTarget.checked)}
      />
      {props.update}
      {mayUpload && !props.update && (
        <UploadButton
          variant="default"
          label={t('plugin.update')}
          isUploading={props.isUploading}
          onUpload={props.onUpload}
        />
      )}
      {mayRemove && (
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <ActionIcon size={36} variant="default" aria-label={t('plugin.more', { name })}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item color="danger" leftSection={<IconTrash size={16} stroke={1.8} />} onClick={onRemove}>
              {t('plugin.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}
