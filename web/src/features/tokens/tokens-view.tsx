// The personal access tokens: what each may do, when it was last used, and the way to end it.

import { Button, Group, Stack } from '@mantine/core'
import { apiDocsPath } from '@rookery/contracts/http/endpoint.ts'
import type { PersonalAccessToken } from '@rookery/contracts/http/tokens.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { ExpiryTime } from '../../parts/expiry/expiry-time.tsx'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useTexts } from '../../texts/texts.ts'
import { ListIntro } from '../../ui/controls/list-intro.tsx'
import { Panel } from '../../ui/controls/page-frame.tsx'
import table from '../../ui/controls/table.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import { abilityTitle } from './logic/ability-groups.ts'
import styles from './tokens.module.css'

interface AccessTokensViewProps {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  accessTokens: PersonalAccessToken[]
  onCreate: () => void
  onRevoke: (accessToken: PersonalAccessToken) => void
  onRetry: () => void
}

export function AccessTokensView(props: AccessTokensViewProps) {
  const t = useTexts()
  const { status, problem, accessTokens, onCreate, onRetry } = props
  if (status === 'loading') return <LoadingRows rows={3} />
  if (status === 'problem') return <ProblemState problem={problem} onRetry={onRetry} />
  if (accessTokens.length === 0) {
    return (
      <Panel>
        <EmptyState
          icon={<IconKey size={28} stroke={1.5} />}
          title={t('accessTokens.emptyTitle')}
          text={t('accessTokens.text')}
          action={
            <Group gap={8} justify="center">
              <Button onClick={onCreate}>{t('accessTokens.create')}</Button>
              <ApiDocsButton />
            </Group>
          }
        />
      </Panel>
    )
  }
  return (
    <Stack gap={16}>
      <ListIntro
        text={t('accessTokens.text')}
        action={
          <Group className={styles.actions} gap={8}>
            <ApiDocsButton />
            <Button leftSection={<IconPlus size={17} />} onClick={onCreate}>
              {t('accessTokens.create')}
            </Button>
          </Group>
        }
      />
      <Panel>
        <AccessTokensTable {...props} />
      </Panel>
    </Stack>
  )
}

/** What can be done with a token. */
function ApiDocsButton() {
  const t = useTexts()
  return (
    <Button variant="default" component="a" href={apiDocsPath} target="_blank" rel="noopener">
      {t('shell.apiDocs')}
    </Button>
  )
}

function AccessTokensTable({ accessTokens, onRevoke }: AccessTokensViewProps) {
  const t = useTexts()
  return (
    <table className={`${table.table} ${table.stacks} ${styles.table}`}>
      <thead>
        <tr>
          <th>{t('accessTokens.name')}</th>
          <th>{t('accessTokens.mayDo')}</th>
          <th>{t('expiry.label')}</th>
          <th>{t('accessTokens.lastUsed')}</th>
          <th>{t('accessTokens.created')}</th>
          <th>
            <span className="visually-hidden">{t('accessTokens.revoke')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {accessTokens.map(each => (
          <tr key={each.id}>
            <td className={`text-name ${styles.name}`}>{each.name}</td>
            <td className={`text-quiet ${styles.mayDo}`}>
              <Abilities accessToken={each} />
              {each.servers && (
                <span className={styles.servers}>
                  {t('accessTokens.onlyServers', { count: each.servers.length })}
                </span>
              )}
            </td>
            <td className="text-quiet" data-label={t('expiry.label')}>
              <ExpiryTime at={each.expires_at} />
            </td>
            <td className="text-quiet" data-label={t('accessTokens.lastUsed')}>
              {each.last_used_at ? <TimeAgo isValue at={each.last_used_at} /> : t('accessTokens.never')}
            </td>
            <td className="text-quiet" data-label={t('accessTokens.created')}>
              <TimeAgo isValue at={each.created_at} />
            </td>
            <td className={`${table.right} ${styles.revoke}`}>
              <Button
                size="xs"
                variant="subtle"
                color="danger"
                aria-label={t('accessTokens.revokeNamed', { name: each.name })}
                onClick={() => onRevoke(each)}
              >
                {t('accessTokens.revoke')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Abilities({ accessToken }: { accessToken: PersonalAccessToken }) {
  const t = useTexts()
  return accessToken.abilities.map(each => abilityTitle(t, each)).join(', ')
}
