// The head of a template's page: what game it is, and what can be done with it.

import { ActionIcon, Box, Button, Group, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconFileText, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { GameIcon } from '../../parts/games/game-icon.tsx'
import { SourceBadge } from '../../parts/games/source-badge.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Breadcrumbs } from '../../ui/controls/breadcrumbs.tsx'
import { Dotted } from '../../ui/controls/dotted.tsx'
import type { TemplateViewProps } from './template-view.tsx'

const formats = ['rookery', 'PTDL_v2', 'PLCN_v3'] as const
export type ExportFormat = (typeof formats)[number]

export function TemplateHeaderView(props: TemplateViewProps) {
  const t = useTexts()
  const { found, mayCreateServer } = props
  return (
    <header>
      <Breadcrumbs here={found.name}>
        <Link to="/templates">{t('pages.templates')}</Link>
      </Breadcrumbs>
      <Group gap="12px 18px" align="flex-start">
        <GameIcon template={found} size={56} />
        <Box flex="1 1 220px" miw={0}>
          <Group gap="2px 12px">
            <h1>{found.name}</h1>
            <SourceBadge source={found.source} />
          </Group>
          <Box component="p" className="text-quiet" maw="68ch">
            {found.description}
          </Box>
          <Dotted component="p" className="text-hint" mt={4}>
            {found.template.author && t('template.by', { author: found.template.author })}
            {found.tags}
          </Dotted>
        </Box>
        <Group gap={8} align="stretch" wrap="nowrap">
          {mayCreateServer && (
            <Button
              leftSection={<IconPlus size={17} />}
              renderRoot={rootProps => (
                <Link to="/servers/new" search={{ template: found.id }} {...rootProps} />
              )}
            >
              {t('template.newServer')}
            </Button>
          )}
          <TemplateMenu {...props} />
        </Group>
      </Group>
    </header>
  )
}

function TemplateMenu({ found, mayEdit, mayDelete, onExport, onDelete }: TemplateViewProps) {
  const t = useTexts()
  const isBuiltIn = found.source === 'built-in'
  const templateId = String(found.id)
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon size={36} variant="default" aria-label={t('template.more', { name: found.name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayEdit && (
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.8} />}
            renderRoot={rootProps =>
              isBuiltIn ? (
                <Link to="/templates/new" search={{ from: found.id }} {...rootProps} />
              ) : (
                <Link to="/templates/$templateId/edit" params={{ templateId }} {...rootProps} />
              )
            }
          >
            {isBuiltIn ? t('template.editCopy') : t('template.edit')}
          </Menu.Item>
        )}
        {(isBuiltIn || !mayEdit) && (
          <Menu.Item
            leftSection={<IconFileText size={16} stroke={1.8} />}
            renderRoot={rootProps => (
              <Link to="/templates/$templateId/edit" params={{ templateId }} {...rootProps} />
            )}
          >
            {t('template.viewText')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>{t('template.export')}</Menu.Label>
        {formats.map(format => (
          <Menu.Item
            key={format}
            leftSection={<IconDownload size={16} stroke={1.8} />}
            onClick={() => onExport(format)}
          >
            {format === 'rookery' ? t('template.exportRookery') : t('template.exportEgg', { format })}
          </Menu.Item>
        ))}
        {mayDelete && <Menu.Divider />}
        {mayDelete && (
          <Menu.Item color="danger" leftSection={<IconTrash size={16} stroke={1.8} />} onClick={onDelete}>
            {t('template.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
