// The cards that plugins bring to the home page.

import { Group, Stack } from '@mantine/core'
import type { PluginPageEntry } from '@rookery/contracts/http/plugins.ts'
import { localized } from '../../../parts/plugins/plugin-pages.ts'
import { useLanguage } from '../../../texts/texts.ts'
import styles from './frame.module.css'
import { PluginFrame } from './plugin-frame.tsx'

const limitPx = 420

export function HomeWidgets({ pages }: { pages: readonly PluginPageEntry[] }) {
  const language = useLanguage()
  return (
    <div className={styles.widgets}>
      {pages.map(({ plugin_id, plugin_name, id, title }) => {
        const words = localized(title, language)
        return (
          <Stack component="section" key={`${plugin_id} ${id}`} className={styles.widget} gap={8}>
            <Group className={styles.widgetHead} gap={8} align="baseline" wrap="nowrap">
              <h2>{words}</h2>
              {plugin_name !== words && <span>{plugin_name}</span>}
            </Group>
            <PluginFrame pluginId={plugin_id} pageId={id} title={words} server={null} limitPx={limitPx} />
          </Stack>
        )
      })}
    </div>
  )
}
