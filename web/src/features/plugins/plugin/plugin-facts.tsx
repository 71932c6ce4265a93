// What a plugin serves, shows and hears, and the facts of its package.

import { Group, Stack } from '@mantine/core'
import type { Plugin } from '@rookery/contracts/http/plugins.ts'
import { Link } from '@tanstack/react-router'
import { localized } from '../../../parts/plugins/plugin-pages.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import detail from '../../../ui/controls/detail.module.css'
import { Fact } from '../../../ui/controls/fact.tsx'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { TimeAgo } from '../../../ui/time/live-time.tsx'
import { routeAddress } from '../logic/public-address.ts'
import { textKey } from '../logic/text-key.ts'
import styles from './plugin.module.css'
import type { PluginViewProps } from './plugin-view.tsx'

/** What anybody can open; the rest is of interest to few, and stands under Details. */
export function PluginRoutes({ plugin, origin }: RoutesProps) {
  const t = useTexts()
  const open = plugin.manifest.routes.filter(({ access }) => access === 'public')
  if (open.length === 0) return null
  return (
    <Panel title={t('plugin.routes')}>
      <RouteList plugin={plugin} origin={origin} routes={open} />
    </Panel>
  )
}

type RoutesProps = Pick<PluginViewProps, 'plugin' | 'origin'>

function RouteList({ plugin, origin, routes }: RoutesProps & { routes: Plugin['manifest']['routes'] }) {
  const t = useTexts()
  return (
    <ul className="divided">
      {routes.map(({ method, path, access }) => {
        const address = routeAddress(origin, plugin.id, path)
        const isOpen = access === 'public' && method === 'GET'
        return (
          <Stack component="li" key={`${method} ${path}`} gap={0} p="9px 16px" fz={13.5}>
            <Group className={styles.route} mih={28} miw={0} gap={8} wrap="nowrap">
              <span className={styles.method}>{method}</span>
              {isOpen ? (
                <a className="mono link" href={address} target="_blank" rel="noopener noreferrer">
                  {path || '/'}
                </a>
              ) : (
                <span className="mono">{path || '/'}</span>
              )}
              {access === 'public' && <CopyButton text={address} label={t('actions.copyAddress')} />}
            </Group>
            <span className="text-caption">{t(`pluginAccess.${access}`)}</span>
          </Stack>
        )
      })}
    </ul>
  )
}

export function PluginPages({ plugin }: Pick<PluginViewProps, 'plugin'>) {
  const t = useTexts()
  const language = useLanguage()
  const { pages } = plugin.manifest
  if (pages.length === 0) return null
  const pluginId = String(plugin.id)
  return (
    <Panel title={t('plugin.pages')}>
      <ul className="divided">
        {pages.map(({ id, slot, title }) => {
          const words = localized(title, language)
          const isOpen = slot === 'admin-page' && plugin.state === 'running'
          return (
            <Stack component="li" key={id} gap={0} p="9px 16px" fz={13.5}>
              {isOpen ? (
                <Link
                  to="/plugins/$pluginId/pages/$pageId"
                  params={{ pluginId, pageId: id }}
                  className="link text-name"
                  aria-label={t('plugins.open', { page: words })}
                >
                  {words}
                </Link>
              ) : (
                <span>{words}</span>
              )}
              <span className="text-caption">{t(`pluginSlots.${slot}`)}</span>
            </Stack>
          )
        })}
      </ul>
    </Panel>
  )
}

export function PluginFacts({ plugin, origin }: RoutesProps) {
  const t = useTexts()
  const { events } = plugin.manifest
  const endpoints = plugin.manifest.routes.filter(({ access }) => access !== 'public')
  return (
    <Panel title={t('plugin.facts')}>
      <dl className={detail.facts}>
        <Fact name={t('plugin.listens')}>
          {events.length === 0 && t('plugin.listensNothing')}
          {events.map(event => (
            <div key={event}>{t(`pluginEvents.${textKey(event)}`)}</div>
          ))}
        </Fact>
        {plugin.granted_by && <Fact name={t('plugin.grantedBy')}>{plugin.granted_by.login}</Fact>}
        <Fact name={t('plugin.installed')}>
          <TimeAgo isValue at={plugin.installed_at} />
        </Fact>
        <Fact name={t('plugin.updated')}>
          <TimeAgo isValue at={plugin.updated_at} />
        </Fact>
        <Fact name={t('plugin.hash')}>
          <Group component="span" mt={-4} gap={6} wrap="nowrap">
            <span className="mono" title={plugin.package_hash}>
              {plugin.package_hash.slice(0, 8)}…{plugin.package_hash.slice(-8)}
            </span>
            <CopyButton text={plugin.package_hash} label={t('plugin.copyHash')} />
          </Group>
          <span className="text-caption">{t('plugin.hashText')}</span>
        </Fact>
      </dl>
      {endpoints.length > 0 && (
        <details className={`line-above ${styles.endpoints}`}>
          <summary>{t('plugin.endpoints')}</summary>
          <RouteList plugin={plugin} origin={origin} routes={endpoints} />
        </details>
      )}
    </Panel>
  )
}
