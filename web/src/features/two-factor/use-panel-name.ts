// The name of this panel, for what people keep outside of it.

import { readPublicConfig } from '@rookery/contracts/http/public-config.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'

export function usePanelName(): string {
  const t = useTexts()
  return useQuery(apiQuery(readPublicConfig, {})).data?.name ?? t('product.name')
}
