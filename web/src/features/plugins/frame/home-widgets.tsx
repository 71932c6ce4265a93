// The cards that plugins bring to the home page.

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
          <section key={`${plugin_id} ${id}`} className={styles.widget}>
            <div className={styles.widgetHead}>
              <h2>{words}</h2>
              {plugin_name !== words && <span>{plugin_name}</span>}
            </div>
            <PluginFrame pluginId={plugin_id} pageId={id} title={words} server={null} limitPx={limitPx} />
          </section>
        )
      })}
    </div>
  )
}
