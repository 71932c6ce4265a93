// Asks before a personal access token is ended, and says what stops working.

import { Button, Group, Stack } from '@mantine/core'
import type { PersonalAccessToken } from '@rookery/contracts/http/tokens.ts'
import { useTexts } from '../../texts/texts.ts'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { TimeAgo } from '../../ui/time/live-time.tsx'

interface RevokeViewProps {
  accessToken: Pick<PersonalAccessToken, 'last_used_at'>
  isBusy: boolean
  problem: string | null
  onRevoke: () => void
  onClose: () => void
}

export function RevokeView({ accessToken, isBusy, problem, onRevoke, onClose }: RevokeViewProps) {
  const t = useTexts()
  return (
    <Stack gap={16}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <p className="text-quiet">
        {t('accessTokens.revokeText')}{' '}
        {accessToken.last_used_at ? (
          <>
            {t('accessTokens.lastUsed')}: <TimeAgo at={accessToken.last_used_at} />.
          </>
        ) : (
          t('accessTokens.neverUsed')
        )}
      </p>
      <Group gap={8} align="stretch" wrap="nowrap" justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button color="danger" loading={isBusy} onClick={onRevoke}>
          {t('accessTokens.revoke')}
        </Button>
      </Group>
    </Stack>
  )
}
