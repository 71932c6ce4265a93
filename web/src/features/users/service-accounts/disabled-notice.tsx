// Above every tab of a disabled service account: that none of its keys is taken, and the button that ends it.

import { Button } from '@mantine/core'
import { readServiceAccount } from '@rookery/contracts/http/service-accounts.ts'
import { IconBan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useAccountChange } from './use-account-change.ts'

export function DisabledNotice({ accountId }: { accountId: number }) {
  const t = useTexts()
  const account = useQuery(apiQuery(readServiceAccount, { params: { id: String(accountId) } }))
  const { change, state } = useAccountChange(accountId, [])
  if (!account.data?.disabled) return null
  return (
    <Notice
      status={{ tone: 'warning', Icon: IconBan }}
      title={t('serviceAccounts.disabledTitle')}
      action={
        <Button loading={state.isBusy} onClick={() => change({ disabled: false })}>
          {t('serviceAccounts.enable')}
        </Button>
      }
    >
      {state.problem ?? t('serviceAccounts.disabledText')}
    </Notice>
  )
}
