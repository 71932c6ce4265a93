// The cards of game servers that somebody offers to the person who looks at them.

import { Box, Button, Group, Stack } from '@mantine/core'
import { acceptOwnership, declineOwnership, type OwnershipOffer } from '@rookery/contracts/http/ownership.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { api } from '../../platform/api-client.ts'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

interface OwnershipOffersProps {
  offers: readonly OwnershipOffer[]
  /** Nothing more urgent is on the page: to accept the first is its next step. */
  isNext: boolean
}

export function OwnershipOffers({ offers, isNext }: OwnershipOffersProps) {
  return (
    <Stack gap={12}>
      {offers.map((offer, at) => (
        <OfferCard key={offer.server.id} offer={offer} isNext={isNext && at === 0} />
      ))}
    </Stack>
  )
}

interface OfferCardProps {
  offer: OwnershipOffer
  isNext: boolean
}

function OfferCard({ offer: { server, from, keep_access }, isNext }: OfferCardProps) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const params = { server: String(server.id) }
  const answer = useMutation({
    mutationFn: (isAccepted: boolean) =>
      isAccepted ? api(acceptOwnership, { params }) : api(declineOwnership, { params }),
    // Lists, rights and the offers themselves: all of it may be others now.
    onSettled: () => queryClient.invalidateQueries(),
  })
  return (
    <Panel title={t('ownership.cardTitle', { name: from.name, server: server.name })}>
      <Group p={16} gap={12} justify="space-between">
        <Box flex="1 1 260px">
          {answer.error && <FormProblem>{problemMessage(t, answer.error)}</FormProblem>}
          <p className="text-quiet">
            {t('ownership.cardText')} {keep_access && t('ownership.cardKeep', { name: from.name })}
          </p>
        </Box>
        <Group gap={8}>
          <Button variant="default" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
            {t('ownership.decline')}
          </Button>
          <Button
            variant={isNext ? 'filled' : 'default'}
            loading={answer.isPending}
            onClick={() => answer.mutate(true)}
          >
            {t('ownership.accept')}
          </Button>
        </Group>
      </Group>
    </Panel>
  )
}
