// Query options made from endpoints: the same endpoint and call always share one place in the cache.

import type { AnswerOf, CallOf, EndpointShape } from '@rookery/contracts/http/endpoint.ts'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { api, apiPage, apiWhole } from './api-client.ts'
import { ApiError } from './api-error.ts'

type Paged = EndpointShape & { paged: true }

/** Everything cached of one endpoint begins with this. */
export const keyOf = (endpoint: EndpointShape) => [endpoint.path]

export const apiQuery = <E extends EndpointShape>(endpoint: E, call: CallOf<E>) =>
  queryOptions<AnswerOf<E>, ApiError>({
    queryKey: [endpoint.path, 'one', call.params ?? null, call.query ?? null],
    queryFn: ({ signal }) => api(endpoint, call, signal),
  })

export const pageQuery = <E extends Paged>(endpoint: E, call: CallOf<E>) =>
  queryOptions<Awaited<ReturnType<typeof apiPage<E>>>, ApiError>({
    queryKey: [endpoint.path, 'page', call.params ?? null, call.query ?? null],
    queryFn: ({ signal }) => apiPage(endpoint, call, signal),
  })

export const wholeQuery = <E extends Paged>(endpoint: E) =>
  queryOptions<Awaited<ReturnType<typeof apiWhole<E>>>, ApiError>({
    queryKey: [endpoint.path, 'whole'],
    queryFn: ({ signal }) => apiWhole(endpoint, signal),
  })

/** Refusals are final; an outage is tried again twice. */
const isWorthAnotherTry = (failures: number, error: unknown) =>
  failures < 2 && (!(error instanceof ApiError) || error.code === 'unreachable' || error.status >= 500)

/** A browser that believes to be offline may still reach its panel: on the same machine, or in a house without internet. */
const networkMode = 'always'

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        staleTime: 15_000,
        retry: isWorthAnotherTry,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
      },
      mutations: { networkMode, retry: false },
    },
  })
