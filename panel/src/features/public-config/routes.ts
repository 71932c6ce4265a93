// What anybody may ask: name and version of the panel, and whether it is alive and ready.

import {
  type PublicConfig,
  readHealth,
  readPublicConfig,
  readReadiness,
} from '@rookery/contracts/http/public-config.ts'
import { isDiskFull } from '../../platform/database/database-errors.ts'
import { anyone, anyoneEvenEnrolling } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { CaptchaProvider } from '../captcha/captcha-rules.ts'

interface PublicConfigDeps {
  version: string
  defaultLanguage: PublicConfig['default_language']
  languages: readonly PublicConfig['languages'][number][]
  config: {
    captcha: { provider: CaptchaProvider; siteKey: string } | null
    plugins: { disabled: boolean }
  }
  /** Fails while this panel cannot work. */
  checkReadiness(): Promise<void>
}

export function publicConfigRoutes({ config, checkReadiness, ...facts }: PublicConfigDeps): Route[] {
  const publicConfig: PublicConfig = {
    name: 'Rookery',
    version: facts.version,
    default_language: facts.defaultLanguage,
    languages: [...facts.languages],
    captcha: config.captcha && { provider: config.captcha.provider, site_key: config.captcha.siteKey },
    plugins_enabled: !config.plugins.disabled,
  }
  return [
    route(readPublicConfig, anyoneEvenEnrolling, () => publicConfig),
    route(readHealth, anyone, () => ({ status: 'ok' as const })),
    route(readReadiness, anyone, async () => {
      await checkReadiness().catch(cause => {
        if (isDiskFull(cause)) throw new PanelError('panel_disk_full', { cause })
        throw new PanelError('unavailable', {
          message: 'the database or the cache does not answer, or this panel is stopping',
          cause,
        })
      })
      return { status: 'ready' as const }
    }),
  ]
}
